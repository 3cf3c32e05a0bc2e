// A part of a map's body as a program of its own, for one iteration.

#include "transforms/toolkit/body_program.h"

#include "core/analysis/analysis.h"
#include "core/analysis/symbol_use.h"
#include "transforms/toolkit/inwards.h"

#include <set>

namespace mw::transforms {

namespace {

using symbolic::Expr;

/// The memlet of an edge at the border, leading to the program's own container.
ir::Memlet leading(const ir::StateIndex& index, const ir::Edge& edge, const BodyBorder& border) {
    ir::Memlet memlet = edge.memlet;
    const bool named = analysis::isDataSource(index, edge) == border.reads;
    auto& region = named ? memlet.subset : memlet.otherSubset;
    const Placement placement = border.part.inReplacement();
    region = region ? placement.of(*region) : placement.place;
    if (named)
        memlet.data = border.name;
    memlet.isDataSource = named == border.reads;
    memlet.origin = nullptr;
    return memlet;
}

ir::DataPtr ownContainer(const ir::DataDescriptor& like, const BodyBorder& border) {
    auto data = border.part.shape.empty()
                    ? ir::DataDescriptor::scalar(like.dtype.scalar, false)
                    : ir::DataDescriptor::array(like.dtype.scalar, border.part.shape, false);
    data.dtype = like.dtype;
    return std::make_shared<const ir::DataDescriptor>(std::move(data));
}

class ProgramMaker {
public:
    ProgramMaker(const DocumentView& view, const BodyPart& part)
        : part_(part), index_(*part.at.index), kept_(view.kept()), nextId_(view.document()->nextId),
          nodes_(nodesInOrder()) {}

    ir::SdfgPtr make();

private:
    template <class IdType>
    IdType newId() {
        return IdType{nextId_++};
    }
    std::vector<ir::NodePtr> nodesInOrder() const;
    std::vector<ir::EdgePtr> edgesInOrder() const;
    void addContainers();
    void addNodes();
    void addEdges();
    void addSymbols();
    ir::BlockPtr newBlock(std::string label, ir::Block::Kind kind);
    ir::BlockPtr under(ir::BlockPtr block);
    const ir::Map& map() const { return part_.entry->as<ir::MapEntry>()->map; }
    bool inside(NodeId node) const { return part_.nodes.contains(node); }
    bool crosses(const ir::Edge& edge) const;
    const BodyBorder* borderAt(const ir::Edge& edge) const;
    /// The container outside that an edge at the border leads from or to.
    const std::string& outside(const ir::Edge& edge) const;
    NodeId source(const std::string& data);
    NodeId addAccess(const std::string& data);
    void add(ir::Edge edge) {
        edge.origin = nullptr;
        state_.edges.push_back(std::make_shared<const ir::Edge>(std::move(edge)));
    }

    const BodyPart& part_;
    const ir::StateIndex& index_;
    analysis::PartCache& kept_;
    std::uint32_t nextId_;
    ir::Sdfg sdfg_;
    ir::State state_;
    std::map<std::string, NodeId> sources_;
    std::vector<ir::NodePtr> nodes_; ///< of the part
};

/// In the order of the state.
std::vector<ir::NodePtr> ProgramMaker::nodesInOrder() const {
    std::set<std::size_t> positions;
    for (const NodeId id : part_.nodes)
        positions.insert(index_.position(id));
    std::vector<ir::NodePtr> nodes;
    for (const std::size_t position : positions)
        nodes.push_back(index_.sharedNode(position));
    return nodes;
}

/// Those at nodes of the part, in the order of the state.
std::vector<ir::EdgePtr> ProgramMaker::edgesInOrder() const {
    std::set<std::size_t> positions;
    for (const NodeId id : part_.nodes)
        for (const auto& edges : {index_.inEdges(id), index_.outEdges(id)})
            for (const ir::Edge* edge : edges)
                positions.insert(index_.edgePosition(edge->id));
    std::vector<ir::EdgePtr> edges;
    for (const std::size_t position : positions)
        edges.push_back(index_.sharedEdge(position));
    return edges;
}

NodeId ProgramMaker::addAccess(const std::string& data) {
    ir::Node node;
    node.id = newId<NodeId>();
    node.kind = ir::AccessNode{data, false};
    const NodeId id = node.id;
    state_.nodes.push_back(std::make_shared<const ir::Node>(std::move(node)));
    return id;
}

NodeId ProgramMaker::source(const std::string& data) {
    const auto found = sources_.find(data);
    return found != sources_.end() ? found->second
                                   : sources_.emplace(data, addAccess(data)).first->second;
}

/// Carries data between the part and what is around the map.
bool ProgramMaker::crosses(const ir::Edge& edge) const {
    return !edge.memlet.empty() && ((inside(edge.dst) && edge.src == part_.entry->id) ||
                                    (inside(edge.src) && edge.dst == ir::exitOf(*part_.entry)));
}

const BodyBorder* ProgramMaker::borderAt(const ir::Edge& edge) const {
    for (const BodyBorder& border : part_.borders)
        for (const ir::Edge* of : border.edges)
            if (of->id == edge.id)
                return &border;
    return nullptr;
}

const std::string& ProgramMaker::outside(const ir::Edge& edge) const {
    const auto path = analysis::memletPath(index_, edge);
    const NodeId end = edge.src == part_.entry->id ? path.front()->src : path.back()->dst;
    return index_.node(end)->as<ir::AccessNode>()->data;
}

void ProgramMaker::addContainers() {
    const ir::Sdfg& outer = *part_.at.sdfg;
    std::set<std::string> taken;
    const auto add = [&](const std::string& name, const ir::DataPtr& data) {
        if (taken.insert(name).second)
            sdfg_.arrays.append(name, data);
    };
    for (const auto& name : part_.arguments)
        add(name, std::make_shared<const ir::DataDescriptor>(asArgument(*outer.data(name))));
    for (const ir::NodePtr& node : nodes_)
        if (const auto* access = node->as<ir::AccessNode>())
            add(access->data, *outer.arrays.find(access->data));
    for (const BodyBorder& border : part_.borders)
        add(border.name, ownContainer(*outer.data(outside(*border.edges.front())), border));
}

void ProgramMaker::addNodes() {
    state_.nodes.insert(state_.nodes.end(), nodes_.begin(), nodes_.end());
}

void ProgramMaker::addEdges() {
    std::map<EdgeId, const BodyBorder*> led;
    for (const BodyBorder& border : part_.borders)
        for (const ir::Edge* at : border.edges)
            for (const ir::Edge* edge : border.reads ? analysis::branchesBelow(index_, *at)
                                                     : analysis::branchesAbove(index_, *at))
                led[edge->id] = &border;
    for (const ir::EdgePtr& shared : edgesInOrder()) {
        const bool both = inside(shared->src) && inside(shared->dst);
        if (!both && !crosses(*shared))
            continue;
        const BodyBorder* border = borderAt(*shared);
        if (!both && !border && inside(shared->src) && !part_.allOutputs)
            continue;
        ir::Edge edge = *shared;
        if (!inside(edge.src)) {
            edge.src = source(border ? border->name : outside(*shared));
            edge.srcConnector.clear();
        } else if (!inside(edge.dst)) {
            edge.dst = addAccess(border ? border->name : outside(*shared));
            edge.dstConnector.clear();
        }
        if (const auto lead = led.find(edge.id); lead != led.end())
            edge.memlet = leading(index_, *shared, *lead->second);
        add(std::move(edge));
    }
}

/// What nested SDFGs are given, whether they use it or not: DaCe wants it to be known.
void addMappedValues(const ir::Sdfg& sdfg, analysis::NameSet& used) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                if (const auto* nested = node->as<ir::NestedSdfg>())
                    for (const auto& [symbol, value] : nested->symbolMapping)
                        symbolic::collectSymbols(value, used);
    });
}

/// Those that something in the program names.
void ProgramMaker::addSymbols() {
    const ir::Sdfg& outer = *part_.at.sdfg;
    sdfg_.symbols = outer.symbols;
    for (const auto& param : map().params)
        sdfg_.symbols[param] = {ir::ScalarType::int64, {}};
    analysis::NameSet used = analysis::SymbolUses(kept_).of(sdfg_);
    for (const auto& [name, data] : sdfg_.arrays)
        for (const auto* list : {&data->shape, &data->strides})
            for (const Expr& e : *list)
                symbolic::collectSymbols(e, used);
    addMappedValues(sdfg_, used);
    std::erase_if(sdfg_.symbols, [&](const auto& symbol) { return !used.contains(symbol.first); });
    for (const auto& name : used)
        if (!sdfg_.symbols.contains(name) && !sdfg_.constants.contains(name) &&
            !sdfg_.arrays.contains(name))
            sdfg_.symbols[name] = {ir::ScalarType::int64, {}};
}

ir::BlockPtr ProgramMaker::newBlock(std::string label, ir::Block::Kind kind) {
    auto block = std::make_shared<ir::Block>();
    block->id = newId<BlockId>();
    block->label = std::move(label);
    block->kind = std::move(kind);
    return block;
}

/// The block as what is done if the condition holds.
ir::BlockPtr ProgramMaker::under(ir::BlockPtr block) {
    ir::ControlFlowRegion region;
    region.body.start = block->id;
    region.body.blocks.push_back(std::move(block));
    ir::ConditionalBlock branches;
    branches.branches.push_back({ir::CodeBlock{part_.condition, ir::Language::Python},
                                 newBlock("in_range", std::move(region))});
    return newBlock("guard", std::move(branches));
}

ir::SdfgPtr ProgramMaker::make() {
    sdfg_.id = newId<SdfgId>();
    sdfg_.name = part_.name;
    sdfg_.constants = part_.at.sdfg->constants;
    addContainers();
    addNodes();
    addEdges();
    ir::BlockPtr block = newBlock("compute", std::move(state_));
    if (!part_.condition.empty())
        block = under(block);
    sdfg_.body.blocks.push_back(block);
    sdfg_.body.start = sdfg_.body.blocks.front()->id;
    sdfg_.usingExplicitControlFlow =
        part_.at.sdfg->usingExplicitControlFlow || !part_.condition.empty();
    addSymbols();
    return std::make_shared<const ir::Sdfg>(std::move(sdfg_));
}

} // namespace

ir::SdfgPtr bodyProgram(const DocumentView& view, const BodyPart& part) {
    return ProgramMaker(view, part).make();
}

} // namespace mw::transforms

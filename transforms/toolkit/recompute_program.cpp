// What it takes to compute one element of a map's result, as a program of its own.

#include "core/analysis/analysis.h"
#include "transforms/toolkit/recompute.h"
#include "transforms/toolkit/rename.h"

#include <fmt/format.h>

namespace mw::transforms {

namespace {

using symbolic::Expr;

/// A container of the surroundings as the program gets it.
ir::DataPtr asArgument(const ir::DataDescriptor& data) {
    auto argument = std::make_shared<ir::DataDescriptor>(data);
    argument->transient = false;
    argument->lifetime = ir::Lifetime::Scope;
    if (data.kind == ir::DataKind::view) {
        argument->kind = ir::DataKind::array;
        argument->typeName = "Array";
    }
    argument->origin = nullptr;
    return argument;
}

/// The memlet of an edge above the written element, leading to the program's result.
ir::Memlet writing(const ir::StateIndex& index, const ir::Edge& edge, const Producer& p) {
    ir::Memlet memlet = edge.memlet;
    const bool named = !analysis::isDataSource(index, edge);
    auto& region = named ? memlet.subset : memlet.otherSubset;
    const Placement placement = p.part.inReplacement();
    region = region ? placement.of(*region) : placement.place;
    if (named)
        memlet.data = p.result;
    memlet.isDataSource = !named;
    memlet.origin = nullptr;
    return memlet;
}

class ProgramMaker {
public:
    ProgramMaker(const DocumentView& view, Producer& producer)
        : p_(producer), index_(producer.maps.index()), nextId_(view.document()->nextId) {}

    ir::SdfgPtr make();

private:
    template <class IdType>
    IdType newId() {
        return IdType{nextId_++};
    }
    void addContainers();
    void addNodes();
    void addEdges();
    void addSymbols();
    NodeId source(const std::string& data);
    NodeId addAccess(const std::string& data);
    void add(ir::Edge edge) {
        edge.origin = nullptr;
        state_.edges.push_back(std::make_shared<const ir::Edge>(std::move(edge)));
    }

    Producer& p_;
    const ir::StateIndex& index_;
    std::uint32_t nextId_;
    ir::Sdfg sdfg_;
    ir::State state_;
    std::map<std::string, NodeId> sources_;
};

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

void ProgramMaker::addContainers() {
    const ir::Sdfg& outer = p_.maps.sdfg();
    std::set<std::string> taken;
    const auto add = [&](const std::string& name, const ir::DataPtr& data) {
        if (taken.insert(name).second)
            sdfg_.arrays.append(name, data);
    };
    for (const ir::Edge* input : p_.inputs) {
        const auto& name = index_.node(input->src)->as<ir::AccessNode>()->data;
        add(name, asArgument(*outer.data(name)));
    }
    for (const auto& node : index_.state().nodes)
        if (const auto* access = node->as<ir::AccessNode>(); access && p_.body.contains(node->id))
            add(access->data, *outer.arrays.find(access->data));
    const NamesInside names = namesInside(index_, p_.maps.firstEntry->id);
    const auto means = [&](const std::string& name) {
        return taken.contains(name) || outer.symbols.contains(name) ||
               outer.constants.contains(name) || names.contains(name);
    };
    p_.result = "result";
    for (int i = 0; means(p_.result); ++i)
        p_.result = fmt::format("result_{}", i);
    const auto& data = *outer.data(p_.data());
    auto result = p_.part.shape.empty()
                      ? ir::DataDescriptor::scalar(data.dtype.scalar, false)
                      : ir::DataDescriptor::array(data.dtype.scalar, p_.part.shape, false);
    result.dtype = data.dtype;
    add(p_.result, std::make_shared<const ir::DataDescriptor>(std::move(result)));
}

void ProgramMaker::addNodes() {
    for (const auto& node : index_.state().nodes)
        if (p_.body.contains(node->id))
            state_.nodes.push_back(node);
}

void ProgramMaker::addEdges() {
    const NodeId result = addAccess(p_.result);
    std::set<EdgeId> writing;
    for (const ir::Edge* edge : analysis::branchesAbove(index_, *p_.written))
        writing.insert(edge->id);
    for (const auto& shared : index_.state().edges) {
        ir::Edge edge = *shared;
        if (edge.id == p_.written->id) {
            edge.dst = result;
            edge.dstConnector.clear();
        } else if (!p_.body.contains(edge.dst)) {
            continue;
        } else if (edge.src == p_.maps.firstEntry->id) {
            if (edge.memlet.empty())
                continue;
            const auto* outer = analysis::memletPath(index_, *shared).front();
            edge.src = source(index_.node(outer->src)->as<ir::AccessNode>()->data);
            edge.srcConnector.clear();
        }
        if (writing.contains(edge.id))
            edge.memlet = transforms::writing(index_, *shared, p_);
        add(std::move(edge));
    }
}

/// Those that something in the program names.
void ProgramMaker::addSymbols() {
    const ir::Sdfg& outer = p_.maps.sdfg();
    sdfg_.symbols = outer.symbols;
    for (const auto& param : p_.maps.firstMap().params)
        sdfg_.symbols[param] = {ir::ScalarType::int64, {}};
    analysis::NameSet used = analysis::usedSymbols(sdfg_);
    for (const auto& [name, data] : sdfg_.arrays)
        for (const auto* list : {&data->shape, &data->strides})
            for (const Expr& e : *list)
                symbolic::collectSymbols(e, used);
    std::erase_if(sdfg_.symbols, [&](const auto& symbol) { return !used.contains(symbol.first); });
    for (const auto& name : used)
        if (!sdfg_.symbols.contains(name) && !sdfg_.constants.contains(name) &&
            !sdfg_.arrays.contains(name))
            sdfg_.symbols[name] = {ir::ScalarType::int64, {}};
}

ir::SdfgPtr ProgramMaker::make() {
    sdfg_.id = newId<SdfgId>();
    sdfg_.name = "recompute_" + p_.data();
    sdfg_.constants = p_.maps.sdfg().constants;
    addContainers();
    addNodes();
    addEdges();
    auto block = std::make_shared<ir::Block>();
    block->id = newId<BlockId>();
    block->label = "compute";
    block->kind = std::move(state_);
    sdfg_.body.blocks.push_back(block);
    sdfg_.body.start = block->id;
    sdfg_.usingExplicitControlFlow = p_.maps.sdfg().usingExplicitControlFlow;
    addSymbols();
    return std::make_shared<const ir::Sdfg>(std::move(sdfg_));
}

} // namespace

void makeProgram(const DocumentView& view, Producer& p) {
    p.program = ProgramMaker(view, p).make();
}

} // namespace mw::transforms

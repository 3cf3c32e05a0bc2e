// The effect of the scan fusion on a map that a scan feeds: its body becomes the end of the loop's.

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/ir/connectors.h"
#include "transforms/scan_fusion/fed_by_scan.h"
#include "transforms/toolkit/body_program.h"
#include "transforms/toolkit/inwards.h"
#include "transforms/toolkit/narrow_arguments.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

const Subset& oneElement() {
    static const Subset kOne{{Range::point(0)}};
    return kOne;
}

class LoopMove {
public:
    LoopMove(const DocumentView& view, const FedPlan& plan)
        : view_(view), plan_(plan), maps_(plan.maps), index_(plan.maps.index()),
          editor_(view.document()),
          inwards_(editor_, [this](const std::string& data) { return sourceOf(data); }) {}

    ir::EditResult run();

private:
    void addState();
    NodeId addProgram();
    BodyPart bodyPart();
    void addReads(const Scanned& scanned, BodyPart& part);
    void connectInputs(NodeId program, const BodyPart& part);
    void connectOutputs(NodeId program);
    void connectOutput(NodeId program, const ir::Edge& outer);
    void keepInPlace(NodeId program, const Scanned& scanned);
    void carry(const Scanned& scanned);
    void toScalar(const Scanned& scanned);
    void takeAway(const Scanned& scanned);
    void removeSecond();

    ValueSource sourceOf(const std::string& data) const;
    BlockId appendState(const std::string& label);
    NodeId addAccess(BlockId state, const std::string& data);
    std::string newScalar(const Scanned& scanned, const std::string& wish);
    const Scanned* scannedAt(const ir::Edge& outer) const;
    std::string uniqueName(const std::string& wish);
    /// What the loop has of the container in an iteration, and where.
    const std::string& current(const Scanned& scanned) { return current_.at(&scanned); }
    Subset element(const Scanned& scanned) const {
        return scanned.goes ? oneElement() : scanned.element.region;
    }
    BlockId outer() const { return maps_.at.id; }
    SdfgId inner() const { return plan_.scan.sdfg().id; }

    const DocumentView& view_;
    const FedPlan& plan_;
    const MapPair& maps_;
    const ir::StateIndex& index_;
    ir::Editor editor_;
    Inwards inwards_;
    InnerLevels levels_; ///< the state of the maps, and the one that is added to the loop
    BlockId last_;       ///< of the loop's body as it is now
    std::map<const Scanned*, std::string> current_;
    std::map<std::pair<const Scanned*, std::int64_t>, std::string> before_; ///< by lag
    std::map<std::pair<const Scanned*, std::int64_t>, std::string> borders_;
    std::map<const Scanned*, std::string> results_;
    std::set<std::string, std::less<>> taken_; ///< names of the program
    std::set<std::string> labels_;             ///< of blocks in the nested SDFG
};

ValueSource LoopMove::sourceOf(const std::string& data) const {
    for (const ir::Edge* in : index_.inEdges(maps_.secondEntry->id))
        if (const auto* access = index_.node(in->src)->as<ir::AccessNode>();
            access && access->data == data)
            return {in->src, in->srcConnector};
    return {};
}

const Scanned* LoopMove::scannedAt(const ir::Edge& outer) const {
    for (const Scanned& scanned : plan_.scanned)
        if (scanned.access->id == outer.src || scanned.access->id == outer.dst)
            return &scanned;
    return nullptr;
}

BlockId LoopMove::appendState(const std::string& label) {
    ir::forEachBlock(plan_.scan.sdfg().body,
                     [&](const ir::Block& block) { labels_.insert(block.label); });
    std::string name = label;
    for (int i = 0; !labels_.insert(name).second; ++i)
        name = fmt::format("{}_{}", label, i);
    ir::Block block;
    block.label = name;
    block.kind = ir::State{};
    ir::InterstateEdge edge;
    edge.src = last_;
    last_ = editor_.addBlock(plan_.scan.loop->id, std::move(block));
    edge.dst = last_;
    editor_.addInterstateEdge(plan_.scan.loop->id, std::move(edge));
    return last_;
}

NodeId LoopMove::addAccess(BlockId state, const std::string& data) {
    ir::Node node;
    node.kind = ir::AccessNode{data, false};
    return editor_.addNode(state, std::move(node));
}

std::string LoopMove::newScalar(const Scanned& scanned, const std::string& wish) {
    const auto& like = *maps_.sdfg().data(scanned.data());
    auto scalar = ir::DataDescriptor::scalar(like.dtype.scalar, true);
    scalar.dtype = like.dtype;
    const std::string name = freshName(editor_, inner(), wish);
    editor_.sdfg(inner()).arrays.set(name,
                                     std::make_shared<const ir::DataDescriptor>(std::move(scalar)));
    return name;
}

std::string LoopMove::uniqueName(const std::string& wish) {
    std::string name = wish;
    for (int i = 0; !taken_.insert(name).second; ++i)
        name = fmt::format("{}_{}", wish, i);
    return name;
}

// ---- The body as a program ---------------------------------------------------------------------

/// The elements that the body reads of a container come in one by one.
void LoopMove::addReads(const Scanned& scanned, BodyPart& part) {
    for (const auto& [lag, edges] : scanned.reads) {
        const auto region = analysis::sourceSubset(index_, *edges.front());
        const std::string name = uniqueName(lag == 0 ? "scanned" : "scanned_before");
        borders_[{&scanned, lag}] = name;
        part.borders.push_back(
            {name, {*region, std::vector<bool>(region->rank(), true), {}}, true, edges});
    }
    if (!scanned.back)
        return;
    const auto region = analysis::destinationSubset(index_, *scanned.back);
    results_[&scanned] = uniqueName("changed");
    part.borders.push_back({results_[&scanned],
                            {*region, std::vector<bool>(region->rank(), true), {}},
                            false,
                            {scanned.back}});
}

BodyPart LoopMove::bodyPart() {
    BodyPart part{maps_.at,
                  maps_.secondEntry,
                  nodesInside(index_, maps_.secondEntry->id),
                  {},
                  {},
                  true,
                  shortLabel(maps_.secondMap().label),
                  {}};
    part.nodes.erase(maps_.secondExit->id);
    const auto add = [&](const ir::Edge& outer, const ir::Node& end) {
        const auto* access = end.as<ir::AccessNode>();
        const Scanned* scanned = scannedAt(outer);
        const bool own = scanned || std::ranges::any_of(plan_.scanned, [&](const Scanned& s) {
                             return access && s.back && s.data() == access->data;
                         });
        if (!outer.memlet.empty() && !own &&
            std::ranges::find(part.arguments, access->data) == part.arguments.end())
            part.arguments.push_back(access->data);
    };
    for (const ir::Edge* in : index_.inEdges(maps_.secondEntry->id))
        add(*in, *index_.node(in->src));
    for (const ir::Edge* out : index_.outEdges(maps_.secondExit->id))
        add(*out, *index_.node(out->dst));
    for (const auto& [name, data] : maps_.sdfg().arrays)
        taken_.insert(name);
    for (const auto& [name, type] : maps_.sdfg().symbols)
        taken_.insert(name);
    taken_.insert(maps_.secondMap().params.begin(), maps_.secondMap().params.end());
    NamesInside names = namesInside(index_, maps_.secondEntry->id);
    taken_.merge(names.used);
    taken_.merge(names.bound);
    for (const Scanned& scanned : plan_.scanned)
        addReads(scanned, part);
    if (plan_.guarded) {
        const auto& map = maps_.secondMap();
        const auto d = std::ranges::find(map.params, plan_.level) - map.params.begin();
        const auto text = [](const Expr& e) { return symbolic::print(e, symbolic::Dialect::code); };
        part.condition = fmt::format("(({0} >= ({1})) and ({0} <= ({2})))", plan_.level,
                                     text(map.range.dims[static_cast<std::size_t>(d)].begin),
                                     text(map.range.dims[static_cast<std::size_t>(d)].end));
    }
    return part;
}

// ---- In the loop -------------------------------------------------------------------------------

void LoopMove::addState() {
    last_ = plan_.scan.last->id;
    const BlockId state = appendState("fed_by_scan");
    levels_ = {{maps_.at, {}}, {maps_.at, plan_.scan.node->id}};
    levels_[1].at.id = state;
    levels_[1].at.sdfg = plan_.scan.node->as<ir::NestedSdfg>()->sdfg;
    for (const Scanned& scanned : plan_.scanned) {
        current_[&scanned] =
            scanned.goes ? newScalar(scanned, "at_level_" + scanned.data()) : scanned.name();
        const std::int64_t oldest = scanned.reads.empty() ? 0 : scanned.reads.rbegin()->first;
        for (std::int64_t lag = 1; lag <= oldest; ++lag)
            before_[{&scanned, lag}] = newScalar(scanned, "before_" + scanned.data());
    }
}

NodeId LoopMove::addProgram() {
    const BodyPart part = bodyPart();
    const ir::SdfgPtr program = bodyProgram(view_, part);
    ir::NestedSdfg nested;
    nested.label = program->name;
    nested.sdfg = editor_.copyWithNewIds(*program);
    for (const auto& [symbol, type] : program->symbols) {
        const auto column = plan_.columns.find(symbol);
        Expr& value = nested.symbolMapping[symbol];
        if (symbol == plan_.level)
            value = Expr::symbol(plan_.scan.variable()) + inwards_.toLast(levels_, plan_.shift);
        else
            value = inwards_.toLast(
                levels_, Expr::symbol(column == plan_.columns.end() ? symbol : column->second));
    }
    ir::Node node;
    for (const auto& [name, data] : program->arrays)
        if (!data->transient)
            node.in[name] = node.out[name] = {ir::ScalarType::none, {}};
    node.kind = std::move(nested);
    const NodeId id = editor_.addNode(levels_[1].at.id, std::move(node));
    connectInputs(id, part);
    connectOutputs(id);
    std::set<std::string> in, out;
    for (const auto& edge : editor_.state(levels_[1].at.id).edges) {
        if (edge->dst == id)
            in.insert(edge->dstConnector);
        if (edge->src == id)
            out.insert(edge->srcConnector);
    }
    ir::Node& made = editor_.node(levels_[1].at.id, id);
    std::erase_if(made.in, [&](const auto& c) { return !in.contains(c.first); });
    std::erase_if(made.out, [&](const auto& c) { return !out.contains(c.first); });
    return id;
}

void LoopMove::connectInputs(NodeId program, const BodyPart& part) {
    const BlockId state = levels_[1].at.id;
    for (const auto& data : part.arguments) {
        if (!sourceOf(data).node)
            continue;
        const std::string name = inwards_.name(levels_, 1, data);
        connect(editor_, state, inwards_.lead(levels_, 1, {}, data), program, data,
                ir::Memlet::of(name, analysis::wholeContainer(inwards_.dataAt(levels_, 1, name))));
    }
    for (const Scanned& scanned : plan_.scanned)
        for (const auto& [lag, edges] : scanned.reads) {
            const std::string& name = lag == 0 ? current(scanned) : before_.at({&scanned, lag});
            connect(editor_, state, {addAccess(state, name), ""}, program,
                    borders_.at({&scanned, lag}),
                    ir::Memlet::of(name, lag == 0 ? element(scanned) : oneElement()));
        }
}

void LoopMove::connectOutputs(NodeId program) {
    for (const ir::Edge* outer : index_.outEdges(maps_.secondExit->id)) {
        const auto* access = index_.node(outer->dst)->as<ir::AccessNode>();
        const auto scanned = std::ranges::find_if(plan_.scanned, [&](const Scanned& s) {
            return access && s.back && s.data() == access->data;
        });
        if (outer->memlet.empty())
            editor_.edge(this->outer(), outer->id).src = maps_.firstExit->id;
        else if (scanned != plan_.scanned.end())
            keepInPlace(program, *scanned);
        else
            connectOutput(program, *outer);
    }
}

/// The container is one more output of the nested SDFG and of the first map.
void LoopMove::connectOutput(NodeId program, const ir::Edge& outer) {
    const std::string& data = index_.node(outer.dst)->as<ir::AccessNode>()->data;
    const std::string name = inwards_.declare(levels_, 1, data);
    const auto whole = [&](std::size_t level, const std::string& of) {
        return ir::Memlet::of(of, analysis::wholeContainer(inwards_.dataAt(levels_, level, of)));
    };
    const BlockId state = levels_[1].at.id;
    connect(editor_, state, {program, data}, addAccess(state, name), "", whole(1, name));
    editor_.node(this->outer(), plan_.scan.node->id).out[name] = {ir::ScalarType::none, {}};
    const std::string passage =
        ir::addPassage(editor_.node(this->outer(), maps_.firstExit->id), data);
    connect(editor_, this->outer(), {plan_.scan.node->id, name}, maps_.firstExit->id,
            ir::passIn(passage), whole(0, data));
    ir::Edge& edge = editor_.edge(this->outer(), outer.id);
    edge.src = maps_.firstExit->id;
    edge.srcConnector = ir::passOut(passage);
}

/// What the scan wrote and the body changes leaves the map where the changed one did.
void LoopMove::keepInPlace(NodeId program, const Scanned& scanned) {
    const BlockId state = levels_[1].at.id;
    connect(editor_, state, {program, results_.at(&scanned)}, addAccess(state, scanned.name()), "",
            ir::Memlet::of(scanned.name(), scanned.element.region));
    const ir::Edge& changed = *analysis::memletPath(index_, *scanned.back).back();
    for (const ir::Edge* in : index_.inEdges(scanned.access->id))
        editor_.edge(outer(), in->id).dst = changed.dst;
}

/// The values of the iterations before move on by one at the end of each.
void LoopMove::carry(const Scanned& scanned) {
    const std::int64_t oldest = scanned.reads.empty() ? 0 : scanned.reads.rbegin()->first;
    for (std::int64_t lag = oldest; lag >= 1; --lag) {
        const BlockId state = appendState("next_level");
        const std::string& to = before_.at({&scanned, lag});
        const std::string& from = lag == 1 ? current(scanned) : before_.at({&scanned, lag - 1});
        ir::Memlet memlet = ir::Memlet::of(from, lag == 1 ? element(scanned) : oneElement());
        memlet.otherSubset = oneElement();
        connect(editor_, state, {addAccess(state, from), ""}, addAccess(state, to), "",
                std::move(memlet));
    }
}

/// In the loop a scalar takes the place of the column.
void LoopMove::toScalar(const Scanned& scanned) {
    const std::string& name = current(scanned);
    const Placement placement = scanned.element.inReplacement();
    ir::forEachBlock(plan_.scan.sdfg().body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex index(*state);
        for (const auto& node : state->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access || access->data != scanned.name())
                continue;
            for (const ir::Edge* edge : index.inEdges(node->id))
                retarget(editor_, block.id, index, plan_.scan.sdfg(), *edge, false, placement,
                         name);
            for (const ir::Edge* edge : index.outEdges(node->id))
                retarget(editor_, block.id, index, plan_.scan.sdfg(), *edge, true, placement, name);
            editor_.node(block.id, node->id).as<ir::AccessNode>()->data = name;
        }
    });
    editor_.sdfg(inner()).arrays.erase(scanned.name());
}

/// The container between the maps and the way to it.
void LoopMove::takeAway(const Scanned& scanned) {
    editor_.node(outer(), plan_.scan.node->id).out.erase(scanned.name());
    ir::Node& exit = editor_.node(outer(), maps_.firstExit->id);
    exit.in.erase(scanned.column->dstConnector);
    exit.out.erase(scanned.output->srcConnector);
    editor_.removeEdge(outer(), scanned.column->id);
    editor_.removeNode(outer(), scanned.access->id);
    editor_.sdfg(maps_.sdfg().id).arrays.erase(scanned.data());
}

/// Nodes and temporaries of the second map; what it waited for, the first one waits for.
void LoopMove::removeSecond() {
    std::vector<NodeId> around;
    for (const ir::Edge* in : index_.inEdges(maps_.secondEntry->id)) {
        if (in->memlet.empty() && !scannedAt(*in))
            editor_.edge(outer(), in->id).dst = maps_.firstEntry->id;
        around.push_back(in->src);
    }
    for (const auto& [data, node] : dataInside(index_, maps_.secondEntry->id))
        editor_.sdfg(maps_.sdfg().id).arrays.erase(data);
    for (const NodeId id : nodesInside(index_, maps_.secondEntry->id))
        editor_.removeNode(outer(), id);
    editor_.removeNode(outer(), maps_.secondEntry->id);
    editor_.replaced(maps_.secondEntry->id, maps_.firstEntry->id);
    editor_.replaced(maps_.secondExit->id, maps_.firstExit->id);
    for (const Scanned& scanned : plan_.scanned)
        if (scanned.goes)
            takeAway(scanned);
    std::erase_if(around, [&](NodeId id) {
        return std::ranges::any_of(plan_.scanned,
                                   [&](const Scanned& s) { return s.access->id == id && s.goes; });
    });
    removeIsolated(editor_, outer(), around);
}

ir::EditResult LoopMove::run() {
    addState();
    addProgram();
    for (const Scanned& scanned : plan_.scanned)
        carry(scanned);
    for (const Scanned& scanned : plan_.scanned)
        if (scanned.goes)
            toScalar(scanned);
    removeSecond();
    return editor_.commit();
}

} // namespace

ir::EditResult moveIntoLoop(const DocumentView& view, const FedPlan& plan) {
    const ir::EditResult moved = LoopMove(view, plan).run();
    const DocumentView narrow =
        withNarrowArguments(view.tried(moved.document), plan.maps.at.id, plan.maps.firstEntry->id);
    ir::Editor editor(narrow.document());
    analysis::propagateScope(editor, plan.maps.at.id, plan.maps.firstEntry->id);
    ir::EditResult result = editor.commit();
    result.changes = ir::changesBetween(*view.document()->root, *result.document->root);
    result.changes.replaced = moved.changes.replaced;
    return result;
}

} // namespace mw::transforms

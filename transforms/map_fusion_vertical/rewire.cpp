// The effect of a map fusion: the two scopes become one.

#include "core/analysis/analysis.h"
#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/toolkit/subset_relation.h"

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

const std::string& dataOf(const Intermediate& intermediate) {
    return intermediate.access->as<ir::AccessNode>()->data;
}

/// Region of the temporary that a region of the container becomes.
Subset inTemporary(const Intermediate& intermediate, const Subset& region) {
    Subset result;
    for (std::size_t d = 0; d < region.rank(); ++d) {
        if (intermediate.dropped[d])
            continue;
        const Expr& origin = intermediate.written.dims[d].begin;
        const Range& range = region.dims[d];
        result.dims.push_back({symbolic::simplify(range.begin - origin),
                               symbolic::simplify(range.end - origin), range.step, range.tile});
    }
    if (result.dims.empty())
        result.dims.push_back(Range::point(0));
    return result;
}

Subset wholeTemporary(const Intermediate& intermediate) {
    return inTemporary(intermediate, intermediate.written);
}

class Rewiring {
public:
    Rewiring(const ir::DocumentPtr& document, const FusionPlan& plan)
        : editor_(document), plan_(plan), options_(plan.options), maps_(plan.maps),
          state_(plan.maps.at.id), index_(plan.maps.index()) {}

    ir::EditResult run() {
        renameInScope(editor_, state_, maps_.secondEntry->id, plan_.renaming);
        for (const Intermediate& intermediate : plan_.intermediates)
            makeTemporary(intermediate);
        for (const ir::Edge* output : plan_.pureOutputs)
            moveOutput(*output);
        moveInputs();
        joinMaps();
        removeIsolatedInputs();
        analysis::propagateScope(editor_, state_, maps_.firstEntry->id);
        return editor_.commit();
    }

private:
    void makeTemporary(const Intermediate& intermediate);
    NodeId addTemporaryNode(const Intermediate& intermediate);
    void retarget(const Intermediate& intermediate, const ir::Edge& edge, bool atSource,
                  const std::string& temporary);
    void keepShared(const Intermediate& intermediate, NodeId node);
    void moveOutput(const ir::Edge& output);
    void moveInputs();
    bool consolidate(const ir::Edge& input);
    void moveInner(const ir::Edge& input, const std::string& connector);
    void joinMaps();
    void removeIsolatedInputs();
    std::string freshConnector(NodeId scopeNode, const std::string& wish);

    ir::Editor editor_;
    const FusionPlan& plan_;
    const FusionOptions& options_;
    const MapPair& maps_;
    BlockId state_;
    const ir::StateIndex& index_;    ///< of the base: what the plan refers to
    std::vector<NodeId> inputNodes_; ///< access nodes that may be left without a use
};

/// A suffix `x` so that neither IN_x nor OUT_x is in use at the scope node; adds both connectors.
std::string Rewiring::freshConnector(NodeId scopeNode, const std::string& wish) {
    ir::Node& node = editor_.node(state_, scopeNode);
    std::string name = wish;
    for (int i = 0; node.in.contains("IN_" + name) || node.out.contains("OUT_" + name); ++i)
        name = wish + "_" + std::to_string(i);
    node.in["IN_" + name] = {ir::ScalarType::none, {}};
    node.out["OUT_" + name] = {ir::ScalarType::none, {}};
    return name;
}

NodeId Rewiring::addTemporaryNode(const Intermediate& intermediate) {
    const std::string name =
        freshName(editor_, maps_.sdfg().id, "__map_fusion_" + dataOf(intermediate));
    const auto type = maps_.sdfg().data(dataOf(intermediate))->dtype;
    auto data =
        intermediate.temporaryShape.empty() || maps_.sdfg().data(dataOf(intermediate))->isScalar()
            ? ir::DataDescriptor::scalar(type.scalar, true)
            : ir::DataDescriptor::array(type.scalar, intermediate.temporaryShape, true);
    data.dtype = type;
    editor_.sdfg(maps_.sdfg().id)
        .arrays.set(name, std::make_shared<const ir::DataDescriptor>(std::move(data)));
    ir::Node node;
    node.kind = ir::AccessNode{name, false};
    return editor_.addNode(state_, std::move(node));
}

/// Lets the end of `edge` that touches the container touch the temporary instead.
void Rewiring::retarget(const Intermediate& intermediate, const ir::Edge& edge, bool atSource,
                        const std::string& temporary) {
    const bool named = analysis::isDataSource(index_, edge) == atSource;
    ir::Memlet& memlet = editor_.edge(state_, edge.id).memlet;
    auto& region = named ? memlet.subset : memlet.otherSubset;
    region = region ? inTemporary(intermediate, *region) : wholeTemporary(intermediate);
    if (named)
        memlet.data = temporary;
    memlet.isDataSource = named == atSource;
    // Between two access nodes both regions are written out: readers differ in what a missing one
    // means.
    auto& other = named ? memlet.otherSubset : memlet.subset;
    const ir::Node* end = index_.node(atSource ? edge.dst : edge.src);
    const auto* access = end ? end->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? maps_.sdfg().data(access->data) : nullptr;
    if (!other && data && data->isSingleElement())
        other = Subset{std::vector<Range>(std::max<std::size_t>(data->rank(), 1), Range::point(0))};
}

void Rewiring::makeTemporary(const Intermediate& intermediate) {
    const NodeId node = addTemporaryNode(intermediate);
    const std::string name = editor_.node(state_, node).as<ir::AccessNode>()->data;
    const ir::DataPtr data = *editor_.sdfg(maps_.sdfg().id).arrays.find(name);
    for (const ir::Edge* edge : analysis::branchesAbove(index_, *intermediate.producer))
        retarget(intermediate, *edge, false, name);
    for (const ir::Edge* consumer : intermediate.consumers) {
        for (const ir::Edge* edge : analysis::branchesBelow(index_, *consumer))
            retarget(intermediate, *edge, true, name);
        ir::Edge& moved = editor_.edge(state_, consumer->id);
        moved.src = node;
        moved.srcConnector.clear();
    }
    applyLayout(editor_, intermediate.layout, *data);
    ir::Edge& produced = editor_.edge(state_, intermediate.producer->id);
    produced.dst = node;
    produced.dstConnector.clear();
    for (const ir::Edge* edge : intermediate.entryEdges)
        editor_.removeEdge(state_, edge->id);
    if (intermediate.shared) {
        keepShared(intermediate, node);
        return;
    }
    editor_.removeNode(state_, intermediate.access->id);
    editor_.replaced(intermediate.access->id, node);
    editor_.sdfg(maps_.sdfg().id).arrays.erase(dataOf(intermediate));
}

/// The container stays as one more output of the fused map, filled from the temporary.
void Rewiring::keepShared(const Intermediate& intermediate, NodeId node) {
    const std::string connector = freshConnector(maps_.secondExit->id, dataOf(intermediate));
    ir::Edge out;
    out.src = node;
    out.dst = maps_.secondExit->id;
    out.dstConnector = "IN_" + connector;
    out.memlet = ir::Memlet::of(dataOf(intermediate), intermediate.written);
    out.memlet.otherSubset = wholeTemporary(intermediate);
    out.memlet.isDataSource = false;
    editor_.addEdge(state_, std::move(out));
    ir::Edge& outer = editor_.edge(state_, intermediate.outEdge->id);
    outer.src = maps_.secondExit->id;
    outer.srcConnector = "OUT_" + connector;
    // It may have named what the body copied from; what arrives now comes from the temporary.
    outer.memlet = ir::Memlet::of(
        dataOf(intermediate), analysis::propagateSubset(intermediate.written, maps_.firstMap(),
                                                        *maps_.sdfg().data(dataOf(intermediate))));
    outer.memlet.isDataSource = false;
}

/// An output of the first map that the second does not read leaves through the second exit.
void Rewiring::moveOutput(const ir::Edge& output) {
    const std::string old = output.srcConnector;
    std::string connector;
    if (old.starts_with("OUT_"))
        connector = freshConnector(maps_.secondExit->id, old.substr(4));
    ir::Edge& outer = editor_.edge(state_, output.id);
    outer.src = maps_.secondExit->id;
    if (connector.empty())
        return; // an ordering edge
    outer.srcConnector = "OUT_" + connector;
    for (const ir::Edge* inner : index_.inEdges(maps_.firstExit->id)) {
        if (inner->dstConnector != "IN_" + old.substr(4))
            continue;
        ir::Edge& moved = editor_.edge(state_, inner->id);
        moved.dst = maps_.secondExit->id;
        moved.dstConnector = "IN_" + connector;
    }
}

void Rewiring::moveInner(const ir::Edge& input, const std::string& connector) {
    const std::string from = "OUT_" + input.dstConnector.substr(3);
    for (const ir::Edge* inner : index_.outEdges(maps_.secondEntry->id)) {
        if (inner->srcConnector != from)
            continue;
        ir::Edge& moved = editor_.edge(state_, inner->id);
        moved.src = maps_.firstEntry->id;
        moved.srcConnector = "OUT_" + connector;
    }
}

/// Lets the second map's input come through the connector that already brings the same container
/// into the first map. At top level only, and only for nodes that nothing in the state writes.
bool Rewiring::consolidate(const ir::Edge& input) {
    const auto* source = index_.node(input.src)->as<ir::AccessNode>();
    const bool topLevel = !index_.scope(maps_.firstEntry->id);
    if (options_.neverConsolidateEdges || !topLevel || !source || input.memlet.empty() ||
        input.memlet.data != source->data || !input.memlet.subset)
        return false;
    for (const ir::Edge* existing : index_.inEdges(maps_.firstEntry->id)) {
        const auto* other = index_.node(existing->src)->as<ir::AccessNode>();
        if (!other || other->data != source->data || existing->memlet.data != source->data ||
            !existing->memlet.subset || !existing->dstConnector.starts_with("IN_"))
            continue;
        const bool sameNode = existing->src == input.src;
        if (!sameNode &&
            !(index_.inEdges(existing->src).empty() && index_.inEdges(input.src).empty()))
            continue;
        const bool extends = !sameRegion(*existing->memlet.subset, *input.memlet.subset);
        if (extends && options_.consolidateEdgesOnlyIfNotExtending) {
            symbolic::Prover prover;
            if (!prover.covers(*existing->memlet.subset, *input.memlet.subset).proven() &&
                !prover.covers(*input.memlet.subset, *existing->memlet.subset).proven())
                continue;
        }
        moveInner(input, existing->dstConnector.substr(3));
        editor_.removeEdge(state_, input.id);
        return true;
    }
    return false;
}

void Rewiring::moveInputs() {
    std::set<EdgeId> done;
    for (const Intermediate& intermediate : plan_.intermediates)
        for (const ir::Edge* edge : intermediate.entryEdges)
            done.insert(edge->id);
    for (const ir::Edge* input : index_.inEdges(maps_.secondEntry->id)) {
        if (done.contains(input->id))
            continue;
        inputNodes_.push_back(input->src);
        if (!input->dstConnector.starts_with("IN_")) { // ordering edge or dynamic input
            editor_.edge(state_, input->id).dst = maps_.firstEntry->id;
            if (!input->dstConnector.empty())
                editor_.node(state_, maps_.firstEntry->id).in[input->dstConnector] =
                    maps_.secondEntry->in.at(input->dstConnector);
            continue;
        }
        if (consolidate(*input))
            continue;
        const std::string connector =
            freshConnector(maps_.firstEntry->id, input->dstConnector.substr(3));
        ir::Edge& moved = editor_.edge(state_, input->id);
        moved.dst = maps_.firstEntry->id;
        moved.dstConnector = "IN_" + connector;
        moveInner(*input, connector);
    }
}

/// What is left at the first exit and the second entry are ordering edges; then both go.
void Rewiring::joinMaps() {
    for (const ir::Edge* edge : index_.inEdges(maps_.firstExit->id))
        if (edge->memlet.empty())
            editor_.edge(state_, edge->id).dst = maps_.secondExit->id;
    for (const ir::Edge* edge : index_.outEdges(maps_.secondEntry->id))
        if (!edge->srcConnector.starts_with("OUT_"))
            editor_.edge(state_, edge->id).src = maps_.firstEntry->id;
    editor_.removeNode(state_, maps_.firstExit->id);
    editor_.removeNode(state_, maps_.secondEntry->id);
    editor_.replaced(maps_.firstExit->id, maps_.secondExit->id);
    editor_.replaced(maps_.secondEntry->id, maps_.firstEntry->id);
    auto* entry = editor_.node(state_, maps_.firstEntry->id).as<ir::MapEntry>();
    entry->exit = maps_.secondExit->id;
    entry->map.label = std::min(maps_.firstMap().label, maps_.secondMap().label);
    editor_.node(state_, maps_.secondExit->id).as<ir::MapExit>()->entry = maps_.firstEntry->id;
}

void Rewiring::removeIsolatedInputs() {
    for (const NodeId id : inputNodes_) {
        const auto& state = editor_.state(state_);
        const bool used = std::ranges::any_of(
            state.edges, [&](const ir::EdgePtr& e) { return e->src == id || e->dst == id; });
        const bool there =
            std::ranges::any_of(state.nodes, [&](const ir::NodePtr& n) { return n->id == id; });
        if (!used && there)
            editor_.removeNode(state_, id);
    }
}

} // namespace

Expected<ir::EditResult> fuse(const ir::DocumentPtr& document, const FusionPlan& plan) {
    return Rewiring(document, plan).run();
}

} // namespace mw::transforms

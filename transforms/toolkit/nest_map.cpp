// A new map inside another one: what moves into it, and through which connectors.

#include "transforms/toolkit/nest_map.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>
#include <map>

namespace mw::transforms {

namespace {

class Nesting {
public:
    Nesting(ir::Editor& editor, BlockId state, SdfgId sdfg, NodeId outer,
            const std::set<NodeId>& staying)
        : editor_(editor), state_(state), sdfg_(sdfg), outer_(outer),
          outerExit_(ir::exitOf(editor.node(state, outer))), staying_(staying) {
        readCuts();
    }

    std::pair<NodeId, NodeId> run(ir::Map inner);

private:
    /// An edge that the border of the new map cuts; what is outside of it.
    struct Cut {
        ir::Edge edge;
        std::string container; ///< that the outer end stands for; empty: an ordering edge
        std::string wish;      ///< for the name of its connectors
    };

    void readCuts();
    Cut input(const ir::StateIndex& index, const ir::Edge& edge) const;
    Cut output(const ir::StateIndex& index, const ir::Edge& edge) const;
    ir::Memlet wholeOf(const Cut& cut);
    void leadIn(const Cut& cut);
    void leadOut(const Cut& cut);
    void order(NodeId from, NodeId to);
    void keepInScope();
    void place();

    ir::Editor& editor_;
    BlockId state_;
    SdfgId sdfg_;
    NodeId outer_, outerExit_;
    const std::set<NodeId>& staying_;
    NodeId entry_, exit_;
    std::vector<Cut> inputs_, outputs_;
    std::map<std::pair<NodeId, std::string>, std::string> passages_; ///< outer end -> name
};

/// The container at the far end of an edge outside, or its member that the edge is about: what a
/// memlet there would be of.
std::string containerAt(const ir::StateIndex& index, const ir::Edge& edge, bool source) {
    const auto path = analysis::memletPath(index, edge);
    const ir::Node* end = index.node(source ? path.front()->src : path.back()->dst);
    const auto* access = end ? end->as<ir::AccessNode>() : nullptr;
    const bool member = access && access->data != edge.memlet.data &&
                        analysis::containerOf(edge.memlet.data) == access->data;
    return access && !member ? access->data : edge.memlet.data;
}

Nesting::Cut Nesting::input(const ir::StateIndex& index, const ir::Edge& edge) const {
    if (edge.memlet.empty())
        return {edge, {}, {}};
    const std::string container = containerAt(index, edge, true);
    return {edge, container,
            edge.src == outer_ ? std::string(ir::passedOut(edge.srcConnector)) : container};
}

Nesting::Cut Nesting::output(const ir::StateIndex& index, const ir::Edge& edge) const {
    if (edge.memlet.empty())
        return {edge, {}, {}};
    return {edge, containerAt(index, edge, false), std::string(ir::passedIn(edge.dstConnector))};
}

void Nesting::readCuts() {
    const ir::StateIndex index(editor_.state(state_));
    const auto addInputs = [&](NodeId from) {
        for (const ir::Edge* edge : index.outEdges(from))
            if (edge->dst != outerExit_ && !staying_.contains(edge->dst))
                inputs_.push_back(input(index, *edge));
    };
    addInputs(outer_);
    for (const NodeId id : staying_)
        addInputs(id);
    for (const ir::Edge* edge : index.inEdges(outerExit_))
        if (edge->src != outer_ && !staying_.contains(edge->src))
            outputs_.push_back(output(index, *edge));
}

/// Propagation says later which part.
ir::Memlet Nesting::wholeOf(const Cut& cut) {
    const auto* data = analysis::dataNamed(editor_.sdfg(sdfg_), cut.container);
    if (!data)
        return cut.edge.memlet;
    return ir::Memlet::of(cut.container, analysis::wholeContainer(*data));
}

void Nesting::order(NodeId from, NodeId to) {
    const ir::State& now = editor_.state(state_);
    if (std::ranges::any_of(now.edges, [&](const ir::EdgePtr& edge) {
            return edge->src == from && edge->dst == to && edge->memlet.empty();
        }))
        return;
    ir::Edge edge;
    edge.src = from;
    edge.dst = to;
    editor_.addEdge(state_, std::move(edge));
}

void Nesting::leadIn(const Cut& cut) {
    ir::Edge& moved = editor_.edge(state_, cut.edge.id);
    moved.src = entry_;
    moved.srcConnector.clear();
    if (cut.container.empty()) {
        if (cut.edge.src != outer_)
            order(cut.edge.src, entry_);
        return;
    }
    auto& name = passages_[{cut.edge.src, cut.edge.srcConnector}];
    if (name.empty()) {
        name = ir::addPassage(editor_.node(state_, entry_), cut.wish);
        ir::Edge outside;
        outside.src = cut.edge.src;
        outside.srcConnector = cut.edge.srcConnector;
        outside.dst = entry_;
        outside.dstConnector = ir::passIn(name);
        outside.memlet = wholeOf(cut);
        outside.memlet.isDataSource = true;
        editor_.addEdge(state_, std::move(outside));
    }
    editor_.edge(state_, cut.edge.id).srcConnector = ir::passOut(name);
}

void Nesting::leadOut(const Cut& cut) {
    ir::Edge& moved = editor_.edge(state_, cut.edge.id);
    moved.dst = exit_;
    moved.dstConnector.clear();
    if (cut.container.empty())
        return;
    auto& name = passages_[{outerExit_, cut.edge.dstConnector}];
    if (name.empty()) {
        name = ir::addPassage(editor_.node(state_, exit_), cut.wish);
        ir::Edge outside;
        outside.src = exit_;
        outside.srcConnector = ir::passOut(name);
        outside.dst = outerExit_;
        outside.dstConnector = cut.edge.dstConnector;
        outside.memlet = wholeOf(cut);
        outside.memlet.isDataSource = false;
        editor_.addEdge(state_, std::move(outside));
    }
    editor_.edge(state_, cut.edge.id).dstConnector = ir::passIn(name);
}

/// A map without inputs or outputs is held in its scope by ordering edges.
void Nesting::keepInScope() {
    const auto& edges = editor_.state(state_).edges;
    const bool fed =
        std::ranges::any_of(edges, [&](const ir::EdgePtr& e) { return e->dst == entry_; });
    const bool used =
        std::ranges::any_of(edges, [&](const ir::EdgePtr& e) { return e->src == exit_; });
    if (!fed)
        order(outer_, entry_);
    if (!used)
        order(exit_, outerExit_);
}

/// Beside the nodes of the outer map: where only the order in the file says what comes first, it
/// stays.
void Nesting::place() {
    moveBehind(editor_, state_, entry_, outer_);
    moveBefore(editor_, state_, exit_, outerExit_);
}

std::pair<NodeId, NodeId> Nesting::run(ir::Map inner) {
    std::tie(entry_, exit_) = editor_.addMap(state_, std::move(inner));
    for (const Cut& cut : inputs_)
        leadIn(cut);
    for (const Cut& cut : outputs_)
        leadOut(cut);
    keepInScope();
    place();
    analysis::propagateScope(editor_, state_, entry_);
    return {entry_, exit_};
}

} // namespace

std::pair<NodeId, NodeId> nestMap(ir::Editor& editor, BlockId state, SdfgId sdfg, NodeId outer,
                                  ir::Map inner, const std::set<NodeId>& staying) {
    return Nesting(editor, state, sdfg, outer, staying).run(std::move(inner));
}

} // namespace mw::transforms

// The nodes of a nested SDFG of one state, in its place inside a map.

#include "core/analysis/analysis.h"
#include "core/ir/copy_regions.h"
#include "transforms/inline_nested_sdfg/in_map.h"
#include "transforms/toolkit/new_place.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/two_edits.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Subset;

/// The end of an edge inside that touches what is passed.
struct End {
    EdgeId edge;
    const Passed* passed = nullptr;
    bool named = false;        ///< the memlet is said in elements of it
    std::optional<Subset> far; ///< region at the other end, where it has to be written out
};

/// The region of a copy at the end that the memlet does not say.
std::optional<Subset> farRegion(const NestedAt& place, const ir::StateIndex& inner,
                                const ir::Edge& edge, bool in, bool named) {
    const auto* access = farEnd(inner, edge, in).as<ir::AccessNode>();
    const auto& near = named ? edge.memlet.subset : edge.memlet.otherSubset;
    const auto& far = named ? edge.memlet.otherSubset : edge.memlet.subset;
    const auto* data = access ? place.inner().data(access->data) : nullptr;
    if (far || !data || (!near && !data->isSingleElement()))
        return std::nullopt;
    const Subset region =
        data->isSingleElement() ? analysis::wholeContainer(*data) : ir::unsaidRegion(*data, *near);
    return region.substitute(place.nested().symbolMapping);
}

std::vector<End> endsOf(const NestedAt& place, const std::vector<Passed>& passed) {
    std::vector<End> ends;
    const ir::StateIndex& inner = *place.inside;
    for (const Passed& one : passed)
        for (const Access& access : one.accesses)
            for (const ir::Edge* edge : treeOf(inner, access)) {
                const bool named = analysis::isDataSource(inner, *edge) == one.in;
                ends.push_back(
                    {edge->id, &one, named, farRegion(place, inner, *edge, one.in, named)});
            }
    return ends;
}

/// After names and symbols inside are those outside.
void retarget(ir::Memlet& memlet, const End& end) {
    auto& region = end.named ? memlet.subset : memlet.otherSubset;
    auto& far = end.named ? memlet.otherSubset : memlet.subset;
    const Placement& placement = end.passed->placement;
    region = placement.ofCopied(region ? *region : placement.region);
    if (!far)
        far = end.far;
    memlet.isDataSource = end.named == end.passed->in;
}

/// First edit: everything inside is said as outside.
ir::EditResult renamed(const ir::DocumentPtr& document, const NestedAt& place,
                       const InlineNames& names, const std::vector<Passed>& passed) {
    ir::Editor editor(document);
    renameInside(editor, place, names);
    ir::Sdfg& outer = editor.sdfg(place.outer().id);
    for (const auto& [name, data] : place.inner().arrays)
        if (data->transient) { // one for each iteration, as it was
            const std::string& fresh = names.containers.find(name)->second;
            auto local = std::make_shared<ir::DataDescriptor>(**outer.arrays.find(fresh));
            local->lifetime = ir::Lifetime::Scope;
            outer.arrays.set(fresh, std::move(local));
        }
    const BlockId inner = place.inner().body.blocks.front()->id;
    for (const End& end : endsOf(place, passed))
        retarget(editor.edge(inner, end.edge).memlet, end);
    return editor.commit();
}

/// Second edit: nodes and edges stand in the state around.
class Move {
public:
    Move(const ir::DocumentPtr& document, const NestedAt& place, const std::vector<Passed>& passed)
        : editor_(document), place_(place), at_(place.at.id),
          node_(*editor_.base().find(place.node->id)->node),
          state_(*node_.as<ir::NestedSdfg>()->sdfg->body.blocks.front()->as<ir::State>()),
          scope_(place.at.index->scope(place.node->id)) {
        for (const Passed& one : passed) {
            for (const Access& access : one.accesses)
                ends_[access.node->id] = &one;
            if (one.in)
                sources_.push_back(analysis::memletPath(*place.at.index, *one.edge).front()->src);
        }
    }

    ir::EditResult run() {
        moveNodes();
        for (const auto& edge : state_.edges)
            moveEdge(edge);
        const auto order = orderAround();
        editor_.removeNode(at_, place_.node->id);
        keepOrder(order);
        removeUnusedPassages(editor_, at_, *place_.at.index, scope_);
        removeIsolated(editor_, at_, sources_);
        return editor_.commit();
    }

private:
    struct Order {
        std::vector<NodeId> before, after;
    };

    void moveNodes() {
        auto& nodes = editor_.state(at_).nodes;
        auto to = std::ranges::find_if(
            nodes, [&](const ir::NodePtr& node) { return node->id == place_.node->id; });
        for (const auto& node : state_.nodes)
            if (!ends_.contains(node->id))
                to = nodes.insert(to, node) + 1;
    }

    void moveEdge(const ir::EdgePtr& edge) {
        const auto from = ends_.find(edge->src), to = ends_.find(edge->dst);
        auto moved = std::make_shared<ir::Edge>(*edge);
        if (from != ends_.end()) {
            moved->src = from->second->edge->src;
            moved->srcConnector = from->second->edge->srcConnector;
        }
        if (to != ends_.end()) {
            moved->dst = to->second->edge->dst;
            moved->dstConnector = to->second->edge->dstConnector;
        }
        editor_.state(at_).edges.push_back(std::move(moved));
    }

    /// What the nested SDFG as a whole waits for, and who waits for it, by order alone.
    Order orderAround() const {
        Order order;
        for (const ir::Edge* edge : place_.at.index->inEdges(place_.node->id))
            if (edge->memlet.empty() && edge->src != scope_)
                order.before.push_back(edge->src);
        for (const ir::Edge* edge : place_.at.index->outEdges(place_.node->id))
            if (edge->memlet.empty() && edge->dst != ir::exitOf(*place_.at.index->node(scope_)))
                order.after.push_back(edge->dst);
        return order;
    }

    void link(NodeId from, NodeId to) {
        ir::Edge edge;
        edge.src = from;
        edge.dst = to;
        editor_.addEdge(at_, std::move(edge));
    }

    bool hasEdge(NodeId node, bool in) {
        return std::ranges::any_of(editor_.state(at_).edges, [&](const ir::EdgePtr& edge) {
            return (in ? edge->dst : edge->src) == node;
        });
    }

    /// Nothing inside comes before the node, or after it.
    bool isOutermost(const ir::StateIndex& inner, NodeId node, bool first) const {
        return std::ranges::all_of(
            first ? inner.inEdges(node) : inner.outEdges(node),
            [&](const ir::Edge* edge) { return ends_.contains(first ? edge->src : edge->dst); });
    }

    void keepOrder(const Order& order) {
        const ir::StateIndex inner(state_);
        for (const auto& node : state_.nodes) {
            const NodeId outermost = node->isExit() ? ir::entryOf(*node) : node->id;
            if (ends_.contains(node->id) || inner.scope(outermost))
                continue;
            if (!node->isExit() && isOutermost(inner, node->id, true))
                for (const NodeId before : order.before)
                    link(before, node->id);
            if (!node->isEntry() && isOutermost(inner, node->id, false))
                for (const NodeId after : order.after)
                    link(node->id, after);
            if (!hasEdge(node->id, true))
                link(scope_, node->id);
            if (!hasEdge(node->id, false))
                link(node->id, ir::exitOf(*place_.at.index->node(scope_)));
        }
    }

    ir::Editor editor_;
    const NestedAt& place_;
    BlockId at_;
    const ir::Node& node_;
    const ir::State& state_; ///< inside, as the first edit left it
    NodeId scope_;
    std::vector<NodeId> sources_;          ///< access nodes that something is passed from
    std::map<NodeId, const Passed*> ends_; ///< access nodes inside that stand for what is passed
};

} // namespace

ir::EditResult inlineInMap(const ir::DocumentPtr& document, const NestedAt& place,
                           const InlineNames& names, const std::vector<Passed>& passed) {
    const ir::EditResult first = renamed(document, place, names, passed);
    return inOne(document, first, Move(first.document, place, passed).run());
}

} // namespace mw::transforms

// A state comes apart around one node: everything that does not depend on it, then what does.

#include "transforms/inline_nested_sdfg/plan.h"
#include "transforms/toolkit/accesses.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

std::vector<bool> behind(const ir::StateIndex& index, NodeId node) {
    std::vector<bool> found(index.size());
    std::vector<NodeId> open{node};
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        for (const ir::Edge* edge : index.outEdges(at)) {
            const std::size_t position = index.position(edge->dst);
            if (position == ir::StateIndex::npos || found[position])
                continue;
            found[position] = true;
            open.push_back(edge->dst);
        }
    }
    return found;
}

/// A second node for its container can stand for the access node on the other side.
bool canBeTwo(const NestedAt& place, const ir::Node& node) {
    return node.as<ir::AccessNode>() && !isView(place.outer(), node) && node.in.empty() &&
           node.out.empty() && !node.as<ir::AccessNode>()->setZero;
}

void addOnce(std::vector<NodeId>& nodes, NodeId node) {
    if (std::ranges::find(nodes, node) == nodes.end())
        nodes.push_back(node);
}

ir::Node copyOf(const ir::Node& access) {
    ir::Node copy;
    copy.kind = *access.as<ir::AccessNode>();
    return copy;
}

/// Elements of the state go to the second half.
class Split {
public:
    Split(ir::Editor& editor, const NestedAt& place, const Halves& halves)
        : editor_(editor), place_(place), halves_(halves) {}

    BlockId run() {
        const ir::State& old = place_.at.state();
        ir::Block block;
        block.label = place_.at.block->label + "_after";
        block.kind = ir::State{};
        second_ = editor_.addBlock(place_.owner, std::move(block));
        ir::State& first = editor_.state(place_.at.id);
        std::erase_if(first.nodes, [&](const auto& node) { return isAfter(node->id); });
        first.edges.clear();
        for (const auto& node : old.nodes)
            if (isAfter(node->id))
                editor_.state(second_).nodes.push_back(node);
        for (const auto& edge : old.edges)
            if (edge->src != place_.node->id && edge->dst != place_.node->id)
                place(edge);
        editor_.removeNode(place_.at.id, place_.node->id);
        dropUnused(place_.at.id);
        dropUnused(second_);
        if (!editor_.state(second_).nodes.empty())
            return second_;
        editor_.removeBlock(place_.owner, second_);
        return {};
    }

private:
    bool isAfter(NodeId node) const { return halves_.after[place_.at.index->position(node)]; }

    void place(const ir::EdgePtr& edge) {
        const bool from = isAfter(edge->src), to = isAfter(edge->dst);
        if (from == to)
            editor_.state(from ? second_ : place_.at.id).edges.push_back(edge);
        else if (!edge->memlet.empty()) // an order is that of the states now
            cut(*edge);
    }

    /// From the first half to the second: through an access node that both have.
    void cut(const ir::Edge& edge) {
        const bool again =
            std::ranges::find(halves_.alsoAfter, edge.src) != halves_.alsoAfter.end();
        const BlockId state = again ? second_ : place_.at.id;
        const NodeId original = again ? edge.src : edge.dst;
        auto& copies = again ? after_ : before_;
        if (!copies.contains(original))
            copies[original] = editor_.addNode(state, copyOf(*place_.at.index->node(original)));
        auto moved = std::make_shared<ir::Edge>(edge);
        (again ? moved->src : moved->dst) = copies[original];
        editor_.state(state).edges.push_back(std::move(moved));
    }

    /// Access nodes all of whose edges led to the nested SDFG or to the other half.
    void dropUnused(BlockId id) {
        ir::State& state = editor_.state(id);
        std::set<NodeId> used;
        for (const auto& edge : state.edges)
            used.insert({edge->src, edge->dst});
        std::erase_if(state.nodes, [&](const auto& node) {
            const bool wasUsed = !place_.at.index->inEdges(node->id).empty() ||
                                 !place_.at.index->outEdges(node->id).empty();
            return wasUsed && node->template as<ir::AccessNode>() && !used.contains(node->id);
        });
    }

    ir::Editor& editor_;
    const NestedAt& place_;
    const Halves& halves_;
    BlockId second_;
    std::map<NodeId, NodeId> after_, before_;
};

} // namespace

MaybeRefusal checkHalves(const NestedAt& place, Halves& halves) {
    const ir::StateIndex& index = *place.at.index;
    halves.after = behind(index, place.node->id);
    const auto isAfter = [&](NodeId node) {
        const std::size_t position = index.position(node);
        return position != ir::StateIndex::npos && halves.after[position];
    };
    for (const auto& edge : index.state().edges) {
        const bool crosses =
            isAfter(edge->dst) && !isAfter(edge->src) && edge->src != place.node->id;
        if (!crosses || edge->memlet.empty())
            continue;
        if (canBeTwo(place, *index.node(edge->src)))
            addOnce(halves.alsoAfter, edge->src);
        else if (canBeTwo(place, *index.node(edge->dst)))
            addOnce(halves.alsoBefore, edge->dst);
        else
            return refuse(7, "not-separable",
                          fmt::format("The state '{}' does not come apart around {}.",
                                      place.at.block->label, place.called()),
                          {place.node->id, edge->id});
    }
    return std::nullopt;
}

BlockId splitState(ir::Editor& editor, const NestedAt& place, const Halves& halves) {
    return Split(editor, place, halves).run();
}

} // namespace mw::transforms

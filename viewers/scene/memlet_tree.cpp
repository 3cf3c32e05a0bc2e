// Follows a memlet through scopes and nested SDFGs.
#include "viewers/scene/memlet_tree.h"

#include "core/ir/connectors.h"

#include <deque>
#include <map>
#include <memory>
#include <set>

namespace mw::viewers {

namespace {

class Tree {
public:
    explicit Tree(const ir::DocumentIndex& index) : index_(index) {}

    std::vector<ElementId> of(ElementId edge) {
        add(edge);
        while (!open_.empty()) {
            const auto& place = *index_.find(open_.front());
            open_.pop_front();
            const auto& state = stateOf(*place.block);
            follow(place, state, place.edge->src, place.edge->srcConnector, false);
            follow(place, state, place.edge->dst, place.edge->dstConnector, true);
        }
        return {seen_.begin(), seen_.end()};
    }

private:
    using Place = ir::DocumentIndex::Place;

    void add(ElementId id) {
        const auto* place = index_.find(id);
        if (place && place->edge && !place->edge->memlet.empty() && seen_.insert(id).second)
            open_.push_back(id);
    }

    const ir::StateIndex& stateOf(const ir::Block& block) {
        auto& state = states_[block.id];
        if (!state)
            state = std::make_unique<ir::StateIndex>(*block.as<ir::State>());
        return *state;
    }

    /// What goes on at one end of an edge.
    void follow(const Place& place, const ir::StateIndex& state, NodeId end,
                const std::string& connector, bool forwards) {
        const auto* node = state.node(end);
        if (!node)
            return;
        if (node->isEntry() || node->isExit())
            through(state, end, connector);
        else if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
            inside(*nested->sdfg, connector, forwards);
        else if (const auto* access = node->as<ir::AccessNode>())
            outside(*place.sdfg, access->data, !forwards);
    }

    /// Edges at the other side of a connector of a scope, and beside this one at its own.
    void through(const ir::StateIndex& state, NodeId scope, const std::string& connector) {
        if (!ir::isPassIn(connector) && !ir::isPassOut(connector))
            return;
        const auto name =
            ir::isPassIn(connector) ? ir::passedIn(connector) : ir::passedOut(connector);
        for (const auto* edge : state.outEdges(scope))
            if (ir::isPassOut(edge->srcConnector) && ir::passedOut(edge->srcConnector) == name)
                add(edge->id);
        for (const auto* edge : state.inEdges(scope))
            if (ir::isPassIn(edge->dstConnector) && ir::passedIn(edge->dstConnector) == name)
                add(edge->id);
    }

    /// `reads`: of what the nested SDFG is given; else of what it gives.
    void inside(const ir::Sdfg& sdfg, const std::string& name, bool reads) {
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            const auto* content = block.as<ir::State>();
            if (!content)
                return;
            const auto& state = stateOf(block);
            for (const auto& node : content->nodes) {
                const auto* access = node->as<ir::AccessNode>();
                if (!access || access->data != name)
                    continue;
                for (const auto* edge : reads ? state.outEdges(node->id) : state.inEdges(node->id))
                    add(edge->id);
            }
        });
    }

    /// Edges, outside, of the nested SDFG's node at the connector of this name.
    void outside(const ir::Sdfg& sdfg, const std::string& name, bool reads) {
        const auto* place = index_.find(sdfg.id);
        const auto* holder = place && place->parent ? index_.find(place->parent) : nullptr;
        if (!holder)
            return;
        const auto& state = stateOf(*holder->block);
        if (reads) {
            for (const auto* edge : state.inEdges(holder->node->id))
                if (edge->dstConnector == name)
                    add(edge->id);
        } else {
            for (const auto* edge : state.outEdges(holder->node->id))
                if (edge->srcConnector == name)
                    add(edge->id);
        }
    }

    const ir::DocumentIndex& index_;
    std::map<BlockId, std::unique_ptr<ir::StateIndex>> states_;
    std::set<ElementId> seen_;
    std::deque<ElementId> open_;
};

} // namespace

std::vector<ElementId> memletTree(const ir::DocumentIndex& index, ElementId edge) {
    return Tree(index).of(edge);
}

} // namespace mw::viewers

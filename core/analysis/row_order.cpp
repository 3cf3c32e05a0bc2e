// Rows of a state, in an order that fusions leave alone.
#include "core/analysis/row_order.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <utility>

namespace mw::analysis {

namespace {

/// Outside of maps everything is a node of its own; a scope is its entry.
class TopLevel {
public:
    explicit TopLevel(const ir::StateIndex& index)
        : index_(index), top_(index.size()), place_(index.size()), waiting_(index.size()) {
        for (std::size_t i = 0; i < index.size(); ++i) {
            top_[i] = topOf(i);
            place_[i] = i;
        }
        for (std::size_t i = 0; i < index.size(); ++i)
            if (index.nodeAt(i).isExit() && top_[i] != i)
                if (index.position(ir::entryOf(index.nodeAt(i))) == top_[i])
                    place_[top_[i]] = i;
        for (std::size_t i = 0; i < index.size(); ++i)
            forEdges(i, [&](std::size_t to) { ++waiting_[to]; });
    }

    std::vector<NodeId> order() {
        std::vector<NodeId> order;
        std::vector<bool> taken(index_.size());
        for (std::size_t i = 0; i < index_.size(); ++i)
            ready(i);
        while (!ready_.empty()) {
            const std::size_t next = ready_.top().second;
            ready_.pop();
            taken[next] = true;
            order.push_back(index_.nodeAt(next).id);
            for (const std::size_t inside : members(next))
                forEdges(inside, [&](std::size_t to) {
                    --waiting_[to];
                    ready(to);
                });
        }
        for (std::size_t i = 0; i < index_.size(); ++i)
            if (top_[i] == i && !taken[i])
                order.push_back(index_.nodeAt(i).id);
        return order;
    }

private:
    /// Position of the node that this one is a part of, outside of maps.
    std::size_t topOf(std::size_t at) const {
        for (std::size_t i = 0; i < index_.size();
             ++i) { // a broken graph may have scopes in circles
            const NodeId scope = index_.scope(index_.nodeAt(at).id);
            const std::size_t around = scope ? index_.position(scope) : ir::StateIndex::npos;
            if (around == ir::StateIndex::npos)
                break;
            at = around;
        }
        return at;
    }
    /// Where edges that leave this node for another one outside of maps lead to.
    template <class Do>
    void forEdges(std::size_t from, const Do& then) const {
        for (const ir::Edge* edge : index_.outEdges(index_.nodeAt(from).id)) {
            const std::size_t to = index_.position(edge->dst);
            if (to != ir::StateIndex::npos && top_[to] != top_[from])
                then(top_[to]);
        }
    }
    /// The nodes of which this one is the scope.
    const std::vector<std::size_t>& members(std::size_t top) {
        if (members_.empty()) {
            members_.resize(index_.size());
            for (std::size_t i = 0; i < index_.size(); ++i)
                members_[top_[i]].push_back(i);
        }
        return members_[top];
    }
    bool isCopiedTo(std::size_t at) const {
        return std::ranges::any_of(index_.inEdges(index_.nodeAt(at).id),
                                   [this](const ir::Edge* edge) {
                                       const ir::Node* from = index_.node(edge->src);
                                       return from && from->as<ir::AccessNode>();
                                   });
    }
    void ready(std::size_t at) {
        if (top_[at] != at || waiting_[at] != 0)
            return;
        const bool row = !index_.nodeAt(at).as<ir::AccessNode>() || isCopiedTo(at);
        ready_.push({row ? place_[at] + index_.size() : place_[at], at});
    }

    const ir::StateIndex& index_;
    std::vector<std::size_t> top_, place_, waiting_;
    std::vector<std::vector<std::size_t>> members_;
    using Place = std::pair<std::size_t, std::size_t>; // access nodes first; position
    std::priority_queue<Place, std::vector<Place>, std::greater<>> ready_;
};

} // namespace

std::vector<NodeId> inRowOrder(const ir::StateIndex& index) {
    return TopLevel(index).order();
}

} // namespace mw::analysis

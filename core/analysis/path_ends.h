#pragma once

#include "core/ir/index.h"

#include <vector>

namespace mw::analysis {

/// First and last edge of the memlet paths of a state: what memletPath() finds, for many edges.
/// What is asked for is found once. Refers into the index, which must outlive it. For one thread.
class PathEnds {
public:
    explicit PathEnds(const ir::StateIndex& index);

    const ir::Edge& first(const ir::Edge& edge) const { return end(edge, &Steps::before); }
    const ir::Edge& last(const ir::Edge& edge) const { return end(edge, &Steps::after); }
    /// Real producer and consumer; null when the edge leads to a node that is not there.
    const ir::Node* source(const ir::Edge& edge) const { return index_.node(first(edge).src); }
    const ir::Node* target(const ir::Edge& edge) const { return index_.node(last(edge).dst); }
    /// The next edge on the way to the producer / consumer; null at the ends.
    const ir::Edge* before(const ir::Edge& edge) const { return step(edge, &Steps::before); }
    const ir::Edge* after(const ir::Edge& edge) const { return step(edge, &Steps::after); }

private:
    /// Of one edge, where the scope nodes at its ends are known.
    struct Steps {
        const ir::Edge* before = nullptr;
        const ir::Edge* after = nullptr;
    };
    const ir::Edge* step(const ir::Edge& edge, const ir::Edge* Steps::*way) const;
    const ir::Edge& end(const ir::Edge& edge, const ir::Edge* Steps::*way) const;
    void link(const ir::Node& scopeNode) const;

    const ir::StateIndex& index_;
    mutable std::vector<Steps> steps_; ///< by position of the edge
    mutable std::vector<bool> linked_; ///< by position of the node: its edges have their steps
};

} // namespace mw::analysis

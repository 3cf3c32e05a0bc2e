#pragma once

#include "core/ir/index.h"

#include <vector>

namespace mw::analysis {

/// First and last edge of the memlet path of every edge of a state: what memletPath() finds, for
/// all edges in one pass. Refers into the index, which must outlive it.
class PathEnds {
public:
    explicit PathEnds(const ir::StateIndex& index);

    const ir::Edge& first(const ir::Edge& edge) const { return *first_[position(edge)]; }
    const ir::Edge& last(const ir::Edge& edge) const { return *last_[position(edge)]; }
    /// Real producer and consumer; null when the edge leads to a node that is not there.
    const ir::Node* source(const ir::Edge& edge) const { return index_.node(first(edge).src); }
    const ir::Node* target(const ir::Edge& edge) const { return index_.node(last(edge).dst); }
    /// The next edge on the way to the producer / consumer; null at the ends.
    const ir::Edge* before(const ir::Edge& edge) const { return before_[position(edge)]; }
    const ir::Edge* after(const ir::Edge& edge) const { return after_[position(edge)]; }

private:
    std::size_t position(const ir::Edge& edge) const;
    void link(const ir::Node& scopeNode);
    std::vector<const ir::Edge*> follow(const std::vector<const ir::Edge*>& next) const;

    const ir::StateIndex& index_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> positions_; ///< edge id, position; by id
    std::vector<const ir::Edge*> before_;
    std::vector<const ir::Edge*> after_;
    std::vector<const ir::Edge*> first_;
    std::vector<const ir::Edge*> last_;
};

} // namespace mw::analysis

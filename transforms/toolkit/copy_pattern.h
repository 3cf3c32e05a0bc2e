#pragma once

#include "transforms/toolkit/pattern.h"

#include <functional>

// Matches of a copy: the two access nodes with data moving from one to the other.

namespace mw::transforms {

struct CopyNodes {
    StateView at;
    const ir::Node* first = nullptr;
    const ir::Node* second = nullptr;

    /// Whether the container of the first, or of the second, is a temporary.
    bool isTemporary(bool ofFirst) const;
};

const Pattern<CopyNodes>& copyPattern();

/// The edges that copy from the first to the second.
std::vector<const ir::Edge*> copiesBetween(const CopyNodes& nodes);
/// Without these copies, and without access nodes and temporaries that are then left alone; the
/// order that they gave stays.
ir::EditResult removeCopies(const DocumentView& view, const CopyNodes& nodes);

/// Pairs of neighbours in the order of the edges, each once. What `fits` says follows from the
/// document: it is asked again only where something changed.
std::vector<Match> copiesWhere(const DocumentView& view, const Region& region,
                               const std::function<bool(const CopyNodes&)>& fits);

} // namespace mw::transforms

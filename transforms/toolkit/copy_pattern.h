#pragma once

#include "transforms/toolkit/pattern.h"

#include <vector>

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

/// Which copies a search is after. Follows from the document.
using FitsCopy = bool (*)(const CopyNodes& nodes);
/// Pairs of neighbours in the order of the edges, each once. `fits` is asked again only where
/// something changed.
std::vector<Match> copiesWhere(const DocumentView& view, const Region& region, FitsCopy fits);

} // namespace mw::transforms

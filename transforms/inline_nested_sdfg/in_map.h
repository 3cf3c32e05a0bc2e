#pragma once

#include "transforms/inline_nested_sdfg/plan.h"

// A nested SDFG of one state inside a map: its nodes take its place, and touch the elements outside
// that its containers stood for.

namespace mw::transforms {

/// There is one state inside, and nothing between runs.
bool isOneState(const NestedAt& place);
/// The access node at the outer end of a connector's path.
const ir::Node* outerEnd(const ir::StateIndex& index, const ir::Edge& edge, bool in);
/// Conditions 3 and 4 inside a map; fills in the containers, and what is passed.
MaybeRefusal checkPassed(const NestedAt& place, InlineNames& names, std::vector<Passed>& passed);
/// Conditions 5 and 6 inside a map, beside those that hold everywhere.
MaybeRefusal checkInMap(const NestedAt& place, const std::vector<Passed>& passed);
/// Condition 7 inside a map.
MaybeRefusal checkAround(const DocumentView& view, const NestedAt& place,
                         const std::vector<Passed>& passed);

ir::EditResult inlineInMap(const ir::DocumentPtr& document, const NestedAt& place,
                           const InlineNames& names, const std::vector<Passed>& passed);

} // namespace mw::transforms

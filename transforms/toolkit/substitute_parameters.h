#pragma once

#include "core/ir/edit.h"
#include "transforms/toolkit/one_map.h"

namespace mw::transforms {

/// The parameters of a map that are known to take one value, with it: over what holds outside of
/// the map and its other parameters.
symbolic::Substitution singleValues(const OneMap& map);

/// The parameters may be replaced by their values inside the map: neither they nor what the values
/// say means anything else in there, and code that uses them can say the value.
MaybeRefusal checkSubstitution(int condition, const OneMap& map,
                               const symbolic::Substitution& values);

/// Replaces them in everything inside: memlets, code, ranges, values for nested SDFGs.
void substituteInside(ir::Editor& editor, BlockId state, NodeId entry,
                      const symbolic::Substitution& values);

} // namespace mw::transforms

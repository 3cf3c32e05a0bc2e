#pragma once

#include "transforms/toolkit/one_map.h"

#include <vector>

namespace mw::transforms {

/// For each place of a new order of a map's parameters the parameter's place in the old one.
using ParameterOrder = std::vector<std::size_t>;

/// It is another than the map's.
MaybeRefusal checkOrderIsNew(int condition, const OneMap& map, const ParameterOrder& order);
/// No range uses a parameter that would come after its own.
MaybeRefusal checkOrderOfRanges(int condition, const OneMap& map, const ParameterOrder& order);

/// The document with the parameters in this order; what the map says about blocks and threads
/// stays.
ir::EditResult reordered(const DocumentView& view, const OneMap& map, const ParameterOrder& order);

} // namespace mw::transforms

#pragma once

#include "core/symbolic/subset.h"

namespace mw::transforms {

/// Looks as if it could be empty for all sizes: ends before it begins at sight, or has a bound that
/// is the smaller or larger of several values.
bool looksEmpty(const symbolic::Range& range);

/// Counts up and ends before it begins, for all values of the symbols.
bool isEmpty(const symbolic::Range& range);

} // namespace mw::transforms

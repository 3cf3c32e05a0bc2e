#pragma once

#include "core/bench/bench.h"

#include <cstddef>

namespace mw::bench {

/// The same measurement with another variant first, which the others are set against: their ratios
/// are made anew from the samples, which were taken side by side. The order of the others stays.
BenchResult withBaseline(BenchResult result, std::size_t variant);

} // namespace mw::bench

#pragma once

#include "core/inputs/grid.h"
#include "core/ir/sdfg.h"

#include <vector>

namespace mw::inputs {

/// Tori that have as many elements and levels as the ranges of maps say that were written with
/// numbers in the place of symbols, likeliest first. Where they say one of both alone, the other is
/// that of `free`; where they say nothing there are none.
std::vector<Grid> impliedGrids(const ir::Sdfg& program, const std::vector<Grid>& free);

} // namespace mw::inputs

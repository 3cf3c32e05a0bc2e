#pragma once

#include "core/inputs/grid.h"
#include "core/ir/sdfg.h"

#include <vector>

namespace mw::inputs {

struct ImpliedGrids {
    std::vector<Grid> grids;  ///< likeliest first
    bool sayElements = false; ///< how many elements there are, not only how many levels
};
/// Tori that have as many elements and levels as the ranges of maps say that were written with
/// numbers in the place of symbols. Where they say one of both alone, the other is that of `free`;
/// where they say nothing there are none.
ImpliedGrids impliedGrids(const ir::Sdfg& program, const std::vector<Grid>& free);

} // namespace mw::inputs

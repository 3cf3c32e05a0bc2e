#pragma once

#include "core/codegen/library/runtime/arithmetic.h"

// How a launch is cut: as core/codegen/launch/launch_shape.cpp has it.

namespace mw::library {

struct Grid {
    unsigned grid[3], block[3];
};

/// Iterations of one dimension, `end` included.
inline Int extent(Status& status, const char* param, Int begin, Int end, Int step) {
    if (step > 0 && end < begin)
        return 0;
    if (step > 0) {
        fit(status, static_cast<Wide>(end) + step); // where a loop over them ends
        return fit(status, (static_cast<Wide>(end) - begin) / step + 1);
    }
    refuse(status, kBadValue, "the step of '%s' is %lld; a launch needs a positive one", param,
           step);
    return 0;
}

/// Levels per thread, in whole groups: runs of `usual` levels, and runs enough for so many blocks,
/// of `threads` along x each, as far as there are levels.
inline Int levelsAtCall(Int places, Int usual, Int group, Int threads, Int x, Int levels) {
    if (x < 1 || levels < 1)
        return 1;
    const Int rows = x / threads + (x % threads != 0);
    const Int wanted = places / rows + (places % rows != 0);
    const Int least = wanted < levels ? wanted : levels;
    const Int usualRuns = (levels + usual / 2) / usual;
    const Int runs = usualRuns > least ? usualRuns : least > 1 ? least : 1;
    const Int each = levels / runs + (levels % runs != 0);
    return each <= group ? each : (each + group - 1) / group * group;
}

/// Grid of a launch over sizes[0] x sizes[1] x sizes[2] iterations, fastest first; false: there is
/// nothing to do. `rows`: iterations of the second size per thread.
inline bool gridOf(const Int (&sizes)[3], const unsigned (&block)[3], unsigned rows, Grid& shape) {
    constexpr Int limits[3] = {2147483647, 65535, 65535};
    for (int i = 0; i < 3; ++i) {
        if (sizes[i] <= 0)
            return false;
        const Int each = i == 1 ? static_cast<Int>(block[i]) * rows : static_cast<Int>(block[i]);
        const Int grid = sizes[i] / each + (sizes[i] % each != 0);
        shape.grid[i] = static_cast<unsigned>(grid < limits[i] ? grid : limits[i]);
        shape.block[i] = block[i];
    }
    return true;
}

} // namespace mw::library

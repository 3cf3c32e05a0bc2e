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

/// When the last of all blocks has ended, in hundredths of the time that a level takes: `rows`
/// blocks to each run of `each` levels, those of the first run before those of the next, each as
/// soon as one of `places` is free. A block takes its levels and `shared` more (hundredths, too)
/// for what it loads once; the last run has what is left of the levels.
inline Int endOfRuns(Int places, Int shared, Int rows, Int levels, Int each) {
    const Int whole = levels / each, rest = levels % each;
    const Int time = 100 * each + shared, last = 100 * rest + shared;
    const Int beside = rows * whole % places; // of the last wave of whole runs
    const Int end = (rows * whole / places + (beside > 0)) * time;
    if (rest == 0)
        return end;
    // Short runs first take the places that this wave leaves free.
    const Int early = beside > 0 ? (places - beside) * (time / last) : 0;
    const Int late = rows > early ? rows - early : 0;
    return end + (late / places + (late % places != 0)) * last;
}

/// Levels of a thread's run, so that all blocks end soon and few load anew what their levels share:
/// whole groups, at most 80 levels, which is as far as was measured. `places`: blocks of `threads`
/// threads along x that the device holds at a time.
inline Int levelsOfRun(Int places, Int shared, Int group, Int threads, Int x, Int levels) {
    constexpr Int most = 80;
    constexpr Int kOpen = 115; // of a level in a run that may end early, in hundredths
    constexpr Int kTried = 10; // lengths, from the longest on
    if (x < 1 || levels < 2)
        return 1;
    const Int rows = x / threads + (x % threads != 0);
    const Int fewest = levels / most + (levels % most != 0);
    Int best = 0, least = 0;
    for (Int tried = 0; tried <= kTried; ++tried) {
        // The last one: as many runs as there are places for their blocks.
        const Int filling = places / rows < levels ? places / rows : levels;
        const Int runs = tried < kTried ? fewest + tried : filling;
        if (runs < fewest || runs > levels)
            continue;
        Int each = levels / runs + (levels % runs != 0);
        if (each > group) // a rest that is no whole group costs more than a few levels more
            each = (each + group - 1) / group * group;
        if (each > levels)
            each = levels;
        const Int end =
            endOfRuns(places, shared, rows, levels, each) * (levels % each == 0 ? 100 : kOpen);
        if (best == 0 || end < least) {
            least = end;
            best = each;
        }
    }
    return best;
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

// What an H200 took for programs of GT4Py 1.2.3 and 1.2.1 on 2026-11-28 (docs/measurements.md): as
// GT4Py optimised them, and as this program did. tools/measured-times makes a table by kernels.
#include "app/workbench/measured_times.h"

#include <array>

namespace mw::workbench {

std::span<const TimedWork> measuredTimes() {
    // launches and copies, bytes, bytes of the cache, instructions, us
    static constexpr std::array kTimes{
        TimedWork{1, 1.21856e+08, 4.55885e+08, 1.29024e+08, 38.2},
        TimedWork{1, 1.21856e+08, 4.55885e+08, 1.29024e+08, 38.5},
        TimedWork{1, 2.11995e+08, 5.72006e+08, 3.97824e+08, 68},
        TimedWork{1, 2.11995e+08, 5.72006e+08, 3.97824e+08, 68.3},
        TimedWork{1, 3.20589e+08, 7.26835e+08, 2.22208e+08, 94.4},
        TimedWork{2, 2.01779e+08, 4.75238e+08, 1.05728e+08, 59.2},
        TimedWork{2, 2.01779e+08, 4.75238e+08, 2.0608e+08, 58},
        TimedWork{2, 2.04948e+08, 5.21214e+08, 1.5956e+08, 56.1},
        TimedWork{2, 2.04948e+08, 5.21214e+08, 1.5956e+08, 56.1},
        TimedWork{2, 4.36531e+08, 1.02216e+09, 2.0608e+08, 119},
        TimedWork{4, 1.65612e+08, 7.17691e+08, 2.02897e+08, 71},
        TimedWork{6, 7.71725e+08, 1.26286e+09, 2.42995e+08, 209.7},
        TimedWork{6, 7.71725e+08, 1.26286e+09, 2.42995e+08, 211.2},
        TimedWork{6, 8.66183e+08, 2.50334e+09, 6.07053e+08, 234.6},
        TimedWork{7, 5.20307e+08, 9.71107e+08, 4.75373e+08, 150.5},
        TimedWork{7, 9.00071e+08, 1.04389e+09, 1.82956e+08, 230.3},
        TimedWork{7, 1.16134e+09, 2.03162e+09, 3.119e+08, 288.5},
        TimedWork{9, 8.41925e+08, 1.03839e+09, 1.82956e+08, 210.4},
        TimedWork{10, 1.40253e+09, 2.06632e+09, 9.40905e+08, 356.6},
        TimedWork{12, 2.44879e+08, 4.3022e+08, 1.25191e+08, 82.9},
        TimedWork{13, 1.63515e+09, 2.4207e+09, 6.55174e+08, 412.9},
    };
    return kTimes;
}

} // namespace mw::workbench

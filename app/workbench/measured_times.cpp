#include "app/workbench/measured_times.h"

#include <array>

namespace mw::workbench {

std::span<const MeasuredTime> measuredTimes() {
    static constexpr std::array kTimes{
        MeasuredTime{1, 1.21856e+08, 4e+08, 1e+08, 38.5},
    };
    return kTimes;
}

} // namespace mw::workbench

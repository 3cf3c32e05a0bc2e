#pragma once

namespace mw::conventions {

/// The least value of `gt_metrics_level` at which a program of GT4Py 1.2 tells how long a call
/// took.
inline constexpr int kPerformanceLevel = 10; // metrics.PERFORMANCE

} // namespace mw::conventions

#pragma once

#include "core/bench/rows.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace mw::bench {

/// A row of the table in one variant: how much it computes per byte that it has to move, how fast.
struct RooflinePoint {
    static constexpr std::size_t kProgram = std::numeric_limits<std::size_t>::max();

    std::size_t row = 0; ///< of the table; kProgram: the whole program
    std::size_t variant = 0;
    double operations = 0;   ///< floating-point, of one call
    double bytes = 0;        ///< compulsory traffic of one call
    double microseconds = 0; ///< median
    double intensity = 0;    ///< operations per byte
    double rate = 0;         ///< GFLOP/s
    double roof = 0; ///< GFLOP/s, the lower of the roofs at this intensity; 0: none is known
};
/// From a variant to the next one that has the row; indices of points.
struct RooflineArrow {
    std::size_t from = 0, to = 0;
};
struct Roofline {
    std::vector<RooflinePoint> points; ///< row by row, the program last, variants in their order
    std::vector<RooflineArrow> arrows; ///< none where the variants cannot be ranked
    std::vector<std::size_t> withoutOperations; ///< rows that only move data: they have no place
    double copyBandwidth = 0;                   ///< GB/s; 0: not known
    double cacheBandwidth = 0;                  ///< likewise, of the last cache
    double peak = 0;                            ///< GFLOP/s in double precision; 0: not known

    /// GFLOP/s that the roofs allow at an intensity; 0: no roof is known.
    double roofAt(double intensity) const;
    /// What they would allow if the last cache held all that moves; 0: its bandwidth is not known.
    double cacheRoofAt(double intensity) const;
};

/// Of the rows that timingRows() made of the result, those that are parts of a sum left out: the
/// sum stands for them.
Roofline roofline(const BenchResult& result, const std::vector<TimingRow>& rows);

/// A logarithmic axis from low to high, with round numbers for its marks.
struct LogAxis {
    double low = 1, high = 10;
    std::vector<double> ticks; ///< inside the axis, rising

    /// 0 at low, 1 at high.
    double place(double value) const;
    double valueAt(double place) const;
};
LogAxis logAxis(double low, double high);

/// Axes that show all points with some room around them, and of the roofs what is near.
struct RooflineFrame {
    LogAxis intensity, rate;
};
RooflineFrame frameOf(const Roofline& all);

} // namespace mw::bench

#pragma once

#include <span>
#include <vector>

namespace mw {

struct Summary {
    double median = 0, minimum = 0, maximum = 0;
    double spread = 0; ///< interquartile range divided by the median
    int samples = 0;
};
Summary summarise(std::span<const double> samples);

/// Linear interpolation between order statistics (numpy's default); 0 of no samples.
double quantile(std::span<const double> samples, double q);

struct Interval {
    double low = 0, high = 0;
};
/// Bootstrap interval (95 %, fixed seed) of median(a) / median(b) for samples taken in pairs.
Interval ratioInterval(std::span<const double> a, std::span<const double> b);

} // namespace mw

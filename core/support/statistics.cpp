// Medians, spreads, and bootstrap intervals of ratios.
#include "core/support/statistics.h"

#include "core/support/hash.h"

#include <algorithm>
#include <cstdint>

namespace mw {

namespace {

/// `sorted` is not empty.
double quantileOf(const std::vector<double>& sorted, double q) {
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double medianOf(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    return quantileOf(values, 0.5);
}

} // namespace

Summary summarise(std::span<const double> samples) {
    if (samples.empty())
        return {};
    std::vector<double> sorted(samples.begin(), samples.end());
    Summary summary;
    summary.median = medianOf(sorted);
    summary.minimum = sorted.front();
    summary.maximum = sorted.back();
    summary.samples = static_cast<int>(sorted.size());
    if (summary.median > 0)
        summary.spread = (quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25)) / summary.median;
    return summary;
}

double quantile(std::span<const double> samples, double q) {
    if (samples.empty())
        return 0;
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    return quantileOf(sorted, q);
}

Interval ratioInterval(std::span<const double> a, std::span<const double> b) {
    const std::size_t n = std::min(a.size(), b.size());
    if (n == 0)
        return {};
    constexpr int kResamples = 2000;
    std::vector<double> ratios;
    std::vector<double> drawnA(n);
    std::vector<double> drawnB(n);
    std::uint64_t state = 0x6d61707772696768ULL; // fixed: the same samples give the same interval
    for (int resample = 0; resample < kResamples; ++resample) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t pick = splitmix64(state++) % n;
            drawnA[i] = a[pick];
            drawnB[i] = b[pick];
        }
        const double below = medianOf(drawnB);
        if (below > 0)
            ratios.push_back(medianOf(drawnA) / below);
    }
    if (ratios.empty())
        return {};
    std::sort(ratios.begin(), ratios.end());
    return {quantileOf(ratios, 0.025), quantileOf(ratios, 0.975)};
}

} // namespace mw

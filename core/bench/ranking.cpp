// When times do not support an order, and why.
#include "core/bench/ranking.h"

#include "core/support/amounts.h"

#include <fmt/format.h>

#include <cmath>

namespace mw::bench {

namespace {

constexpr double kFarApart = 1.5;    // median over minimum
constexpr double kSurelyApart = 1.5; // best of one over worst of the other

std::string whyFarApart(const VariantResult& variant) {
    if (!isFarApart(variant.device))
        return {};
    return fmt::format("the median of {} ({:.1f} us) lies far above its minimum ({:.1f} us)",
                       variant.name, variant.device.median, variant.device.minimum);
}

std::string whyFits(const BenchResult& result, const VariantResult& variant) {
    return fmt::format("the arrays of {} ({}) fit into the last cache ({}): choose a larger grid, "
                       "or a cold cache",
                       variant.name, sizeText(static_cast<std::int64_t>(variant.workingBytes)),
                       sizeText(static_cast<std::int64_t>(result.lastCacheBytes)));
}

/// Larger grids, as models have them, do not stay in a cache from call to call: what is faster
/// there need not be faster then.
std::string whyCached(const BenchResult& result, const VariantResult& variant) {
    return fitsCache(result, variant) ? whyFits(result, variant) : std::string();
}

std::string whyAlone(const BenchResult& result, const VariantResult& variant) {
    auto why = whyCached(result, variant);
    return why.empty() ? whyFarApart(variant) : why;
}

} // namespace

bool fitsCache(const BenchResult& result, const VariantResult& variant) {
    return !result.measure.coldCache && variant.workingBytes > 0 &&
           variant.workingBytes <= result.lastCacheBytes;
}

std::string cacheNote(const BenchResult& result) {
    for (const auto& variant : result.variants)
        if (fitsCache(result, variant))
            return "Flattered by caches: " + whyFits(result, variant) + ".";
    return {};
}

bool isFarApart(const Summary& time) {
    return time.minimum > 0 && time.median > kFarApart * time.minimum;
}

std::string whyNotRanked(const BenchResult& result, std::size_t variant) {
    // Other work on the host does not slow a device's kernels down.
    if (result.target == codegen::Target::cpu)
        if (auto why = whyLoaded(result.load); !why.empty())
            return why;
    if (auto why = whyAlone(result, result.variants[0]); !why.empty())
        return why;
    return variant == 0 ? std::string() : whyAlone(result, result.variants[variant]);
}

std::optional<double> surelyFaster(const BenchResult& result, std::size_t variant) {
    const auto &first = result.variants[0], &other = result.variants[variant];
    if (variant == 0 || whyNotRanked(result, variant).empty() || fitsCache(result, first) ||
        fitsCache(result, other))
        return std::nullopt;
    const Summary &was = first.device, &is = other.device;
    if (was.minimum <= 0 || is.minimum <= 0 || was.maximum <= 0 || is.maximum <= 0)
        return std::nullopt;
    if (was.minimum > kSurelyApart * is.maximum)
        return was.minimum / is.maximum;
    if (is.minimum > kSurelyApart * was.maximum)
        return was.maximum / is.minimum;
    return std::nullopt;
}

std::string boundText(const BenchResult& result, std::size_t variant) {
    const auto faster = surelyFaster(result, variant);
    if (!faster)
        return {};
    // Rounded to the side that still holds.
    const double times = std::floor(10 * (*faster > 1 ? *faster : 1 / *faster)) / 10;
    return fmt::format("at least {:.1f} times {}", times, *faster > 1 ? "faster" : "slower");
}

std::string whyNotRanked(const BenchResult& result) {
    for (std::size_t v = 0; v < result.variants.size(); ++v)
        if (auto why = whyNotRanked(result, v); !why.empty())
            return why;
    return {};
}

} // namespace mw::bench

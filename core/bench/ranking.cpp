// When times do not support an order, and why.
#include "core/bench/ranking.h"

#include <fmt/format.h>

namespace mw::bench {

namespace {

constexpr double kFarApart = 1.5; // median over minimum

std::string whyFarApart(const VariantResult& variant) {
    if (!isFarApart(variant.device))
        return {};
    return fmt::format("the median of {} ({:.1f} us) lies far above its minimum ({:.1f} us)",
                       variant.name, variant.device.median, variant.device.minimum);
}

} // namespace

bool isFarApart(const Summary& time) {
    return time.minimum > 0 && time.median > kFarApart * time.minimum;
}

std::string whyNotRanked(const BenchResult& result, std::size_t variant) {
    // Other work on the host does not slow a device's kernels down.
    if (result.target == codegen::Target::cpu)
        if (auto why = whyLoaded(result.load); !why.empty())
            return why;
    if (auto why = whyFarApart(result.variants[0]); !why.empty())
        return why;
    return variant == 0 ? std::string() : whyFarApart(result.variants[variant]);
}

std::string whyNotRanked(const BenchResult& result) {
    for (std::size_t v = 0; v < result.variants.size(); ++v)
        if (auto why = whyNotRanked(result, v); !why.empty())
            return why;
    return {};
}

} // namespace mw::bench

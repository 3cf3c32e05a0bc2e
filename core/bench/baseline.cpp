// Any variant as the one that the others are set against.
#include "core/bench/baseline.h"

#include <algorithm>
#include <cassert>

namespace mw::bench {

BenchResult withBaseline(BenchResult result, std::size_t variant) {
    assert(variant < result.variants.size());
    if (variant == 0)
        return result;
    const auto first = result.variants.begin();
    const auto chosen = first + static_cast<std::ptrdiff_t>(variant);
    std::rotate(first, chosen, chosen + 1);
    for (auto& each : result.variants)
        each.ratio = ratioInterval(each.deviceSamples, result.variants.front().deviceSamples);
    return result;
}

} // namespace mw::bench

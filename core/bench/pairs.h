#pragma once

#include "core/bench/bench.h"

#include <vector>

namespace mw::bench {

/// Kernels of two variants that together do the same work, by their numbers, sorted.
struct KernelGroup {
    std::vector<int> first, second;
};

/// Every group as small as can be shown, none where nothing can be; in the order of the first
/// variant. A kernel is in one group at most.
std::vector<KernelGroup> pairKernels(const VariantResult& first, const VariantResult& second);

} // namespace mw::bench

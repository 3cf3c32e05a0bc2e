// Which iterations of a map run side by side.
#include "core/codegen/lanes.h"

#include "core/codegen/codegen.h"

#include <algorithm>

namespace mw::codegen {

std::optional<std::string> laneParameter(const ir::Document& document, NodeId map,
                                         std::shared_ptr<KernelMemo> memo) {
    // Nothing is compiled: C++ of the graph's own needs no consent.
    LowerOptions options;
    options.rawCode = true;
    options.memo = std::move(memo);
    const auto plan = lower(document, options);
    if (!plan)
        return std::nullopt;
    const auto kernel = std::ranges::find(plan->kernels, map, &Kernel::map);
    if (kernel == plan->kernels.end() || kernel->sequential || kernel->dims.empty())
        return std::nullopt;
    return kernel->dims.back().param;
}

} // namespace mw::codegen

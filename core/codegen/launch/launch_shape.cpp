// The grid of a launch, when the values of all symbols are known.
#include "core/codegen/codegen.h"
#include "core/codegen/library/runtime/grid.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::codegen {

namespace {

constexpr std::int64_t kMaxGridX = 2147483647;

Unexpected tooLarge(const std::string& param) {
    return fail("launch-size",
                fmt::format("the iterations over '{}' are more than 64 bits can count", param));
}

Expected<std::int64_t> extent(const LaunchDim& dim, const symbolic::Bindings& symbols) {
    MW_TRY(const std::int64_t begin, evaluateInteger(dim.begin, symbols));
    MW_TRY(const std::int64_t end, evaluateInteger(dim.end, symbols));
    MW_TRY(const std::int64_t step, evaluateInteger(dim.step, symbols));
    if (step <= 0)
        return fail("launch-step", fmt::format("the step of '{}' is {}; a launch needs a positive "
                                               "one",
                                               dim.param, step));
    std::int64_t span = 0;
    std::int64_t iterations = 0;
    std::int64_t after = 0; // where a loop over them ends
    if (end >= begin && (__builtin_sub_overflow(end, begin, &span) ||
                         __builtin_add_overflow(span / step, 1, &iterations)))
        return tooLarge(dim.param);
    if (iterations > 0 && __builtin_add_overflow(end, step, &after))
        return fail("launch-size", fmt::format("the iterations over '{}' in steps of {} end at {}, "
                                               "less than a step below what 64 bits hold",
                                               dim.param, step, end));
    return iterations;
}

} // namespace

std::int64_t levelsAtCall(const LaunchChoice& launch, std::int64_t x, std::int64_t levels) {
    if (launch.places == 0)
        return std::max(1, launch.levelsPerThread);
    return library::levelsOfRun(launch.places, launch.sharedTime, launch.levelsPerGroup,
                                std::max(1, launch.block[0]), x, levels);
}

Expected<LaunchShape> launchShape(const Kernel& kernel, const symbolic::Bindings& symbols) {
    LaunchShape shape;
    if (kernel.sequential || kernel.dims.empty())
        return shape;
    std::array<std::int64_t, 3> sizes{1, 1, 1};
    for (std::size_t i = 0; i < kernel.dims.size(); ++i) {
        const LaunchDim& dim = kernel.dims[kernel.dims.size() - 1 - i];
        MW_TRY(const std::int64_t n, extent(dim, symbols));
        std::int64_t& size = sizes.at(std::min<std::size_t>(i, 2));
        if (__builtin_mul_overflow(size, n, &size))
            return tooLarge(dim.param);
    }
    shape.levels = static_cast<int>(levelsAtCall(kernel.launch, sizes[0], sizes[1]));
    for (std::size_t i = 0; i < 3; ++i) {
        const std::int64_t block = std::max(1, kernel.launch.block.at(i));
        const std::int64_t rows = i == 1 ? block * shape.levels : block;
        const std::int64_t grid = sizes.at(i) / rows + (sizes.at(i) % rows != 0 ? 1 : 0);
        shape.block.at(i) = static_cast<unsigned>(block);
        shape.grid.at(i) = static_cast<unsigned>(std::min(grid, i == 0 ? kMaxGridX : kMaxGridYZ));
    }
    if (sizes[0] == 0 || sizes[1] == 0 || sizes[2] == 0)
        shape.grid = {0, 0, 0};
    return shape;
}

} // namespace mw::codegen

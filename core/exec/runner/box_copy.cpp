// Copies of boxes between arrays of any strides: one block of bytes, or a copy kernel.
#include "core/exec/runner/box_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace mw::exec {

namespace {

constexpr std::size_t kMaxDims = 4;
constexpr unsigned kBlock = 128;

Expected<void> checkSide(const std::string& array, std::int64_t elements, library::Reach reach) {
    if (reach.low >= 0 && reach.high < elements)
        return {};
    return fail("out-of-bounds",
                fmt::format("a copy touches elements {} to {} of the array '{}', which has {}",
                            reach.low, reach.high, array, elements));
}

int rankOf(const BoxCopy& box) {
    return static_cast<int>(box.dims.size());
}

} // namespace

Expected<void> checkBox(const BoxCopy& box, const std::string& src, std::int64_t srcElements,
                        const std::string& dst, std::int64_t dstElements) {
    const BoxCopy::Dim* dims = box.dims.data();
    const int rank = rankOf(box);
    if (library::isEmpty(dims, rank))
        return {};
    MW_CHECK(checkSide(src, srcElements,
                       library::reachOf(box.srcOffset, dims, rank, &BoxCopy::Dim::srcStride)));
    return checkSide(dst, dstElements,
                     library::reachOf(box.dstOffset, dims, rank, &BoxCopy::Dim::dstStride));
}

bool simplifyBox(BoxCopy& box) {
    if (library::isEmpty(box.dims.data(), rankOf(box)))
        return false;
    const int rank = library::simplify(box.dims.data(), rankOf(box));
    box.dims.resize(static_cast<std::size_t>(rank));
    return true;
}

std::optional<std::size_t> contiguousBytes(const BoxCopy& box) {
    const auto size = static_cast<std::size_t>(box.elementBytes);
    if (box.dims.empty())
        return size;
    if (box.dims.size() == 1 && box.dims[0].srcStride == 1 && box.dims[0].dstStride == 1)
        return static_cast<std::size_t>(box.dims[0].count) * size;
    return std::nullopt;
}

std::size_t copyKernelIndex(int elementBytes) {
    return static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(elementBytes)));
}

Expected<PreparedLaunch> boxLaunch(const BoxCopy& box, void* dst, void* src, void* function,
                                   bool runsInline) {
    if (box.dims.size() > kMaxDims)
        return fail("copy-rank", "a copy has more than four dimensions that do not join");
    std::array<BoxCopy::Dim, kMaxDims> dims;
    dims.fill({1, 0, 0});
    std::copy(box.dims.begin(), box.dims.end(), dims.end() - static_cast<int>(box.dims.size()));
    PreparedLaunch launch;
    launch.function = function;
    launch.values = {PreparedLaunch::Slot::of(dst), PreparedLaunch::Slot::of(src)};
    for (const auto member :
         {&BoxCopy::Dim::count, &BoxCopy::Dim::dstStride, &BoxCopy::Dim::srcStride})
        for (const BoxCopy::Dim& dim : dims)
            launch.values.push_back(PreparedLaunch::Slot::of(dim.*member));
    if (runsInline)
        return launch;
    const auto clamped = [](std::int64_t n) {
        return static_cast<unsigned>(std::min(n, codegen::kMaxGridYZ));
    };
    launch.shape.block = {kBlock, 1, 1};
    launch.shape.grid = {static_cast<unsigned>((dims[3].count + kBlock - 1) / kBlock),
                         clamped(dims[2].count), clamped(dims[0].count * dims[1].count)};
    return launch;
}

} // namespace mw::exec

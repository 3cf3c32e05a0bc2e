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

Expected<void> checkSide(const std::string& array, std::int64_t elements, std::int64_t low,
                         std::int64_t high) {
    if (low >= 0 && high < elements)
        return {};
    return fail("out-of-bounds",
                fmt::format("a copy touches elements {} to {} of the array '{}', which has {}", low,
                            high, array, elements));
}

template <class T>
PreparedLaunch::Slot slotOf(T value) {
    PreparedLaunch::Slot slot;
    std::copy_n(reinterpret_cast<const std::byte*>(&value), sizeof value, slot.bytes.data());
    return slot;
}

} // namespace

Expected<void> checkBox(const BoxCopy& box, const std::string& src, std::int64_t srcElements,
                        const std::string& dst, std::int64_t dstElements) {
    std::int64_t srcLow = box.srcOffset;
    std::int64_t srcHigh = box.srcOffset;
    std::int64_t dstLow = box.dstOffset;
    std::int64_t dstHigh = box.dstOffset;
    for (const BoxCopy::Dim& dim : box.dims) {
        if (dim.count <= 0)
            return {};
        const std::int64_t s = (dim.count - 1) * dim.srcStride;
        const std::int64_t d = (dim.count - 1) * dim.dstStride;
        (s < 0 ? srcLow : srcHigh) += s;
        (d < 0 ? dstLow : dstHigh) += d;
    }
    MW_CHECK(checkSide(src, srcElements, srcLow, srcHigh));
    return checkSide(dst, dstElements, dstLow, dstHigh);
}

bool simplifyBox(BoxCopy& box) {
    for (const BoxCopy::Dim& dim : box.dims)
        if (dim.count <= 0)
            return false;
    std::erase_if(box.dims, [](const BoxCopy::Dim& dim) { return dim.count == 1; });
    std::stable_sort(box.dims.begin(), box.dims.end(),
                     [](const BoxCopy::Dim& a, const BoxCopy::Dim& b) {
                         return std::abs(a.dstStride) > std::abs(b.dstStride);
                     });
    for (std::size_t d = box.dims.size(); d-- > 1;) {
        BoxCopy::Dim& outer = box.dims[d - 1];
        const BoxCopy::Dim& inner = box.dims[d];
        if (outer.srcStride == inner.count * inner.srcStride &&
            outer.dstStride == inner.count * inner.dstStride) {
            outer = {outer.count * inner.count, inner.srcStride, inner.dstStride};
            box.dims.erase(box.dims.begin() + static_cast<std::ptrdiff_t>(d));
        }
    }
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
    launch.values = {slotOf(dst), slotOf(src)};
    for (const auto member :
         {&BoxCopy::Dim::count, &BoxCopy::Dim::dstStride, &BoxCopy::Dim::srcStride})
        for (const BoxCopy::Dim& dim : dims)
            launch.values.push_back(slotOf(dim.*member));
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

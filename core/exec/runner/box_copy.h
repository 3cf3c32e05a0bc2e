#pragma once

#include "core/codegen/library/runtime/box.h"
#include "core/exec/runner/backend.h"

#include <optional>

namespace mw::exec {

/// A strided copy with everything evaluated, in elements; dimensions outermost first.
struct BoxCopy {
    using Dim = library::BoxDim;
    std::int64_t srcOffset = 0, dstOffset = 0;
    std::vector<Dim> dims;
    int elementBytes = 8;
};

/// An error that names the array when the box leaves it.
Expected<void> checkBox(const BoxCopy& box, const std::string& src, std::int64_t srcElements,
                        const std::string& dst, std::int64_t dstElements);
/// Drops dimensions of one element, orders the rest by falling destination stride, and joins those
/// that follow each other in both arrays. False: the box is empty.
bool simplifyBox(BoxCopy& box);
/// Size of the one block that a simplified box is; nullopt when it has gaps.
std::optional<std::size_t> contiguousBytes(const BoxCopy& box);
/// Position of an element size among the copy kernels.
std::size_t copyKernelIndex(int elementBytes);
/// The launch of a copy kernel for a simplified box; not bound yet.
Expected<PreparedLaunch> boxLaunch(const BoxCopy& box, void* dst, void* src, void* function,
                                   bool runsInline);

} // namespace mw::exec

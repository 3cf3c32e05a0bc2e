#pragma once

// Strided copies between arrays, in elements. The runner and every exported library take them apart
// by this.

namespace mw::library {

struct BoxDim {
    long long count, srcStride, dstStride;
};

/// First and last element that one side touches, as far as a number can say.
struct Reach {
    long long low, high;
};
/// Nothing may be counted zero times.
inline Reach reachOf(long long offset, const BoxDim* dims, int rank, long long BoxDim::*stride) {
    Reach reach{offset, offset};
    for (int d = 0; d < rank; ++d) {
        const bool down = dims[d].*stride < 0;
        long long& end = down ? reach.low : reach.high;
        long long span = 0;
        if (__builtin_mul_overflow(dims[d].count - 1, dims[d].*stride, &span) ||
            __builtin_add_overflow(end, span, &end))
            end = down ? -__LONG_LONG_MAX__ : __LONG_LONG_MAX__;
    }
    return reach;
}
inline bool isEmpty(const BoxDim* dims, int rank) {
    for (int d = 0; d < rank; ++d)
        if (dims[d].count <= 0)
            return true;
    return false;
}

/// Drops dimensions of one element, orders the rest by falling destination stride, and joins those
/// that follow each other in both arrays; the number of dimensions that are left.
inline int simplify(BoxDim* dims, int rank) {
    const auto length = [](long long stride) { return stride < 0 ? -stride : stride; };
    int kept = 0;
    for (int d = 0; d < rank; ++d) {
        if (dims[d].count == 1)
            continue;
        const BoxDim one = dims[d];
        int at = kept++;
        for (; at > 0 && length(dims[at - 1].dstStride) < length(one.dstStride); --at)
            dims[at] = dims[at - 1];
        dims[at] = one;
    }
    for (int d = kept - 1; d > 0; --d) {
        BoxDim& outer = dims[d - 1];
        const BoxDim inner = dims[d];
        if (outer.srcStride != inner.count * inner.srcStride ||
            outer.dstStride != inner.count * inner.dstStride)
            continue;
        outer = {outer.count * inner.count, inner.srcStride, inner.dstStride};
        --kept;
        for (int e = d; e < kept; ++e)
            dims[e] = dims[e + 1];
    }
    return kept;
}

} // namespace mw::library

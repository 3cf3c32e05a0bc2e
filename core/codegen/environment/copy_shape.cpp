// Boxes of different shape as one loop nest.
#include "core/codegen/environment/copy_shape.h"

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

BoxDims movingDims(BoxDims dims) {
    std::erase_if(dims, [](const BoxDim& dim) { return dim.count.isInteger(1); });
    return dims;
}

bool isEqual(const Expr& a, const Expr& b) {
    return a == b || symbolic::simplify(a - b).isInteger(0);
}

/// Both sides certainly have the same dimensions.
bool pairUp(const BoxDims& a, const BoxDims& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const BoxDim& x, const BoxDim& y) { return isEqual(x.count, y.count); });
}

/// `large` divided by the size of the innermost dimension of `small` (`inner`), where that is known
/// to leave no remainder.
std::optional<Expr> quotient(const Expr& large, const BoxDims& small, Expr& inner) {
    inner = small.back().count;
    const auto n = large.asInteger();
    const auto m = inner.asInteger();
    if (n && m)
        return *m > 0 && *n % *m == 0 ? std::optional(Expr(*n / *m)) : std::nullopt;
    Expr product = 1; // of what lies outside of the innermost one
    for (std::size_t d = small.size() - 1; d-- > 0;) {
        product = product * small[d].count;
        if (isEqual(product * inner, large))
            return symbolic::simplify(product);
    }
    return std::nullopt;
}

/// Cuts the innermost dimension in two, the inner one of `inner` elements.
void split(BoxDims& box, const Expr& inner, const Expr& outer) {
    BoxDim& dim = box.back();
    const BoxDim cut{inner, dim.stride};
    dim = {outer, symbolic::simplify(dim.stride * inner)};
    box.push_back(cut);
}

} // namespace

std::optional<CommonBoxes> commonBoxes(BoxDims src, BoxDims dst) {
    src = movingDims(std::move(src));
    dst = movingDims(std::move(dst));
    CommonBoxes common;
    if (pairUp(src, dst)) {
        common = {std::move(src), std::move(dst)};
        for (std::size_t d = 0; d < common.src.size(); ++d)
            common.dst[d].count = common.src[d].count;
        return common;
    }
    while (!src.empty() && !dst.empty()) { // innermost first
        Expr inner;
        if (!isEqual(src.back().count, dst.back().count)) {
            if (const auto outer = quotient(dst.back().count, src, inner))
                split(dst, inner, *outer);
            else if (const auto other = quotient(src.back().count, dst, inner))
                split(src, inner, *other);
            else
                return std::nullopt;
        }
        common.src.push_back(src.back());
        common.dst.push_back({src.back().count, dst.back().stride});
        src.pop_back();
        dst.pop_back();
    }
    if (!src.empty() || !dst.empty())
        return std::nullopt;
    std::reverse(common.src.begin(), common.src.end());
    std::reverse(common.dst.begin(), common.dst.end());
    return common;
}

Expr offsetOf(const BoxDims& box, const Expr& element) {
    Expr offset = 0;
    Expr rest = element;
    for (std::size_t d = box.size(); d-- > 0;) {
        if (d == 0) {
            offset = offset + rest * box[d].stride;
            break;
        }
        const Expr outer = symbolic::intFloor(rest, box[d].count);
        offset = offset + (rest - outer * box[d].count) * box[d].stride;
        rest = outer;
    }
    return symbolic::simplify(offset);
}

} // namespace mw::codegen

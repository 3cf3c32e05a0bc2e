// Cutting boxes along the borders of others.

#include "transforms/toolkit/boxes.h"

#include <algorithm>

namespace mw::transforms {

using symbolic::Expr;
using symbolic::Prover;
using symbolic::Range;
using symbolic::Subset;

namespace {

const Expr* smaller(const Expr& a, const Expr& b, Prover& prover) {
    if (symbolic::equal(a, b) || prover.lessEqual(a, b).proven())
        return &a;
    return prover.lessEqual(b, a).proven() ? &b : nullptr;
}

const Expr* larger(const Expr& a, const Expr& b, Prover& prover) {
    const Expr* least = smaller(a, b, prover);
    return !least ? nullptr : least == &a ? &b : &a;
}

Expr leastOf(const Expr& a, const Expr& b, Prover& prover) {
    const Expr* least = smaller(a, b, prover);
    return least ? *least : symbolic::min(a, b);
}

Expr mostOf(const Expr& a, const Expr& b, Prover& prover) {
    const Expr* most = larger(a, b, prover);
    return most ? *most : symbolic::max(a, b);
}

/// The end as it is written, behind the last element.
Expr behind(const Range& range) {
    return symbolic::simplify(range.end + Expr(1));
}

} // namespace

bool isPlainBox(const Subset& box) {
    return std::ranges::all_of(box.dims, [](const Range& range) {
        return range.isPoint() || (range.step.isInteger(1) && range.tile.isInteger(1));
    });
}

std::optional<Subset> commonPart(const Subset& a, const Subset& b, Prover& prover) {
    if (a.rank() != b.rank())
        return std::nullopt;
    Subset common;
    for (std::size_t d = 0; d < a.rank(); ++d) {
        const Expr* begin = larger(a.dims[d].begin, b.dims[d].begin, prover);
        const Expr* end = smaller(a.dims[d].end, b.dims[d].end, prover);
        if (!begin || !end)
            return std::nullopt;
        common.dims.push_back({*begin, *end});
    }
    return common;
}

std::vector<Subset> without(const Subset& box, const Subset& part, Prover& prover) {
    std::vector<Subset> pieces;
    Subset left = box;
    for (std::size_t d = 0; d < box.rank(); ++d) {
        const Range all = left.dims[d];
        const Range& inner = part.dims[d];
        if (!symbolic::equal(all.begin, inner.begin)) {
            left.dims[d] = {all.begin, leastOf(inner.begin, behind(all), prover) - Expr(1)};
            pieces.push_back(left);
        }
        if (!symbolic::equal(all.end, inner.end)) {
            left.dims[d] = {mostOf(behind(inner), inner.begin, prover), all.end};
            pieces.push_back(left);
        }
        left.dims[d] = inner;
    }
    return pieces;
}

Subset boxAround(const Subset& a, const Subset& b, Prover& prover) {
    Subset box;
    for (std::size_t d = 0; d < a.rank(); ++d)
        box.dims.push_back({leastOf(a.dims[d].begin, b.dims[d].begin, prover),
                            mostOf(a.dims[d].end, b.dims[d].end, prover)});
    return box;
}

} // namespace mw::transforms

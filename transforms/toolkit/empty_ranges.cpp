// Ranges without an element.

#include "transforms/toolkit/empty_ranges.h"

#include "core/symbolic/prover.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Op;

bool chooses(const Expr& e) {
    return e.op() == Op::min || e.op() == Op::max || std::ranges::any_of(e.args(), chooses);
}

} // namespace

bool looksEmpty(const symbolic::Range& range) {
    const Expr length = symbolic::expand(range.end - range.begin);
    return length.isInteger() ? length.value() < 0 : chooses(length);
}

bool isEmpty(const symbolic::Range& range) {
    if (!range.step.isInteger() || range.step.value() <= 0)
        return false;
    const Expr length = symbolic::expand(range.end - range.begin);
    if (length.isInteger())
        return length.value() < 0;
    return symbolic::Prover().lessEqual(range.end + Expr(1), range.begin).proven();
}

} // namespace mw::transforms

#pragma once

#include "core/symbolic/expr.h"

namespace mw::symbolic {

/// A value as an expression: an integer or a real number.
inline Expr literal(const Value& value) {
    return value.isReal ? Expr::real(value.d) : Expr(value.i);
}

} // namespace mw::symbolic

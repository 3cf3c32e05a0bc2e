#pragma once

#include "core/symbolic/expr.h"

#include <string>

namespace mw::codegen {

/// Change of `e` when `name` grows by one.
inline symbolic::Expr difference(const symbolic::Expr& e, const std::string& name) {
    const auto next = symbolic::substitute(e, {{name, symbolic::Expr::symbol(name) + 1}});
    return symbolic::simplify(next - e);
}

} // namespace mw::codegen

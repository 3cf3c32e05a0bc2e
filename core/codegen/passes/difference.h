#pragma once

#include "core/codegen/plan.h"

#include <algorithm>
#include <string>

namespace mw::codegen {

/// Change of `e` when `name` grows by one.
inline symbolic::Expr difference(const symbolic::Expr& e, const std::string& name) {
    const auto next = symbolic::substitute(e, {{name, symbolic::Expr::symbol(name) + 1}});
    return symbolic::simplify(next - e);
}

/// Whether different iterations have different indices: the index moves with every dimension.
inline bool movesWithAll(const Kernel& kernel, const symbolic::Expr& index) {
    return std::all_of(kernel.dims.begin(), kernel.dims.end(), [&](const LaunchDim& dim) {
        return !difference(index, dim.param).isInteger(0);
    });
}

} // namespace mw::codegen

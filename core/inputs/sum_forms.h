#pragma once

#include "core/analysis/index_use.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mw::inputs {

/// The same sum in forms that show more: min(a, b) + c as min(a + c, b + c), and a multiple of the
/// divisor times a quotient as what the remainder leaves of the dividend.
std::vector<symbolic::Expr> otherForms(const symbolic::Expr& sum);

/// The range of a parameter; null: that is none.
const symbolic::Range* parameterRange(const analysis::IndexNames& names, const std::string& name);

/// The least and the greatest that the sum can be over the range of a parameter that no range of
/// another one in it depends on, and whose own range depends on something.
std::optional<std::pair<symbolic::Expr, symbolic::Expr>>
withoutParameter(const analysis::IndexNames& names, const symbolic::Expr& sum);

/// Of a parameter that goes in steps of a multiple of the divisor.
std::optional<std::int64_t> fixedRemainder(const analysis::IndexNames& names,
                                           const symbolic::Expr& e, std::int64_t divisor);

} // namespace mw::inputs

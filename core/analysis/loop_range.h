#pragma once

#include "core/analysis/names.h"
#include "core/symbolic/expr.h"

#include <optional>
#include <string_view>

// What the statements of a loop region say; footprint.h has the range of its variable.

namespace mw::analysis {

/// What a loop's init or update gives its variable: the right side of `variable = expression`, and
/// `variable + expression` for `variable += expression`. nullopt: it is nothing of that kind.
std::optional<symbolic::Expr> assignedExpression(std::string_view statement,
                                                 std::string_view variable);

/// Whether the edges and loops of a body give one of the symbols a value.
bool assignsAny(const ir::Region& body, const NameSet& symbols);

} // namespace mw::analysis

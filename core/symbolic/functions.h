#pragma once

#include "core/symbolic/expr.h"

#include <string_view>

namespace mw::symbolic {

/// Name of a call without the module that Python text puts in front: `sqrt` of `math.sqrt`.
std::string_view functionName(const Expr& call);
std::string_view functionName(std::string_view call);

/// Whether the symbolic layer knows what a function of this name means. Text of a file may call
/// these and no others.
bool isKnownFunction(std::string_view name);

/// The first call of another function in it; null when there is none.
const Expr* unknownFunction(const Expr& e);

} // namespace mw::symbolic

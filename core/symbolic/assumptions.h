#pragma once

#include "core/support/expected.h"
#include "core/symbolic/prover.h"

#include <string_view>

namespace mw::symbolic {

/// Every symbol has its value: what a scenario says. Real values say nothing.
Assumptions assumptionsOf(const Bindings& values);

/// The assumptions that mention only symbols which `mapping` (inner symbol -> outer expression)
/// passes on under the same name: they hold inside of a nested SDFG too.
Assumptions throughMapping(const Assumptions& outer,
                           const std::map<std::string, Expr, std::less<>>& mapping);

} // namespace mw::symbolic

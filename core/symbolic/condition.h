#pragma once

#include "core/symbolic/prover.h"

#include <string>
#include <vector>

namespace mw::symbolic {

/// A readable sufficient condition over the symbols with which `inner` is a subset of `outer` for
/// all values of the parameters, whose ranges stand in `given`: "vertical_end >= 3". Empty when
/// none can be stated. Costs as much as an answer of the Prover.
std::string coverCondition(const Assumptions& given, const std::vector<std::string>& parameters,
                           const Subset& outer, const Subset& inner);

} // namespace mw::symbolic

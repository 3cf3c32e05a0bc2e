#pragma once

#include "transforms/framework/transformation.h"

#include <string_view>
#include <vector>

namespace mw::transforms {

/// What is applied at every place where it applies, with the parameters that are not as usual.
struct Pass {
    const Transformation* transformation = nullptr;
    Params params;
};

/// A line of an order; no transformation where it is empty.
Expected<Pass> parsePass(const std::string& line);

/// An order of passes, one to a line: the name and, as for `mw apply`, parameters as --NAME or
/// --NAME=VALUE. Empty lines and what follows a # count for nothing. The error names the line.
Expected<std::vector<Pass>> parseOrder(std::string_view text);

} // namespace mw::transforms

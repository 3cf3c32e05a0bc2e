#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace mw {

/// One typed value of a parameter of a transformation, and the values by parameter.
using ParamValue = std::variant<bool, std::int64_t, std::string>;
using Params = std::map<std::string, ParamValue, std::less<>>;

} // namespace mw

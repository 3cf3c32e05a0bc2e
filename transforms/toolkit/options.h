#pragma once

#include "transforms/framework/transformation.h"

#include <string>
#include <string_view>
#include <vector>

// Parameters of transformations by type. Each asserts that the parameter is there.

namespace mw::transforms {

std::int64_t numberOf(const Params& params, std::string_view name);
const std::string& textOf(const Params& params, std::string_view name);
/// The words of a text between commas.
std::vector<std::string> listOf(const Params& params, std::string_view name);

ParamSpec numberParam(std::string name, std::int64_t defaultValue, std::int64_t minimum,
                      std::int64_t maximum, std::string help);
ParamSpec textParam(std::string name, std::string help);
/// A flag that is set unless it is taken back.
ParamSpec flagSetByDefault(std::string name, std::string help);

/// A map parameter is meant by its own name or by that of its dimension ("K").
bool isMeant(std::string_view parameter, std::string_view name);
/// The place of the parameter that the first name means which means any; what a transformation has
/// made of a parameter is meant by its own name only. kNoDimension: none.
inline constexpr std::size_t kNoDimension = static_cast<std::size_t>(-1);
std::size_t meantDimension(const std::vector<std::string>& parameters,
                           const std::vector<std::string>& names);

} // namespace mw::transforms

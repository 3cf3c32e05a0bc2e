#pragma once

#include "core/analysis/names.h"

#include <optional>
#include <string>
#include <string_view>

namespace mw::analysis {

/// The names that a Python expression of the control flow reads: symbols and containers, not the
/// functions that it calls. nullopt when the text is no expression that this tool understands.
std::optional<NameSet> namesIn(std::string_view expression);

/// The right side of `name = value` (a loop's init or update); empty when it assigns nothing.
std::string assignedText(std::string_view statement);

} // namespace mw::analysis

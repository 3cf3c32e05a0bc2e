#pragma once

#include "core/inputs/ends.h"

#include <optional>
#include <string>

namespace mw::inputs {

/// Relations are those of Op::compare: "==", "!=", "<", "<=", ">", ">=". What holds where this one
/// does not.
std::string opposite(const std::string& relation);
/// What holds with the sides exchanged.
std::string mirrored(const std::string& relation);

/// Whether each (true) or no (false) value of `left` stands in the relation to each of `right`.
std::optional<bool> comparison(const std::string& relation, const Ends& left, const Ends& right);

/// What is left of `ends` for a value that stands in the relation to some value of `other`.
Ends narrowed(Ends ends, const std::string& relation, const Ends& other);

} // namespace mw::inputs

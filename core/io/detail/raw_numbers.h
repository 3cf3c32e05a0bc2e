#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mw::io {

// Numbers that Python's JSON has and the library has not: NaN, Infinity, -Infinity (DaCe writes
// them in constants) and integers beyond 64 bits. They travel through JSON values as marked
// strings.

/// The text with such numbers marked; nullopt when it has none.
std::optional<std::string> markRawNumbers(std::string_view json);
/// The number as it was written, of a string value that is marked; empty for others.
std::string_view rawNumber(std::string_view stringValue);
/// A string value that stands for the number.
std::string markedNumber(std::string_view number);
/// Marked strings of a dumped text (ASCII only) as the numbers that they stand for.
void unmarkRawNumbers(std::string& json);

} // namespace mw::io

#pragma once

#include "core/ir/types.h"

#include <string>
#include <string_view>
#include <vector>

namespace mw::ir {

// The small pieces of the text form that its printer and its parser share.

/// A name as it stands in the text form: bare when it is a plain word, else in double quotes.
std::string dumpName(std::string_view name);
/// Text between two `quote` characters, with \n, \t, \r, \\ and the quote escaped.
std::string dumpQuoted(std::string_view text, char quote);
/// The inverse, for the text between the quotes.
std::string dumpUnquoted(std::string_view text);
/// Letters, digits, '_', '.' and '$'.
bool isDumpWordChar(char c);

/// Splits at commas outside of (), [] and {}; parts are trimmed. Blank text gives no parts.
std::vector<std::string_view> splitDumpList(std::string_view text);
std::string_view trimmed(std::string_view text);

} // namespace mw::ir

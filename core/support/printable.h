#pragma once

#include <string>
#include <string_view>

namespace mw {

/// Text that a file brought, as one line that every reader takes for what it is: valid UTF-8 stays;
/// line breaks and other control characters, and characters that are invisible or turn the
/// direction of what follows, become `\n`, `\t` or `\u001b` as JSON spells them; bytes that are no
/// UTF-8 become U+FFFD. Terminals, comments of generated code, tables and labels get names in this
/// form only.
std::string printable(std::string_view text);

/// The same for text of several lines: line breaks and tabs stay.
std::string printableLines(std::string_view text);

/// printable(), and no longer than `limit` characters: the rest becomes "...".
std::string printable(std::string_view text, std::size_t limit);

} // namespace mw

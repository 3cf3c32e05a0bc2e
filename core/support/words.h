#pragma once

#include "core/support/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace mw {

/// The words of a command line as a POSIX shell splits them: blanks separate, 'single' quotes take
/// everything as it stands, "double" quotes all but \" \\ \$ \`, a backslash the next character.
/// Nothing else means anything ($x, *, ~, | and ; are text), and no shell is involved. The error
/// says which quote is not closed.
Expected<std::vector<std::string>> splitWords(std::string_view text);

/// One word as a shell takes it: as it stands, or in single quotes where it has to be.
std::string shellWord(std::string_view text);

/// The lines of a text, without their ends; a newline at the end begins no line.
std::vector<std::string_view> splitLines(std::string_view text);

} // namespace mw

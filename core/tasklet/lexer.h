#pragma once

#include "core/support/expected.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::tasklet {

enum class TokenKind : std::uint8_t { number, name, op, newline, end };

struct Token {
    TokenKind kind = TokenKind::end;
    std::string text;
    int line = 1, column = 1; ///< 1-based
};

/// Tokens of Python source: comments dropped, line breaks inside brackets dropped, `;` as newline;
/// the last token is `end`. Indented blocks are not part of the subset.
Expected<std::vector<Token>> tokenize(std::string_view python);

/// The error "code: sentence (line L, column C)".
Unexpected failAt(int line, int column, std::string code, const std::string& sentence);

} // namespace mw::tasklet

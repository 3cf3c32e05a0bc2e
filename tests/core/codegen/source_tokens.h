#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mw::test {

/// A piece of C++ as a compiler sees it after comments and line splices are gone.
struct Token {
    bool identifier = false; ///< or keyword
    std::string text;

    bool operator==(const Token&) const = default;
};

/// The worst reading of all compilers: trigraphs count, and a backslash splices lines also before
/// blanks. Line breaks that end a preprocessor line are tokens.
std::vector<Token> tokens(std::string text);

/// Empty when both are the same but for identifiers, each of which has one partner everywhere;
/// those in `fixed` have themselves. Else where they part.
std::string difference(const std::vector<Token>& a, const std::vector<Token>& b,
                       const std::vector<Token>& fixed);

} // namespace mw::test

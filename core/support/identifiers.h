#pragma once

#include <algorithm>
#include <string_view>

namespace mw {

/// Letters, digits and underscores of ASCII: what words of Python and C++ are made of.
constexpr bool isWordCharacter(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A longest run of word characters in a text.
struct Word {
    std::string_view text;
    bool member = false; ///< behind a dot: `b` of `a.b`

    /// No digit in front: not a number or the end of one.
    bool isIdentifier() const { return text.front() < '0' || text.front() > '9'; }
};

/// Calls `visit(word)` for every word of a text in order, those in comments and strings too.
template <class Visit>
void forEachWord(std::string_view text, Visit visit) {
    for (auto at = text.begin(); at != text.end();) {
        const auto begin = std::find_if(at, text.end(), isWordCharacter);
        at = std::find_if_not(begin, text.end(), isWordCharacter);
        if (begin != at) {
            const auto first = static_cast<std::size_t>(begin - text.begin());
            visit(Word{text.substr(first, static_cast<std::size_t>(at - begin)),
                       first > 0 && text[first - 1] == '.'});
        }
    }
}

} // namespace mw

#pragma once

#include "core/ir/types.h"
#include "core/support/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace mw::ir {

/// Tokens of the text form. What stands in [] is one token: its content is an expression list,
/// which core/symbolic reads.
struct DumpToken {
    enum class Kind : std::uint8_t { word, string, code, bracket, arrow, symbol, newline, end };
    Kind kind = Kind::end;
    std::string_view text; ///< without quotes, backticks, brackets; string and code still escaped
    std::size_t begin = 0; ///< offsets in the source
    std::size_t end = 0;
    int line = 1;
    int column = 1;
};

Expected<std::vector<DumpToken>> tokenizeDump(std::string_view source);

/// Reads tokens one after the other; every expect names what it wanted, and where.
class DumpCursor {
public:
    DumpCursor(std::string_view source, std::vector<DumpToken> tokens)
        : source_(source), tokens_(std::move(tokens)) {}

    const DumpToken& peek(std::size_t ahead = 0) const;
    const DumpToken& next();

    bool is(DumpToken::Kind kind, std::string_view text, std::size_t ahead = 0) const;
    bool isWord(std::string_view text) const { return is(DumpToken::Kind::word, text); }
    bool accept(DumpToken::Kind kind, std::string_view text);
    bool acceptWord(std::string_view text) { return accept(DumpToken::Kind::word, text); }
    bool acceptSymbol(std::string_view text) { return accept(DumpToken::Kind::symbol, text); }
    bool acceptArrow() { return accept(DumpToken::Kind::arrow, "->"); }
    void skipLineEnds(); ///< newlines and ';'

    bool atName() const;         ///< a word or a quoted string
    bool atStatementEnd() const; ///< newline, ';', '}' or the end of the text
    Expected<void> expectStatementEnd();
    Expected<void> expectSymbol(std::string_view text);
    Expected<std::string> expectName(const char* what);
    Expected<int> expectInt(const char* what);
    Expected<std::string> expectCodeText(const char* what);
    Expected<CodeBlock> expectCode(const char* what);
    Expected<DumpToken> expectBracket(const char* what);
    /// The text between the { here and its }, which is consumed too.
    Expected<std::string_view> expectBraces();

    /// "line 3: <sentence>" at the given token, by default the one that comes next.
    Unexpected error(const std::string& sentence) const { return error(sentence, peek()); }
    static Unexpected error(const std::string& sentence, const DumpToken& token);
    Unexpected errorExpected(const std::string& what) const;

private:
    std::string_view source_;
    std::vector<DumpToken> tokens_;
    std::size_t at_ = 0;
};

} // namespace mw::ir

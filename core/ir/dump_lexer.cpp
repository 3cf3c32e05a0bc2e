// Tokens of the compact text form.
#include "core/ir/dump_lexer.h"

#include "core/ir/dump_text.h"

#include <charconv>

namespace mw::ir {

namespace {

using Kind = DumpToken::Kind;

class Lexer {
public:
    explicit Lexer(std::string_view source) : source_(source) {}

    Expected<std::vector<DumpToken>> run() {
        while (at_ < source_.size())
            MW_CHECK(token());
        push(Kind::end, at_, at_, at_);
        return std::move(tokens_);
    }

private:
    char charAt(std::size_t at) const { return at < source_.size() ? source_[at] : '\0'; }

    void push(Kind kind, std::size_t textBegin, std::size_t textEnd, std::size_t end) {
        tokens_.push_back({kind, source_.substr(textBegin, textEnd - textBegin), at_, end, line_,
                           static_cast<int>(at_ - lineBegin_) + 1});
        at_ = end;
    }

    Expected<void> token() {
        const char c = source_[at_];
        if (c == '\n') {
            push(Kind::newline, at_, at_ + 1, at_ + 1);
            ++line_;
            lineBegin_ = at_;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            ++at_;
        } else if (c == '/' && charAt(at_ + 1) == '/') {
            at_ = std::min(source_.find('\n', at_), source_.size());
        } else if (c == '-' && charAt(at_ + 1) == '>') {
            push(Kind::arrow, at_, at_ + 2, at_ + 2);
        } else if (c == '"' || c == '`') {
            return quoted(c);
        } else if (c == '[') {
            return bracket();
        } else if (isDumpWordChar(c) || (c == '-' && isDumpWordChar(charAt(at_ + 1)))) {
            word();
        } else {
            push(Kind::symbol, at_, at_ + 1, at_ + 1);
        }
        return {};
    }

    Unexpected unterminated(const char* what) {
        push(Kind::symbol, at_, at_ + 1, at_ + 1);
        return DumpCursor::error(std::string(what) + " is not closed on its line", tokens_.back());
    }

    Expected<void> quoted(char quote) {
        std::size_t end = at_ + 1;
        for (; charAt(end) != quote; ++end) {
            if (end >= source_.size() || source_[end] == '\n')
                return unterminated(quote == '"' ? "the name in quotes" : "the code in backticks");
            if (source_[end] == '\\' && end + 1 < source_.size() && source_[end + 1] != '\n')
                ++end;
        }
        push(quote == '"' ? Kind::string : Kind::code, at_ + 1, end, end + 1);
        return {};
    }

    Expected<void> bracket() {
        int depth = 0;
        for (std::size_t end = at_; end < source_.size() && source_[end] != '\n'; ++end) {
            depth += source_[end] == '[' ? 1 : source_[end] == ']' ? -1 : 0;
            if (depth == 0) {
                push(Kind::bracket, at_ + 1, end, end + 1);
                return {};
            }
        }
        return unterminated("the '['");
    }

    void word() {
        const bool isNumber = charAt(at_) == '-' || (charAt(at_) >= '0' && charAt(at_) <= '9');
        std::size_t end = at_ + 1;
        for (; end < source_.size(); ++end) {
            const char before = source_[end - 1];
            const bool exponentSign = isNumber && (before == 'e' || before == 'E') &&
                                      (source_[end] == '-' || source_[end] == '+') &&
                                      charAt(end + 1) != '>';
            if (!isDumpWordChar(source_[end]) && !exponentSign)
                break;
        }
        push(Kind::word, at_, end, end);
    }

    std::string_view source_;
    std::vector<DumpToken> tokens_;
    std::size_t at_ = 0;
    std::size_t lineBegin_ = 0;
    int line_ = 1;
};

std::string shown(const DumpToken& token) {
    switch (token.kind) {
    case Kind::newline:
        return "the end of the line";
    case Kind::end:
        return "the end of the text";
    case Kind::bracket:
        return "'[" + std::string(token.text) + "]'";
    default:
        return "'" + std::string(token.text) + "'";
    }
}

} // namespace

Expected<std::vector<DumpToken>> tokenizeDump(std::string_view source) {
    return Lexer(source).run();
}

const DumpToken& DumpCursor::peek(std::size_t ahead) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

const DumpToken& DumpCursor::next() {
    const DumpToken& token = peek();
    at_ = std::min(at_ + 1, tokens_.size() - 1);
    return token;
}

bool DumpCursor::is(Kind kind, std::string_view text, std::size_t ahead) const {
    return peek(ahead).kind == kind && peek(ahead).text == text;
}

bool DumpCursor::accept(Kind kind, std::string_view text) {
    if (!is(kind, text))
        return false;
    next();
    return true;
}

void DumpCursor::skipLineEnds() {
    while (peek().kind == Kind::newline || is(Kind::symbol, ";"))
        next();
}

bool DumpCursor::atName() const {
    return peek().kind == Kind::word || peek().kind == Kind::string;
}

bool DumpCursor::atStatementEnd() const {
    return peek().kind == Kind::newline || peek().kind == Kind::end || is(Kind::symbol, ";") ||
           is(Kind::symbol, "}");
}

Expected<void> DumpCursor::expectStatementEnd() {
    if (!atStatementEnd())
        return errorExpected("the end of the line");
    skipLineEnds();
    return {};
}

Expected<void> DumpCursor::expectSymbol(std::string_view text) {
    if (!acceptSymbol(text))
        return errorExpected("'" + std::string(text) + "'");
    return {};
}

Expected<std::string> DumpCursor::expectName(const char* what) {
    if (!atName())
        return errorExpected(what);
    const DumpToken& token = next();
    return token.kind == Kind::string ? dumpUnquoted(token.text) : std::string(token.text);
}

Expected<int> DumpCursor::expectInt(const char* what) {
    int value = 0;
    const auto text = trimmed(peek().text);
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (peek().kind != Kind::word || failure != std::errc{} || end != text.data() + text.size())
        return errorExpected(what);
    next();
    return value;
}

Expected<std::string> DumpCursor::expectCodeText(const char* what) {
    if (peek().kind != Kind::code)
        return errorExpected(std::string(what) + " in backticks");
    return dumpUnquoted(next().text);
}

Expected<CodeBlock> DumpCursor::expectCode(const char* what) {
    CodeBlock code;
    MW_TRY(code.text, expectCodeText(what));
    for (const Language language : {Language::CPP, Language::other})
        if (acceptWord(name(language)))
            code.language = language;
    return code;
}

Expected<DumpToken> DumpCursor::expectBracket(const char* what) {
    if (peek().kind != Kind::bracket)
        return errorExpected(std::string(what) + " in []");
    return next();
}

Expected<std::string_view> DumpCursor::expectBraces() {
    const DumpToken first = peek();
    MW_CHECK(expectSymbol("{"));
    for (int depth = 1; peek().kind != Kind::end && peek().kind != Kind::newline; next()) {
        depth += is(Kind::symbol, "{") ? 1 : is(Kind::symbol, "}") ? -1 : 0;
        if (depth == 0) {
            const std::size_t end = next().begin;
            return source_.substr(first.end, end - first.end);
        }
    }
    return error("the '{' is not closed on its line", first);
}

Unexpected DumpCursor::error(const std::string& sentence, const DumpToken& token) {
    Location location;
    location.path = std::to_string(token.line) + ":" + std::to_string(token.column);
    return fail("dump-syntax", "line " + std::to_string(token.line) + ": " + sentence,
                std::move(location));
}

Unexpected DumpCursor::errorExpected(const std::string& what) const {
    return error("expected " + what + ", found " + shown(peek()));
}

} // namespace mw::ir

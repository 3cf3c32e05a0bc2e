// Tokens of the Python subset of tasklets.
#include "core/tasklet/lexer.h"

#include "core/support/identifiers.h"

#include <fmt/format.h>

#include <array>

namespace mw::tasklet {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isNameStart(char c) {
    return isWordCharacter(c) && !isDigit(c);
}

/// Longest first, so that `**=` is not read as `**` and `=`.
constexpr std::array kOperators = {
    std::string_view("**="), std::string_view("//="), std::string_view("<<="),
    std::string_view(">>="), std::string_view("**"),  std::string_view("//"),
    std::string_view("<<"),  std::string_view(">>"),  std::string_view("<="),
    std::string_view(">="),  std::string_view("=="),  std::string_view("!="),
    std::string_view("+="),  std::string_view("-="),  std::string_view("*="),
    std::string_view("/="),  std::string_view("%="),  std::string_view("&="),
    std::string_view("|="),  std::string_view("^="),  std::string_view("+"),
    std::string_view("-"),   std::string_view("*"),   std::string_view("/"),
    std::string_view("%"),   std::string_view("<"),   std::string_view(">"),
    std::string_view("&"),   std::string_view("|"),   std::string_view("^"),
    std::string_view("~"),   std::string_view("("),   std::string_view(")"),
    std::string_view("["),   std::string_view("]"),   std::string_view(","),
    std::string_view("="),   std::string_view("."),   std::string_view(":"),
};

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Expected<std::vector<Token>> run() {
        while (at_ < text_.size())
            MW_CHECK(step());
        push(TokenKind::newline, "");
        push(TokenKind::end, "");
        return std::move(tokens_);
    }

private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    int column() const { return static_cast<int>(at_ - lineStart_) + 1; }
    void push(TokenKind kind, std::string text) {
        tokens_.push_back({kind, std::move(text), line_, column()});
    }
    void take(TokenKind kind, std::size_t length) {
        push(kind, std::string(text_.substr(at_, length)));
        at_ += length;
    }

    Expected<void> step() {
        const char c = peek();
        if (c == '\n' || c == ';') {
            breakLine(c == '\n');
            return {};
        }
        if (c == ' ' || c == '\t' || c == '\r') {
            ++at_;
            return {};
        }
        if (c == '#') {
            while (at_ < text_.size() && peek() != '\n')
                ++at_;
            return {};
        }
        if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
            take(TokenKind::number, numberLength());
            return {};
        }
        if (isNameStart(c)) {
            std::size_t length = 1;
            while (isWordCharacter(peek(length)))
                ++length;
            take(TokenKind::name, length);
            return {};
        }
        return takeOperator();
    }

    void breakLine(bool newLine) {
        if (depth_ == 0)
            push(TokenKind::newline, "");
        ++at_;
        if (newLine) {
            ++line_;
            lineStart_ = at_;
        }
    }

    std::size_t numberLength() const {
        std::size_t n = 0;
        if (peek() == '0' && std::string_view("xXoObB").find(peek(1)) != std::string_view::npos) {
            n = 2;
            while (isWordCharacter(peek(n)))
                ++n;
            return n;
        }
        const auto digits = [&] {
            while (isDigit(peek(n)) || peek(n) == '_')
                ++n;
        };
        digits();
        if (peek(n) == '.') {
            ++n;
            digits();
        }
        if (peek(n) == 'e' || peek(n) == 'E') {
            const std::size_t sign = (peek(n + 1) == '+' || peek(n + 1) == '-') ? 1 : 0;
            if (isDigit(peek(n + 1 + sign))) {
                n += 1 + sign;
                while (isDigit(peek(n)))
                    ++n;
            }
        }
        return n;
    }

    Expected<void> takeOperator() {
        for (const std::string_view op : kOperators) {
            if (text_.substr(at_, op.size()) != op)
                continue;
            if (op == "(" || op == "[")
                ++depth_;
            else if ((op == ")" || op == "]") && depth_ > 0)
                --depth_;
            take(TokenKind::op, op.size());
            return {};
        }
        return failAt(line_, column(), "tasklet-character",
                      fmt::format("the character '{}' is not part of the tasklet language",
                                  text_.substr(at_, 1)));
    }

    std::string_view text_;
    std::size_t at_ = 0, lineStart_ = 0;
    int line_ = 1, depth_ = 0;
    std::vector<Token> tokens_;
};

} // namespace

Expected<std::vector<Token>> tokenize(std::string_view python) {
    return Lexer(python).run();
}

Unexpected failAt(int line, int column, std::string code, const std::string& sentence) {
    Location place;
    place.path = fmt::format("{}:{}", line, column);
    return fail(std::move(code), fmt::format("{} (line {}, column {})", sentence, line, column),
                std::move(place));
}

} // namespace mw::tasklet

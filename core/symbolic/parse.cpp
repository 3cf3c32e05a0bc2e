// Reads expressions of both dialects: blanks, tokens, the whole.
#include "core/symbolic/node.h"
#include "core/symbolic/parser.h"

#include <fmt/format.h>

namespace mw::symbolic {

namespace {

bool isKeyword(std::string_view word) {
    return word == "and" || word == "or" || word == "not" || word == "if" || word == "else";
}

} // namespace

void Parser::skipBlanks() {
    while (pos_ < text_.size() && (text_[pos_] == ' ' || text_[pos_] == '\n' ||
                                   text_[pos_] == '\t' || text_[pos_] == '\r'))
        ++pos_;
}

bool Parser::accept(char c) {
    skipBlanks();
    if (failed_ || peek() != c || pos_ >= text_.size())
        return false;
    ++pos_;
    return true;
}

bool Parser::atEnd() {
    skipBlanks();
    return pos_ >= text_.size();
}

void Parser::expectEnd() {
    if (!failed_ && !atEnd())
        fail("expected an operator or the end");
}

void Parser::expect(char c, std::string_view where) {
    if (!failed_ && !accept(c))
        fail(fmt::format("expected '{}' {}", c, where));
}

void Parser::fail(std::string message) {
    if (failed_)
        return;
    failed_ = true;
    message_ = std::move(message);
    errorAt_ = pos_;
}

Diagnostic Parser::error() const {
    constexpr std::size_t kShown = 80;
    const std::string shown =
        text_.size() <= kShown ? std::string(text_) : std::string(text_.substr(0, kShown)) + "...";
    Diagnostic diagnostic;
    diagnostic.code = "expression-syntax";
    diagnostic.sentence = fmt::format("The expression '{}' cannot be read: {} at column {}.", shown,
                                      message_, errorAt_ + 1);
    return diagnostic;
}

bool Parser::acceptWord(std::string_view word) {
    skipBlanks();
    if (failed_ || text_.substr(pos_, word.size()) != word || isNamePart(peek(word.size())))
        return false;
    pos_ += word.size();
    return true;
}

std::string_view Parser::identifier() {
    const std::size_t start = pos_;
    while (pos_ < text_.size() && isNamePart(text_[pos_]))
        ++pos_;
    return text_.substr(start, pos_ - start);
}

/// Chains such as `a // b // c` nest without recursion of the parser: their depth is bounded too.
Expr Parser::deepChecked(Expr e) {
    if (Expr::Node::of(e).depth > kMaximalDepth) {
        fail("expected less nesting (256 levels at most)");
        return 0;
    }
    return e;
}

Expr Parser::primary() {
    skipBlanks();
    const char c = peek();
    if (isDigit(c) || (c == '.' && isDigit(peek(1))))
        return number();
    if (c == '$')
        return symbol();
    if (c == '(')
        return parenthesised();
    if (c == '?') {
        ++pos_;
        return Expr::undefined();
    }
    if (isNameStart(c))
        return named();
    fail(atEnd() ? "expected an operand instead of the end" : "expected an operand");
    return 0;
}

Expr Parser::parenthesised() {
    ++pos_;
    Expr inner = expression();
    if (!failed_ && peek() == ',') {
        std::vector<Expr> items{inner};
        while (accept(','))
            if (skipBlanks(); peek() != ')')
                items.push_back(expression());
        inner = failed_ ? Expr(0) : rawNode(Op::call, std::move(items), "tuple");
    }
    expect(')', "after the parenthesised expression");
    if (failed_)
        return 0;
    return postfix(isNameStart(peek()) ? typedNumber(std::move(inner)) : std::move(inner));
}

Expr Parser::symbol() {
    if (!dollar_) {
        fail("expected no '$' in this dialect");
        return 0;
    }
    ++pos_;
    if (peek() == '?') {
        ++pos_;
        return Expr::undefined();
    }
    if (!isNameStart(peek())) {
        fail("expected a name after '$'");
        return 0;
    }
    return postfix(Expr::symbol(std::string(identifier())));
}

Expr Parser::named() {
    const std::size_t start = pos_;
    const std::string_view name = identifier();
    if (isKeyword(name)) {
        pos_ = start;
        fail("expected an operand");
        return 0;
    }
    skipBlanks();
    if (peek() == '(') {
        ++pos_;
        return postfix(name == "symbol" && dollar_ ? annotatedSymbol() : call(name));
    }
    if (!dollar_ || name == "None" || name == "True" || name == "False" || name == "oo" ||
        name == "nan" || peek() == '.')
        return postfix(plainName(name));
    pos_ = start;
    fail(fmt::format("expected '$' before the symbol '{}'", name));
    return 0;
}

Expr Parser::plainName(std::string_view name) {
    if (name == "True")
        return 1;
    if (name == "False")
        return 0;
    if (name == "None")
        return rawNode(Op::call, {}, "None");
    if (name == "oo" || name == "inf")
        return Expr::real(__builtin_inf());
    if (name == "nan")
        return Expr::real(__builtin_nan(""));
    return Expr::symbol(std::string(name));
}

Expr Parser::call(std::string_view name) {
    std::vector<Expr> args = list(')');
    if (failed_)
        return 0;
    auto result = callByName(name, std::move(args));
    if (!result) {
        fail(fmt::format("expected another number of arguments to '{}'", name));
        return 0;
    }
    return deepChecked(std::move(*result));
}

/// After `symbol(`: `$i, dtype=dace.int64, positive=True)`.
Expr Parser::annotatedSymbol() {
    skipBlanks();
    if (peek() == '$')
        ++pos_;
    if (!isNameStart(peek())) {
        fail("expected a name");
        return 0;
    }
    std::string name(identifier());
    skipBlanks();
    std::string annotation;
    if (accept(',')) {
        skipBlanks();
        const std::size_t start = pos_;
        for (int open = 0; pos_ < text_.size() && (peek() != ')' || open > 0); ++pos_)
            open += peek() == '(' ? 1 : peek() == ')' ? -1 : 0;
        annotation = text_.substr(start, pos_ - start);
        annotation.erase(annotation.find_last_not_of(' ') + 1);
    }
    expect(')', "after the symbol");
    return failed_ ? Expr(0) : Expr::symbol(std::move(name), std::move(annotation));
}

/// Comma-separated expressions up to and past the closing character.
std::vector<Expr> Parser::list(char close) {
    std::vector<Expr> items;
    if (accept(close))
        return items;
    do
        items.push_back(expression());
    while (accept(','));
    expect(close, "after the arguments");
    return items;
}

Expr Parser::postfix(Expr e) {
    while (!failed_) {
        skipBlanks();
        if (peek() == '[') {
            ++pos_;
            std::vector<Expr> args{std::move(e)};
            for (Expr& index : list(']'))
                args.push_back(std::move(index));
            e = failed_ ? Expr(0) : deepChecked(rawNode(Op::subscript, std::move(args)));
        } else if (peek() == '.' && isNameStart(peek(1))) {
            ++pos_;
            const std::string member(identifier());
            if (peek() == '(' && e.op() != Op::subscript) {
                ++pos_;
                e = call(print(e, Dialect::plain) + "." + member);
            } else {
                e = deepChecked(rawNode(Op::attribute, {std::move(e)}, member));
            }
        } else {
            return e;
        }
    }
    return 0;
}

Expected<Expr> parse(std::string_view text, Dialect dialect) {
    Parser parser(text, dialect);
    Expr result = parser.expression();
    parser.expectEnd();
    if (parser.failed())
        return mw::fail(parser.error());
    return result;
}

} // namespace mw::symbolic

#include "core/symbolic/node.h"
#include "core/symbolic/parser.h"

#include <fmt/format.h>

#include <array>

namespace mw::symbolic {

namespace {

constexpr int kMaximalDepth = 256;

enum Precedence { kOr = 1, kAnd, kNot, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct };

bool isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isNamePart(char c) {
    return isNameStart(c) || isDigit(c);
}

bool isKeyword(std::string_view word) {
    return word == "and" || word == "or" || word == "not" || word == "if" || word == "else";
}

} // namespace

struct Parser::Operator {
    int precedence = 0; ///< 0: no operator here
    std::string_view text;
};

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

Parser::Operator Parser::peekOperator() {
    skipBlanks();
    const char next = peek(1);
    switch (peek()) {
    case '+':
    case '-':
        return {kSum, text_.substr(pos_, 1)};
    case '*':
        return next == '*' ? Operator{} : Operator{kProduct, text_.substr(pos_, 1)};
    case '/':
        return {kProduct, text_.substr(pos_, next == '/' ? 2 : 1)};
    case '%':
        return {kProduct, text_.substr(pos_, 1)};
    case '<':
    case '>':
        if (next == peek())
            return {kShift, text_.substr(pos_, 2)};
        return {kCompare, text_.substr(pos_, next == '=' ? 2 : 1)};
    case '=':
    case '!':
        return next == '=' ? Operator{kCompare, text_.substr(pos_, 2)} : Operator{};
    case '&':
        return {kBitAnd, text_.substr(pos_, next == '&' ? 2 : 1)};
    case '|':
        return {kBitOr, text_.substr(pos_, next == '|' ? 2 : 1)};
    case '^':
        return {kBitXor, text_.substr(pos_, 1)};
    case 'a':
        if (text_.substr(pos_, 3) == "and" && !isNamePart(peek(3)))
            return {kAnd, text_.substr(pos_, 3)};
        return {};
    case 'o':
        if (next == 'r' && !isNamePart(peek(2)))
            return {kOr, text_.substr(pos_, 2)};
        return {};
    default:
        return {};
    }
}

Expr Parser::expression() {
    if (++depth_ > kMaximalDepth)
        fail("expected less nesting (256 levels at most)");
    Expr result = failed_ ? Expr(0) : ternary();
    --depth_;
    return result;
}

Expr Parser::ternary() {
    Expr value = binary(kOr);
    if (failed_ || !acceptWord("if"))
        return value;
    Expr condition = binary(kOr);
    if (!failed_ && !acceptWord("else"))
        fail("expected 'else'");
    Expr other = expression();
    if (failed_)
        return 0;
    return Expr::make(Op::select, {std::move(condition), std::move(value), std::move(other)});
}

/// `-(a - b)*(c - d)` negates the product; Python's reading, (-(a - b))*(c - d), has the same value
/// but would not come back as what was printed.
Expr Parser::leftmost(int minimum) {
    skipBlanks();
    if (peek() != '-' || minimum > kProduct)
        return unary();
    ++pos_;
    Expr operand = unary();
    if (failed_)
        return 0;
    if (peekOperator().precedence == kProduct)
        return product({Expr(-1), std::move(operand)});
    return -operand;
}

Expr Parser::binary(int minimum) {
    Expr left = leftmost(minimum);
    while (!failed_) {
        const Operator op = peekOperator();
        if (op.precedence == 0 || op.precedence < minimum)
            return left;
        if (op.precedence == kSum) {
            left = sum(std::move(left));
        } else if (op.precedence == kProduct) {
            left = product({std::move(left)});
        } else if (op.precedence == kCompare) {
            left = comparison(std::move(left));
        } else if (op.precedence <= kAnd) {
            left = logic(std::move(left), op);
        } else {
            pos_ += op.text.size();
            const Expr right = binary(op.precedence + 1);
            left = failed_ ? Expr(0) : deepChecked(bitwise(op, left, right));
        }
    }
    return 0;
}

Expr Parser::sum(Expr first) {
    std::vector<Expr> terms;
    terms.push_back(std::move(first));
    for (Operator op = peekOperator(); !failed_ && op.precedence == kSum; op = peekOperator()) {
        pos_ += 1;
        Expr term = binary(kProduct);
        terms.push_back(op.text == "-" ? -term : std::move(term));
    }
    return failed_ ? Expr(0) : makeAdd(std::move(terms));
}

Expr Parser::product(std::vector<Expr> factors) {
    for (Operator op = peekOperator(); !failed_ && op.precedence == kProduct; op = peekOperator()) {
        pos_ += op.text.size();
        Expr right = unary();
        if (op.text == "*") {
            factors.push_back(std::move(right));
            continue;
        }
        const Expr left = factors.size() == 1 ? factors[0] : makeMul(std::move(factors));
        Expr result;
        if (op.text == "/")
            result = makeDivide(left, right);
        else
            result = Expr::make(op.text == "%" ? Op::mod : Op::intFloor, {left, right});
        factors.assign(1, deepChecked(std::move(result)));
    }
    if (failed_)
        return 0;
    return factors.size() == 1 ? factors[0] : makeMul(std::move(factors));
}

Expr Parser::comparison(Expr first) {
    std::vector<Expr> all;
    Expr left = std::move(first);
    for (Operator op = peekOperator(); !failed_ && op.precedence == kCompare; op = peekOperator()) {
        pos_ += op.text.size();
        Expr right = binary(kCompare + 1);
        if (!failed_)
            all.push_back(makeCompare({left, right}, std::string(op.text)));
        left = std::move(right);
    }
    if (failed_)
        return 0;
    return deepChecked(all.size() == 1 ? all[0] : makeLogic(Op::logicAnd, std::move(all)));
}

Expr Parser::logic(Expr first, const Operator& op) {
    std::vector<Expr> all;
    all.push_back(std::move(first));
    for (Operator next = op; !failed_ && next.precedence == op.precedence; next = peekOperator()) {
        pos_ += next.text.size();
        all.push_back(binary(op.precedence + 1));
    }
    if (failed_)
        return 0;
    return makeLogic(op.precedence == kAnd ? Op::logicAnd : Op::logicOr, std::move(all));
}

/// `&` and `|` of truth values are And and Or, as sympy prints them.
Expr Parser::bitwise(const Operator& op, const Expr& a, const Expr& b) {
    const bool both = op.text.size() == 2 || (isBoolean(a) && isBoolean(b));
    switch (op.precedence) {
    case kBitAnd:
        return both ? makeLogic(Op::logicAnd, {a, b}) : makeBitwise("bitwise_and", {a, b});
    case kBitOr:
        return both ? makeLogic(Op::logicOr, {a, b}) : makeBitwise("bitwise_or", {a, b});
    case kBitXor:
        return makeBitwise("bitwise_xor", {a, b});
    default:
        return makeBitwise(op.text == "<<" ? "left_shift" : "right_shift", {a, b});
    }
}

Expr Parser::unary() {
    skipBlanks();
    const char c = peek();
    const bool word = c == 'n' && text_.substr(pos_, 3) == "not" && !isNamePart(peek(3));
    const bool bang = c == '!' && peek(1) != '=';
    if (c != '-' && c != '+' && c != '~' && !word && !bang)
        return power();
    if (++depth_ > kMaximalDepth)
        fail("expected less nesting (256 levels at most)");
    if (failed_)
        return 0;
    pos_ += word ? 3 : 1;
    const Expr operand = word ? binary(kNot + 1) : unary();
    --depth_;
    if (failed_ || c == '+')
        return operand;
    if (c == '-')
        return -operand;
    // Python's ~ is bitwise; sympy's text has it for Not, and so has DaCe's for truth values.
    if (c == '~' && (code_ || dollar_) && !isBoolean(operand))
        return deepChecked(makeBitwise("bitwise_invert", {operand}));
    return makeLogic(Op::logicNot, {operand});
}

Expr Parser::power() {
    Expr base = primary();
    skipBlanks();
    if (failed_ || peek() != '*' || peek(1) != '*')
        return base;
    pos_ += 2;
    if (++depth_ > kMaximalDepth)
        fail("expected less nesting (256 levels at most)");
    const Expr exponent = failed_ ? Expr(0) : unary();
    --depth_;
    return failed_ ? Expr(0) : deepChecked(makePow(base, exponent));
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

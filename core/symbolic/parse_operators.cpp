// Operators by their precedence.
#include "core/symbolic/node.h"
#include "core/symbolic/parser.h"

namespace mw::symbolic {

namespace {

enum Precedence { kOr = 1, kAnd, kNot, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct };

} // namespace

struct Parser::Operator {
    int precedence = 0; ///< 0: no operator here
    std::string_view text;
};

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

} // namespace mw::symbolic

// Canonical text: what sympy would write in the plain dialect, what DaCe 2 writes in the dollar
// dialect (constants first), Python in code.

#include "core/symbolic/node.h"
#include "core/symbolic/parser.h"

#include <fmt/format.h>

#include <cmath>

namespace mw::symbolic {

namespace {

// Binding strength, as Python's.
enum Level {
    kAnyLevel,
    kOrLevel,
    kAndLevel,
    kNotLevel,
    kCompareLevel,
    kSumLevel = 9,
    kProductLevel,
    kUnaryLevel,
    kPowerLevel,
    kAtomLevel
};

std::string realText(double value) {
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-oo" : "oo";
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

bool isNegative(const Expr& e) {
    switch (e.op()) {
    case Op::integer:
        return e.value() < 0;
    case Op::real:
        return std::signbit(e.realValue()) && !std::isnan(e.realValue());
    case Op::mul:
    case Op::divide:
        return isNegative(e.args()[0]);
    default:
        return false;
    }
}

class Printer {
public:
    explicit Printer(Dialect dialect) : dialect_(dialect) {}

    void print(const Expr& e, Level outer);
    std::string take() { return std::move(out_); }

private:
    void open(bool parentheses) { out_ += parentheses ? "(" : ""; }
    void close(bool parentheses) { out_ += parentheses ? ")" : ""; }

    void number(const std::string& text, bool negative, Level outer);
    void symbol(const Expr& e);
    void sum(const Expr& e, Level outer);
    void term(const Expr& e, bool first);
    void product(const Expr& e, Level outer, bool negated = false);
    void quotient(const Expr& e, Level outer, bool negated = false);
    void leadingFactor(const Expr& factor, bool negated, bool alone);
    void power(const Expr& e, Level outer);
    void infix(std::span<const Expr> args, std::string_view op, Level own, Level outer);
    void function(std::string_view name, std::span<const Expr> args, char left = '(',
                  char right = ')');
    void integerDivision(const Expr& e, Level outer);
    void comparison(const Expr& e, Level outer);
    void logic(const Expr& e, Level outer);
    void select(const Expr& e);
    void subscript(const Expr& e);
    void attribute(const Expr& e);
    void call(const Expr& e);
    void typedConstant(const Expr& e, std::string_view suffix);

    bool dollar() const { return dialect_ == Dialect::dollar; }
    bool code() const { return dialect_ == Dialect::code; }

    Dialect dialect_;
    std::string out_;
};

void Printer::print(const Expr& e, Level outer) {
    switch (e.op()) {
    case Op::integer:
        return number(fmt::format_int(e.value()).c_str(), e.value() < 0, outer);
    case Op::real:
        return number(realText(e.realValue()), isNegative(e), outer);
    case Op::symbol:
        return symbol(e);
    case Op::add:
        return sum(e, outer);
    case Op::mul:
        return product(e, outer);
    case Op::divide:
        return quotient(e, outer);
    case Op::pow:
        return power(e, outer);
    case Op::intFloor:
    case Op::intCeil:
    case Op::mod:
        return integerDivision(e, outer);
    case Op::min:
        return function("Min", e.args());
    case Op::max:
        return function("Max", e.args());
    case Op::abs:
        return function(code() ? "abs" : "Abs", e.args());
    case Op::floor:
        return function("floor", e.args());
    case Op::ceiling:
        return function("ceiling", e.args());
    case Op::compare:
        return comparison(e, outer);
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot:
        return logic(e, outer);
    case Op::select:
        return select(e);
    case Op::subscript:
        return subscript(e);
    case Op::attribute:
        return attribute(e);
    case Op::call:
        return call(e);
    case Op::undefined:
        out_ += dollar() ? "$?" : "?";
    }
}

void Printer::number(const std::string& text, bool negative, Level outer) {
    const bool parentheses = negative && outer > kProductLevel;
    open(parentheses);
    out_ += text;
    close(parentheses);
}

void Printer::symbol(const Expr& e) {
    if (!dollar()) {
        out_ += e.name();
        return;
    }
    if (!e.annotation().empty())
        out_ += "symbol(";
    out_ += '$';
    out_ += e.name();
    if (!e.annotation().empty())
        out_.append(", ").append(e.annotation()).append(")");
}

// ------------------------------------------------------------------------------- arithmetic

bool isConstantTerm(const Expr& e) {
    return isNumber(e) ||
           (e.op() == Op::divide && e.args()[0].isInteger() && e.args()[1].isInteger());
}

void Printer::sum(const Expr& e, Level outer) {
    const bool parentheses = outer > kSumLevel;
    open(parentheses);
    bool first = true;
    const auto printAll = [&](bool constants) {
        for (const Expr& arg : e.args()) {
            if (isConstantTerm(arg) != constants)
                continue;
            term(arg, first);
            first = false;
        }
    };
    // People write `N - 1` but `1 - N`.
    const std::span<const Expr> args = e.args();
    const bool leads = dollar() || (args.size() == 2 && isConstantTerm(args[0]) &&
                                    !isNegative(args[0]) && isNegative(args[1]));
    printAll(leads);
    printAll(!leads);
    close(parentheses);
}

/// One term of a sum, a negative one after ` - `.
void Printer::term(const Expr& e, bool first) {
    const bool negative = isNegative(e);
    if (!first)
        out_ += negative ? " - " : " + ";
    else if (negative)
        out_ += "-";
    if (!negative)
        return print(e, kProductLevel);
    if (e.op() == Op::mul)
        return product(e, kProductLevel, true);
    if (e.op() == Op::divide)
        return quotient(e, kProductLevel, true);
    std::string text;
    if (e.op() == Op::real)
        text = realText(-e.realValue());
    else // -(-2^63) does not fit: digits without the sign
        text = fmt::format_int(e.value()).str().substr(1);
    out_ += text;
}

/// The number that a product starts with, without its sign when `negated`; nothing for a -1 that
/// the sign alone stands for. `alone`: not followed by factors.
void Printer::leadingFactor(const Expr& factor, bool negated, bool alone) {
    if (!negated) {
        print(factor, kProductLevel);
    } else if (factor.op() == Op::real) {
        out_ += realText(-factor.realValue());
    } else {
        const std::string digits = fmt::format_int(factor.value()).str().substr(1);
        if (digits == "1" && !alone)
            return;
        out_ += digits;
    }
    out_ += alone ? "" : "*";
}

void Printer::product(const Expr& e, Level outer, bool negated) {
    const std::span<const Expr> args = e.args();
    const bool sign = !negated && !dollar() && args[0].isInteger(-1);
    const bool parentheses = outer > kProductLevel;
    open(parentheses);
    if (sign)
        out_ += "-";
    std::size_t i = 0;
    if (isNumber(args[0])) {
        leadingFactor(args[0], negated || sign, false);
        i = 1;
    }
    for (bool first = true; i < args.size(); ++i, first = false) {
        out_ += first ? "" : "*";
        print(args[i], kUnaryLevel);
    }
    close(parentheses);
}

void Printer::quotient(const Expr& e, Level outer, bool negated) {
    const Expr& num = e.args()[0];
    const Expr& den = e.args()[1];
    const bool parentheses = outer > kProductLevel;
    open(parentheses);
    const bool byZero = den.isInteger(0) || (den.op() == Op::real && den.realValue() == 0);
    if (dollar() && !byZero) { // `1/0` alone would be another expression
        // `3/2*$N`, `1/$M*$N`: left-associative.
        const Term top = splitTerm(num);
        const bool simple = top.coefficient.isInteger() && top.coefficient.fits();
        const Expr lead = simple ? joinTerm(top.coefficient, 1) : Expr(1);
        leadingFactor(lead, negated, true);
        out_ += "/";
        print(den, kUnaryLevel);
        const Expr& rest = simple ? top.base : num;
        if (!rest.isInteger(1)) {
            out_ += "*";
            if (rest.op() == Op::mul)
                product(rest, kAnyLevel);
            else
                print(rest, kUnaryLevel);
        }
    } else {
        if (num.op() == Op::mul)
            product(num, kAnyLevel, negated);
        else if (isNumber(num))
            leadingFactor(num, negated, true);
        else
            print(num, kUnaryLevel);
        out_ += "/";
        print(den, kUnaryLevel);
    }
    close(parentheses);
}

void Printer::power(const Expr& e, Level outer) {
    const bool parentheses = outer > kPowerLevel;
    open(parentheses);
    print(e.args()[0], kAtomLevel);
    out_ += "**";
    print(e.args()[1], kAtomLevel);
    close(parentheses);
}

void Printer::integerDivision(const Expr& e, Level outer) {
    if (e.op() == Op::intCeil)
        return function("int_ceil", e.args());
    if (!code())
        return function(e.op() == Op::mod ? "Mod" : "int_floor", e.args());
    const bool parentheses = outer > kProductLevel;
    open(parentheses);
    print(e.args()[0], kUnaryLevel);
    out_ += e.op() == Op::mod ? " % " : " // ";
    print(e.args()[1], kUnaryLevel);
    close(parentheses);
}

// ------------------------------------------------------------------------------------ logic

void Printer::infix(std::span<const Expr> args, std::string_view op, Level own, Level outer) {
    const bool parentheses = outer > own;
    open(parentheses);
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (i > 0)
            out_.append(" ").append(op).append(" ");
        print(args[i], static_cast<Level>(own + 1));
    }
    close(parentheses);
}

void Printer::comparison(const Expr& e, Level outer) {
    if (!code() && e.name() == "==")
        return function("Eq", e.args());
    if (!code() && e.name() == "!=")
        return function("Ne", e.args());
    infix(e.args(), e.name(), kCompareLevel, outer);
}

void Printer::logic(const Expr& e, Level outer) {
    if (e.op() == Op::logicNot) {
        // DaCe 2 reads `~` back as a bitwise operation; `Not` is what both read.
        if (!code())
            return function("Not", e.args());
        const bool parentheses = outer > kNotLevel;
        open(parentheses);
        out_ += "not ";
        print(e.args()[0], kCompareLevel);
        close(parentheses);
        return;
    }
    const bool conjunction = e.op() == Op::logicAnd;
    if (code())
        infix(e.args(), conjunction ? "and" : "or", conjunction ? kAndLevel : kOrLevel, outer);
    else
        function(conjunction ? "AND" : "OR", e.args());
}

void Printer::select(const Expr& e) {
    if (!code())
        return function("IfExpr", e.args());
    out_ += "(";
    print(e.args()[1], kOrLevel);
    out_ += " if ";
    print(e.args()[0], kOrLevel);
    out_ += " else ";
    print(e.args()[2], kAnyLevel);
    out_ += ")";
}

// ------------------------------------------------------------------------------------ calls

void Printer::function(std::string_view name, std::span<const Expr> args, char left, char right) {
    out_ += name;
    out_ += left;
    for (std::size_t i = 0; i < args.size(); ++i) {
        out_ += i > 0 ? ", " : "";
        print(args[i], kAnyLevel);
    }
    out_ += right;
}

void Printer::subscript(const Expr& e) {
    if (dollar())
        return function("Subscript", e.args());
    print(e.args()[0], kAtomLevel);
    function("", e.args().subspan(1), '[', ']');
}

void Printer::attribute(const Expr& e) {
    const Expr& object = e.args()[0];
    const bool path = object.isSymbol() || object.op() == Op::attribute;
    if (dollar() && !(path && object.annotation().empty())) {
        out_ += "Attr(";
        print(object, kAnyLevel);
        out_.append(", $").append(e.name()).append(")");
        return;
    }
    print(object, kAtomLevel);
    out_.append(".").append(e.name());
}

/// `2i16`, `(1.0 + 2.0j)c64`.
void Printer::typedConstant(const Expr& e, std::string_view suffix) {
    const Expr& value = e.args()[0];
    const bool parentheses = !isNumber(value) || isNegative(value);
    open(parentheses);
    print(value, kAnyLevel);
    close(parentheses);
    out_ += suffix;
}

bool isConstant(const Expr& e) {
    if (isNumber(e))
        return true;
    const bool transparent =
        e.op() == Op::add || e.op() == Op::mul || (e.op() == Op::call && e.name() == "imaginary");
    if (!transparent)
        return false;
    for (const Expr& arg : e.args())
        if (!isConstant(arg))
            return false;
    return true;
}

void Printer::call(const Expr& e) {
    const std::span<const Expr> args = e.args();
    if (args.empty() && e.name() == "None") {
        out_ += "None";
        return;
    }
    if (e.name() == "tuple" && args.size() > 1)
        return function("", args);
    if (e.name() == "imaginary" && args.size() == 1 && isNumber(args[0]) && !isNegative(args[0])) {
        print(args[0], kAnyLevel);
        out_ += "j";
        return;
    }
    if (dollar() && args.size() == 1 && isConstant(args[0]))
        if (const std::string_view suffix = suffixOfType(e.name()); !suffix.empty())
            return typedConstant(e, suffix);
    const bool bits =
        e.name().starts_with("bitwise_") || e.name() == "left_shift" || e.name() == "right_shift";
    function(bits && dollar() ? "__" + e.name() : e.name(), args);
}

} // namespace

std::string print(const Expr& e, Dialect dialect) {
    Printer printer(dialect);
    printer.print(e, kAnyLevel);
    return printer.take();
}

} // namespace mw::symbolic

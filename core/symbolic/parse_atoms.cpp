// Numbers and calls: the leaves of the text forms.

#include "core/symbolic/node.h"
#include "core/symbolic/parser.h"

#include <array>
#include <charconv>

namespace mw::symbolic {

namespace {

struct Suffix {
    std::string_view suffix;
    std::string_view type;
};
// Typed constants of the dollar dialect: `$int32{N}` and the like.
constexpr std::array<Suffix, 16> kSuffixes = {{
    {"i8", "int8"},
    {"i16", "int16"},
    {"i32", "int32"},
    {"i64", "int64"},
    {"u8", "uint8"},
    {"u16", "uint16"},
    {"u32", "uint32"},
    {"u64", "uint64"},
    {"f16", "float16"},
    {"bf16", "bfloat16"},
    {"e4m3fn", "float8_e4m3fn"},
    {"e5m2", "float8_e5m2"},
    {"f32", "float32"},
    {"f64", "float64"},
    {"c64", "complex64"},
    {"c128", "complex128"},
}};

struct Known {
    std::string_view name;
    Op op;
    std::size_t least;
    std::size_t most;
    std::string_view relation = {};
};
constexpr std::size_t kMany = 1U << 20U;
constexpr std::array<Known, 33> kKnownNames = {{
    {"Min", Op::min, 1, kMany},
    {"Max", Op::max, 1, kMany},
    {"min", Op::min, 1, kMany},
    {"max", Op::max, 1, kMany},
    {"int_floor", Op::intFloor, 2, 2},
    {"int_ceil", Op::intCeil, 2, 2},
    {"__int_floor", Op::intFloor, 2, 2},
    {"__int_ceil", Op::intCeil, 2, 2},
    {"Mod", Op::mod, 2, 2},
    {"Abs", Op::abs, 1, 1},
    {"abs", Op::abs, 1, 1},
    {"floor", Op::floor, 1, 1},
    {"ceiling", Op::ceiling, 1, 1},
    {"ceil", Op::ceiling, 1, 1},
    {"Eq", Op::compare, 2, 2, "=="},
    {"Ne", Op::compare, 2, 2, "!="},
    {"Lt", Op::compare, 2, 2, "<"},
    {"Le", Op::compare, 2, 2, "<="},
    {"Gt", Op::compare, 2, 2, ">"},
    {"Ge", Op::compare, 2, 2, ">="},
    {"And", Op::logicAnd, 1, kMany},
    {"AND", Op::logicAnd, 1, kMany},
    {"Or", Op::logicOr, 1, kMany},
    {"OR", Op::logicOr, 1, kMany},
    {"Not", Op::logicNot, 1, 1},
    {"NOT", Op::logicNot, 1, 1},
    {"IfExpr", Op::select, 3, 3},
    {"ITE", Op::select, 3, 3},
    {"Add", Op::add, 1, kMany},
    {"Mul", Op::mul, 1, kMany},
    {"Pow", Op::pow, 2, 2},
    {"Rational", Op::divide, 2, 2},
    {"Subscript", Op::subscript, 2, kMany},
}};

bool startsBitwise(std::string_view name) {
    return name.substr(0, 8) == "bitwise_" || name == "left_shift" || name == "right_shift";
}

} // namespace

std::string_view typeOfSuffix(std::string_view suffix) {
    for (const Suffix& s : kSuffixes)
        if (s.suffix == suffix)
            return s.type;
    return {};
}

std::string_view suffixOfType(std::string_view type) {
    for (const Suffix& s : kSuffixes)
        if (s.type == type)
            return s.suffix;
    return {};
}

Expr makeBitwise(std::string name, std::vector<Expr> args) {
    constexpr std::int64_t kWidest = 62;
    const bool constantShift = args.size() == 2 && args[1].isInteger() && args[1].value() >= 0 &&
                               args[1].value() <= kWidest;
    if (name == "right_shift" && constantShift)
        return Expr::make(Op::intFloor, {args[0], Expr(std::int64_t{1} << args[1].value())});
    return rawNode(Op::call, std::move(args), std::move(name));
}

std::optional<Expr> callByName(std::string_view name, std::vector<Expr> args) {
    for (const Known& known : kKnownNames) {
        if (known.name != name)
            continue;
        if (args.size() < known.least || args.size() > known.most)
            return std::nullopt;
        return Expr::make(known.op, std::move(args), std::string(known.relation));
    }
    if (name == "Attr" && args.size() == 2 && args[1].isSymbol())
        return rawNode(Op::attribute, {args[0]}, args[1].name());
    const bool hidden = name.substr(0, 2) == "__" && startsBitwise(name.substr(2));
    if (hidden || startsBitwise(name))
        return makeBitwise(std::string(hidden ? name.substr(2) : name), std::move(args));
    return rawNode(Op::call, std::move(args), std::string(name));
}

Expr Parser::number() {
    const std::size_t start = pos_;
    while (isDigit(peek()))
        ++pos_;
    bool real = false;
    if (peek() == '.') {
        real = true;
        ++pos_;
        while (isDigit(peek()))
            ++pos_;
    }
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
    if ((peek() == 'e' || peek() == 'E') && isDigit(peek(sign))) {
        // `5e5m2` (a typed constant) is 5 of type e5m2, not 5e5 of type m2.
        if (text_.substr(pos_, 4) != "e5m2" && text_.substr(pos_, 6) != "e4m3fn") {
            real = true;
            pos_ += sign;
            while (isDigit(peek()))
                ++pos_;
        }
    }
    const char* first = text_.data() + start;
    const char* last = text_.data() + pos_;
    Expr value;
    std::int64_t integer = 0;
    if (!real && std::from_chars(first, last, integer).ec == std::errc()) {
        value = integer;
    } else {
        double number = 0;
        if (std::from_chars(first, last, number).ec != std::errc()) {
            pos_ = start;
            fail("expected a number within range");
            return 0;
        }
        value = Expr::real(number);
    }
    const char next = peek();
    const bool named = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '_';
    return named ? typedNumber(std::move(value)) : value;
}

/// `2i16` is the call int16(2), `(1.0 + 2.0j)c64` complex64(1.0 + imaginary(2.0)).
Expr Parser::typedNumber(Expr value) {
    const std::size_t start = pos_;
    const std::string_view suffix = identifier();
    if (suffix == "j")
        return rawNode(Op::call, {std::move(value)}, "imaginary");
    if (const std::string_view type = typeOfSuffix(suffix); !type.empty())
        return rawNode(Op::call, {std::move(value)}, std::string(type));
    // `(a)and b`: an operator, which the caller reads.
    pos_ = start;
    return value;
}

} // namespace mw::symbolic

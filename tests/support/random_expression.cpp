// Random tasklet expressions without undefined behaviour.
#include "tests/support/random_expression.h"

#include <utility>

namespace mw::test {

bool isRealType(const std::string& type) {
    return type == "float64" || type == "float32";
}

std::string RandomExpression::of(const std::string& type, int depth) {
    if (type == "bool")
        return boolean(depth);
    return isRealType(type) ? real(depth) : integer(depth);
}

/// Any name of the wanted kind, or a constant.
std::string RandomExpression::name(bool wantReal, bool wantInteger) {
    std::vector<std::string> fitting;
    for (const auto& known : names_)
        if (isRealType(known.type) ? wantReal : (wantInteger && known.type != "bool"))
            fitting.push_back(known.name);
    if (!fitting.empty() && random_.chance(85))
        return random_.of(fitting);
    return std::to_string(random_.below(9)) + (wantReal ? ".25" : "");
}

std::string RandomExpression::real(int depth) {
    if (depth == 0)
        return random_.chance(80) ? name(true, false) : "(" + name(false, true) + " + 0.5)";
    const std::string a = real(depth - 1);
    switch (random_.below(21)) {
    case 0:
        return "(" + a + " if " + boolean(depth - 1) + " else " + real(depth - 1) + ")";
    case 1:
        return "min(" + a + ", " + real(depth - 1) + ")";
    case 2:
        return "max(" + a + ", " + real(depth - 1) + ", 0.5)";
    case 3:
        return "(" + a + " / (abs(" + real(depth - 1) + ") + 1.5))";
    case 4:
        return "math.sqrt(abs(" + a + "))";
    case 5:
        return random_.of(std::vector<std::string>{"math.floor(", "ceil(", "trunc("}) + a + ")";
    case 6:
        return "(- " + a + ")";
    case 7:
        return "dace.float32(" + a + ")";
    case 8:
        return "(" + a + " * dace.float64(" + integer(depth - 1) + "))";
    case 9:
        usesLibrary_ = true;
        return random_.of(std::vector<std::string>{"math.sin(", "math.tanh(", "atan("}) + a + ")";
    case 10:
        return "(min(max(" + a + ", (- 3.0)), 3.0) ** " +
               random_.of(std::vector<std::string>{"2", "3", "5"}) + ")";
    case 11:
        return "((abs(" + a + ") + 1.5) ** (- " +
               random_.of(std::vector<std::string>{"1", "2", "3"}) + "))";
    case 12:
        return "(" + a + random_.of(std::vector<std::string>{" + ", " * ", " - "}) +
               random_.of(std::vector<std::string>{
                   "2147483648", "9223372036854775808", "(- 2147483649)", "(- 9223372036854775808)",
                   "0xffffffff", "18446744073709551615", "dace.float32(0.1)", "1_0.5e-1"}) +
               ")";
    case 13:
        return random_.of(std::vector<std::string>{"sign(", "heaviside(", "deg2rad(", "rad2deg("}) +
               a + ")";
    case 14:
        return "heaviside(" + a + ", " + real(depth - 1) + ")";
    case 15:
        return random_.of(std::vector<std::string>{"py_floor(", "py_mod(", "cpp_mod("}) + a +
               random_.of(std::vector<std::string>{", (", ", (- "}) + "(abs(" + real(depth - 1) +
               ") + 1.5)))";
    default:
        return operation(a, real(depth - 1));
    }
}

std::string RandomExpression::operation(const std::string& a, const std::string& b) {
    static const std::vector<std::string> kOps{" + ", " - ", " * "};
    return "(" + a + random_.of(kOps) + b + ")";
}

std::string RandomExpression::integer(int depth) {
    if (depth == 0)
        return name(false, true);
    const std::string a = integer(depth - 1);
    static const std::vector<std::string> kDivisors{"3", "(- 5)", "7"};
    switch (random_.below(20)) {
    case 0:
        return "(" + a + " if " + boolean(depth - 1) + " else " + integer(depth - 1) + ")";
    case 1:
        return "min(" + a + ", " + integer(depth - 1) + ")";
    case 2:
        return "(" + a + " // " + random_.of(kDivisors) + ")";
    case 3:
        return "(" + a + " % " + random_.of(kDivisors) + ")";
    case 4:
        return "abs(" + a + ")";
    case 5:
        return "dace.int32(max(min(" + real(depth - 1) + ", 100.0), (- 100.0)))";
    case 6:
        return "(" + a + random_.of(std::vector<std::string>{" & ", " | ", " ^ "}) + "13)";
    case 7:
        return "((" + a + " % 11) ** " + random_.of(std::vector<std::string>{"2", "3", "4"}) + ")";
    case 8:
        return "(((" + a + " % 1009) + " +
               random_.of(std::vector<std::string>{"2147483648", "4294967295", "0x80000000",
                                                   "0b10000000000000000000000000000000",
                                                   "9223372036854774000"}) +
               ") % 1000003)";
    case 9: // unsigned in all of it
        return "(((" + a + " % 1009) + " +
               random_.of(std::vector<std::string>{"9223372036854775808", "0xffffffffffffffff",
                                                   "18_446_744_073_709_551_615"}) +
               ") % 10007)";
    case 10:
        return "(((" + a + " % 1009) - 9223372036854775807) % 10007)";
    case 11:
        return "((((" + a + " % 11) - 5) ** 3) " + random_.of(std::vector<std::string>{"//", "%"}) +
               " ((" + integer(depth - 1) + " % 5) - 6))";
    case 12:
        return "((dace.int32((" + a + " % 5)) - 2) ** (dace.int32((" + integer(depth - 1) +
               " % 4)) - 1))";
    case 13:
        return "((((" + a + " % 5) - 6) ** (- " + random_.of(std::vector<std::string>{"1", "2"}) +
               ")) + 1)";
    case 14:
        return random_.of(std::vector<std::string>{"sign(", "heaviside(", "deg2rad(", "sgn("}) + a +
               ")";
    case 15:
        return random_.of(
                   std::vector<std::string>{"py_floor(", "py_mod(", "cpp_mod(", "int_floor("}) +
               a + ", " + random_.of(kDivisors) + ")";
    default:
        return "(" + operation("(" + a + " % 1009)", "(" + integer(depth - 1) + " % 1009)") +
               " % 997)";
    }
}

std::string RandomExpression::boolean(int depth) {
    static const std::vector<std::string> kCompare{" < ", " <= ", " > ", " >= ", " == ", " != "};
    std::vector<std::string> flags;
    for (const auto& known : names_)
        if (known.type == "bool")
            flags.push_back(known.name);
    if (depth == 0 && !flags.empty() && random_.chance(60))
        return random_.of(flags);
    const int below = depth > 0 ? depth - 1 : 0;
    switch (depth == 0 ? 9 : random_.below(7)) {
    case 0:
        return "(" + boolean(below) + " and " + boolean(below) + ")";
    case 1:
        return "(" + boolean(below) + " or " + boolean(below) + ")";
    case 2:
        return "(not " + boolean(below) + ")";
    case 3: // the second compares a truth value, as in C
        return random_.chance(50) ? "(" + real(below) + random_.of(kCompare) + real(below) + " < 1)"
                                  : "(" + integer(below) + random_.of(kCompare) + integer(below) +
                                        random_.of(kCompare) + integer(below) + ")";
    default:
        return random_.chance(50)
                   ? "(" + real(below) + random_.of(kCompare) + real(below) + ")"
                   : "(" + integer(below) + random_.of(kCompare) + integer(below) + ")";
    }
}

} // namespace mw::test

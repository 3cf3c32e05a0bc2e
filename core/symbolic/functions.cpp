// The functions that symbolic text may call.
#include "core/symbolic/functions.h"

#include <algorithm>
#include <array>

namespace mw::symbolic {

namespace {

/// Functions that are calls; Min, int_floor and others are operations of their own.
constexpr std::array<std::string_view, 60> kFunctions = {
    // of real numbers
    "sqrt", "cbrt", "exp", "log", "ln", "log2", "log10", "sin", "cos", "tan", "asin", "acos",
    "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "sign", "Heaviside", "round",
    "ROUND", "pow",
    // of bits
    "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_invert", "left_shift", "right_shift",
    // the remainder of C, which has the sign of the dividend (DaCe 2.0.0b1)
    "CMod",
    // conversions
    "int", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float",
    "float16", "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e5m2", "complex64",
    "complex128", "bool", "bool_", "re", "im", "conjugate",
    // how expressions spell what is no function
    "imaginary", "tuple", "None", "SymExpr", "Attr"};

} // namespace

std::string_view functionName(std::string_view call) {
    for (const std::string_view module : {"dace.math.", "dace.", "numpy.", "np.", "math."})
        if (call.starts_with(module))
            return call.substr(module.size());
    return call;
}

std::string_view functionName(const Expr& call) {
    return functionName(std::string_view(call.name()));
}

bool isKnownFunction(std::string_view name) {
    return std::find(kFunctions.begin(), kFunctions.end(), functionName(name)) != kFunctions.end();
}

const Expr* unknownFunction(const Expr& e) {
    if (e.op() == Op::call && !isKnownFunction(e.name()))
        return &e;
    for (const Expr& arg : e.args())
        if (const Expr* found = unknownFunction(arg))
            return found;
    return nullptr;
}

} // namespace mw::symbolic

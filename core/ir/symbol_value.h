#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"

namespace mw::ir {

/// The value that a symbol or scalar argument of the type has for `given`: whole numbers are
/// integers for integer types and reals for floating ones, float32 is rounded. Error
/// "symbol-value": the type cannot hold it; the sentence names the symbol.
Expected<symbolic::Value> symbolValue(std::string_view name, const symbolic::Value& given,
                                      ScalarType type);

/// The same for what the program declares as symbols and takes as scalar arguments, as far as there
/// are values; others stay as they are.
Expected<void> fitSymbols(const Sdfg& program, symbolic::Bindings& values);

} // namespace mw::ir

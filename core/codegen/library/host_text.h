#pragma once

#include "core/ir/types.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mw::codegen {

/// A plan's expression as text of the host program, over the functions of runtime/arithmetic.h.
struct HostText {
    std::string text; ///< of the type Int or double
    bool real = false;
};

/// What names stand for in a host program.
struct HostNames {
    /// The variable of a symbol; the error says that there is none.
    std::function<Expected<HostText>(const std::string& symbol)> symbol;
    /// An element of an array, by its indices; an empty text: no array has this name.
    std::function<Expected<HostText>(const std::string& array, const std::vector<HostText>& index)>
        element;
};

/// The same value as symbolic::evaluate gives, in the same arithmetic; what the evaluation refuses
/// is refused in `f.r`. Where a choice is between an integer and a real number the result is real.
/// "not-exportable" names the part that has no text.
Expected<HostText> hostText(const symbolic::Expr& e, const HostNames& names);

/// As an integer: "not-an-integer" where it is real.
Expected<std::string> integerText(const symbolic::Expr& e, const HostNames& names);
/// As a value of this type, converted like an argument of a kernel.
std::string valueText(const HostText& value, ir::ScalarType type);
/// A number as a literal of the host program.
HostText literalText(const symbolic::Value& value);
/// Any text as a literal of C.
std::string stringLiteral(std::string_view text);

} // namespace mw::codegen

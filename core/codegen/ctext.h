#pragma once

#include "core/ir/types.h"
#include "core/symbolic/expr.h"

#include <set>
#include <string>
#include <string_view>

namespace mw::codegen {

/// C++ spelling of an element type, without any header ("long long", not int64_t); empty for types
/// that kernels cannot hold.
std::string_view cType(ir::ScalarType type);

/// An integer expression as C++ text with as few parentheses as C's precedence allows. Divisions
/// use the helpers of the prelude (mw_floor_div, ...), which round as the symbolic layer does.
/// Everything in it must be computable.
std::string cText(const symbolic::Expr& e);
/// The innermost part that no kernel computes (a call of a function that C++ and the symbolic layer
/// do not both know, an element of a container, `?`); null when there is none.
const symbolic::Expr* notComputable(const symbolic::Expr& e);
/// As cText, in parentheses unless it is a name or a number.
std::string cTextAtom(const symbolic::Expr& e);

/// Exact C++ spelling of a double.
std::string cLiteral(double value);
std::string cLiteral(std::int64_t value);

/// Operator of the reductions that C has one for: "sum" is "+"; "" for others.
std::string_view reductionOperator(std::string_view reduction);

/// A C++ identifier from any text, of ASCII letters, digits and underscores: the only way in which
/// a name of the graph comes into generated text. Not one that is reserved; equal texts give equal
/// names, different ones mostly different ones (class Names makes them so).
std::string identifier(std::string_view text);
/// Keywords, predefined names and macros of C++, CUDA and HIP and their libraries, and what
/// generated text itself uses at file scope.
bool isReserved(std::string_view name);
/// Letters, digits and underscores, not too many, no digit in front.
bool isIdentifier(std::string_view text);
/// Whether C++ of the graph can have a variable of this name: an identifier, no keyword, no macro.
bool isDeclarable(std::string_view name);
/// `// text` as one line that ends there, whatever the text is: the only way in which other text of
/// the graph comes into generated text.
std::string comment(std::string_view text);
/// Every identifier of a C++ text, also those in comments and strings: one too many does no harm.
std::set<std::string> identifiers(std::string_view text);

/// The pointer to the program's state in the graph's own C++.
constexpr std::string_view kStateName = "__state";

} // namespace mw::codegen

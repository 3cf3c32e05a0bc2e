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
std::string cText(const symbolic::Expr& e);
/// As cText, in parentheses unless it is a name or a number.
std::string cTextAtom(const symbolic::Expr& e);

/// Exact C++ spelling of a double.
std::string cLiteral(double value);
std::string cLiteral(std::int64_t value);

/// Operator of the reductions that C has one for: "sum" is "+"; "" for others.
std::string_view reductionOperator(std::string_view reduction);

/// A C++ identifier from any text; not a keyword or a name that the targets define.
std::string identifier(std::string_view text);
/// Every identifier of a C++ text, also those in comments and strings: one too many does no harm.
std::set<std::string> identifiers(std::string_view text);

/// What the graph's own C++ calls the program's state.
constexpr std::string_view kStateName = "__state";

} // namespace mw::codegen

#pragma once

#include "core/ir/dace_version.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/subset.h"

#include <string>
#include <string_view>

namespace mw::io {

/// How a file writes what the core has in one form only: the spelling of symbols, and what
/// operations mean in the DaCe that the graph is for.
struct Spelling {
    symbolic::Dialect dialect = symbolic::Dialect::plain;
    ir::DaceRules rules;

    bool operator==(const Spelling&) const = default;
};

// The core has one form of each operation: in code `//` divides integers as C does and rounds real
// quotients down (as DaCe up to 2.0.0a10), `%` is C's; of symbolic expressions Op::mod takes the
// divisor's sign and the call CMod the dividend's. The following is the same as text of a file.

/// An expression, or a subset in brackets' text, of a file. In 2.0.0b1 `%` and CMod are C's and Mod
/// is Python's. Of older versions, whose C++ has C's for both, it is Python's here
/// (docs/validation.md, rounding-division).
Expected<symbolic::Expr> parseSymbolic(const std::string& text, const Spelling& spelling);
Expected<symbolic::Subset> parseSymbolicSubset(const std::string& text, const Spelling& spelling);
/// What is CMod in 2.0.0b1 is Mod for older versions.
std::string printSymbolic(const symbolic::Expr& e, const Spelling& spelling);
/// Python of tasklets, conditions and assignments: `a // b` of 2.0.0b1 is `py_floor(a, b)`.
std::string codeFromFile(std::string_view python, const ir::DaceRules& rules);
/// The way back: where `//` rounds down, the division of C is `math.ifloor(a / b)`.
std::string codeForFile(std::string_view python, const ir::DaceRules& rules);

} // namespace mw::io

#pragma once

#include "core/codegen/rewrite.h"

#include <optional>
#include <utility>
#include <vector>

namespace mw::codegen {

/// Integer locals of a body whose values memory decides, or that change: everything but constants
/// that are computed from loop variables, parameters and each other.
NameSet farLocals(const Statements& body);

/// An index as a sum: what loops and parameters say, and locals that memory decides, each times a
/// factor that these say.
struct IndexParts {
    symbolic::Expr near = 0;
    std::vector<std::pair<symbolic::Expr, symbolic::Expr>> far; ///< local, factor; never empty
};
/// nullopt: it has no such local, or one that stands otherwise (inside a minimum, say, or
/// multiplied by another).
std::optional<IndexParts> indexParts(const symbolic::Expr& index, const NameSet& far);

} // namespace mw::codegen

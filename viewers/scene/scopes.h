#pragma once

#include "core/ir/index.h"

#include <QString>

#include <vector>

// Scopes that the canvas can show alone: maps, nested SDFGs and blocks with something inside.

namespace mw::viewers {

/// The scope that an element is: of a map's exit its entry, of a nested SDFG its node; 0: it is
/// none, or the program itself.
ElementId scopeOf(const ir::DocumentIndex& index, ElementId id);
/// Scopes around an element, outermost first, without itself. A state that has all of its SDFG's
/// dataflow is left out: it has nothing to say.
std::vector<ElementId> scopesAround(const ir::DocumentIndex& index, ElementId id);
/// "z_nabla4_e2", "stmt_0", "if flag"; of 0 the program's name.
QString scopeTitle(const ir::DocumentIndex& index, ElementId scope);
/// Where a picture of the program begins: the nested SDFG, and those around it, that has all of
/// the program's dataflow inside of it, or nearly all of its kernels: the first level with
/// something to see. Empty: that is the program itself.
std::vector<ElementId> openingScopes(const ir::Document& document);

} // namespace mw::viewers

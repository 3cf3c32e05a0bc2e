#pragma once

#include "core/ir/edit.h"
#include "core/symbolic/expr.h"
#include "transforms/toolkit/rename.h"

namespace mw::transforms {

/// Replaces symbols in every expression that the SDFG has itself: sizes and layouts of containers,
/// memlets, ranges, values that nested SDFGs are given. Not in code, not in control flow, not
/// inside nested SDFGs. The names must mean the same everywhere in it.
void substituteInExpressions(ir::Editor& editor, SdfgId sdfg, const symbolic::Substitution& values);

/// Replaces names by text in the conditions, assignments and loop statements of the SDFG.
void substituteInControlFlow(ir::Editor& editor, SdfgId sdfg, const Renaming& texts);

} // namespace mw::transforms

#pragma once

#include "core/ir/index.h"

namespace mw::analysis {

/// Floating-point operations of one execution of a tasklet, of a node with what is inside of it
/// (maps times their iterations, nested SDFGs times their loops), or of an SDFG: + - * / % ** and
/// calls. A branch counts as its longest side where that is known, else as the first one; a loop
/// without a known range as one pass.
symbolic::Expr operations(const ir::Sdfg& sdfg, const ir::StateIndex& index, const ir::Node& node);
symbolic::Expr operations(const ir::Sdfg& sdfg);

} // namespace mw::analysis

#pragma once

#include "core/link/detail/fields.h"

// The linked program: one state per call, with the program called as a nested SDFG.

namespace mw::link {

/// What the linked program is given for the layout of its temporaries: strides of dense arrays
/// follow from their sizes, and are no arguments any more. By program: symbols and expressions.
using LayoutSymbols = std::map<std::size_t, symbolic::Substitution>;
LayoutSymbols layoutSymbols(const inputs::SequenceInput& sequence,
                            const std::vector<ProgramUse>& uses, const Arrays& arrays,
                            const Values& values, const InternalFields& internal);

/// `conditions`: of each call.
ir::DocumentPtr linkedGraph(const inputs::SequenceInput& sequence,
                            const std::vector<ProgramUse>& uses, const Arrays& arrays,
                            const Values& values, const InternalFields& internal,
                            const std::vector<symbolic::Expr>& conditions);

} // namespace mw::link

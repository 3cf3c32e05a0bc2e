#pragma once

#include "core/symbolic/prover.h"
#include "transforms/framework/view.h"

namespace mw::transforms {

/// What holds inside of a scope of a state (0: outside of all): the ranges of the parameters
/// around, and in the root SDFG what the program is taken to be run with.
symbolic::Assumptions factsInside(const StateView& at, NodeId scope);

} // namespace mw::transforms

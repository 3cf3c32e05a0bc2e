#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/accesses.h"

namespace mw::transforms {

/// What a tasklet or the like reads or writes by one of its edges: `own.edge` is that edge,
/// `own.node` the access node behind all scopes. Gives an access node by which something else uses
/// the same memory, neither before nor after `code` by the dataflow, one of the two writing; null:
/// there is none, and the use may take place whenever what comes before `code` is done and what
/// comes after it is not begun.
const ir::Node* unorderedUse(const DocumentView& view, const StateView& at, const ir::Node& code,
                             const Access& own);

} // namespace mw::transforms

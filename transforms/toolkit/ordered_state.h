#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/refusal.h"

namespace mw::transforms {

/// The dataflow of the state puts everything in an order that has to be in one: accesses to the
/// same elements one of which writes, and nodes that may do more than write. For states that lost
/// dataflow by an edit; says nothing of how it was before.
MaybeRefusal checkOrdered(int condition, const DocumentView& view, const StateView& at);

} // namespace mw::transforms

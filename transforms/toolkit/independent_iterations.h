#pragma once

#include "transforms/framework/view.h"
#include "transforms/toolkit/refusal.h"

namespace mw::transforms {

/// Something is written at this access node.
bool isWritten(const ir::StateIndex& index, const ir::Node& access);

/// Containers of the body live in one iteration: temporaries that nothing outside uses, and whose
/// values come from the same iteration.
MaybeRefusal checkDataInside(int condition, const StateView& at, const ir::Node& entry);

/// The iterations of a map may run in any order: each writes elements of its own, accumulates into
/// nothing that others touch, and reads nothing that others write; containers inside carry no value
/// from one to another, and nothing inside does more than write its outputs. `entry`: of a map that
/// is whole.
MaybeRefusal checkIndependentIterations(int condition, const StateView& at, const ir::Node& entry);

} // namespace mw::transforms

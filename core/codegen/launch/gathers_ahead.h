#pragma once

#include "core/codegen/environment/plan_context.h"

namespace mw::codegen {

/// Kernel::waitingGathers: gathers behind a branch that loaded data decide, though their index is
/// known before it, of buffers with a number of elements that is known. Where both sides of the
/// branch load, none.
std::map<std::string, std::int64_t, std::less<>> waitingGathers(const PlanContext& context,
                                                                const Kernel& kernel);

/// With `launch.gathersAhead` those gathers no longer wait: they stand right behind what their
/// index is computed from. An index that is outside of its buffer, as tables have where the branch
/// is not taken, then reads an element inside that nobody uses.
Kernel withGathersAhead(const Kernel& kernel);

} // namespace mw::codegen

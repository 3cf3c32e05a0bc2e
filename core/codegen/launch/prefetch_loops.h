#pragma once

#include "core/codegen/plan.h"

namespace mw::codegen {

/// Loads of one turn of the kernel's longest loop that can be done turns before: of what the kernel
/// does not change, at places that do not depend on other turns. 0: there is no such loop.
int prefetchableLoads(const Kernel& kernel);

/// The kernel in which the loads of `launch.prefetch` turns of such loops are in flight while one
/// turn computes: a ring of locals, filled before the loop. Loops of fewer than two rings stay.
/// Where the number of turns is an argument, each turn and each load asks whether there is such a
/// turn.
Kernel prefetched(const Kernel& kernel);

} // namespace mw::codegen

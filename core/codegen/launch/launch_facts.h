#pragma once

#include "core/codegen/launch/launch_choice.h"
#include "core/codegen/plan.h"
#include "core/ir/sdfg.h"

namespace mw::codegen {

/// What the map says: block, launch bounds, registers.
LaunchRequest launchRequest(const ir::Map& map);

/// Of a kernel whose dimensions are in their final order. `asked` is taken from the kernel.
LaunchFacts launchFacts(const Kernel& kernel);

} // namespace mw::codegen

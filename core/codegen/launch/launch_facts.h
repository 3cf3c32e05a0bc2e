#pragma once

#include "core/codegen/launch/launch_choice.h"
#include "core/codegen/plan.h"
#include "core/ir/sdfg.h"

namespace mw::codegen {

/// The launch that the map asks for: block, launch bounds, registers.
LaunchRequest launchRequest(const ir::Map& map);

/// The facts of a kernel whose dimensions are in their final order; `asked` is the kernel's. What
/// the rules may make use of is up to further passes.
LaunchFacts launchFacts(const Kernel& kernel);

} // namespace mw::codegen

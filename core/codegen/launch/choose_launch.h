#pragma once

#include "core/codegen/codegen.h"
#include "core/codegen/launch/launch_choice.h"

namespace mw::codegen {

/// The choice for a kernel: what is overridden, else what the map asks for, else by rule.
LaunchChoice chooseLaunch(const LaunchFacts& facts, const LaunchDevice& device,
                          const LaunchOverride& override = {});

} // namespace mw::codegen

#pragma once

#include "core/codegen/codegen.h"
#include "core/codegen/launch/launch_choice.h"

namespace mw::codegen {

/// The launch of a kernel: what is fixed, else what the map asks for, else by rule.
LaunchChoice chooseLaunch(const LaunchFacts& facts, const LaunchDevice& device,
                          const KernelChoice& fixed = {});

} // namespace mw::codegen

#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// Storage for the containers of the root that are no temporaries. An error names one that no
/// kernel could hold.
Expected<void> declareArguments(HostProgram& program, Environment& env);

} // namespace mw::codegen

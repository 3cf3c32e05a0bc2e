#pragma once

#include "core/codegen/flow/control_flow.h"
#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// The steps of a whole SDFG, and in front of them the zeros that it begins with.
Expected<void> lowerProgramFlow(HostProgram& program, Environment& env, const FlowList& list,
                                Steps& steps);

} // namespace mw::codegen

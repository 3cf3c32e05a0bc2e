#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// The steps of one state.
Expected<void> lowerState(HostProgram& program, Environment& env, const ir::Block& block,
                          Steps& steps);

} // namespace mw::codegen

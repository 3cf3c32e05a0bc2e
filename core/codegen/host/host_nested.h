#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// The steps of a nested SDFG, in a scope of their own where it may return early.
Expected<void> lowerHostNested(HostProgram& program, Environment& env, const ir::StateIndex& index,
                               const ir::Node& node, Steps& steps);

} // namespace mw::codegen

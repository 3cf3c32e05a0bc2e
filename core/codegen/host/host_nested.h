#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

Expected<void> lowerHostNested(HostProgram& program, Frame& frame, const ir::StateIndex& index,
                               const ir::Node& node, Steps& steps);

} // namespace mw::codegen

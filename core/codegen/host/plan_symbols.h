#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// Plan::symbols, from everything else in the finished plan.
void collectSymbols(HostProgram& program);

} // namespace mw::codegen

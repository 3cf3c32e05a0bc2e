#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// What an edge between two containers copies: a known value, a box, or (with a conflict resolution
/// or a conversion) a kernel.
Expected<void> lowerHostCopy(HostProgram& program, Environment& env, const ir::Edge& edge,
                             const CopyEnds& ends, Steps& steps);

} // namespace mw::codegen

#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// Memory for a container that still has none; what it looks at must be bound.
Expected<void> materialise(HostProgram& program, Frame& frame, const std::string& container);

/// Temporaries that live in this state only begin as zeros every time that it runs.
Expected<void> zeroTemporaries(HostProgram& program, Frame& frame, const ir::Block& state,
                               Steps& steps);

/// Views of the state before its nodes: what writes through a view comes before the view's own
/// node.
Expected<void> bindHostViews(HostProgram& program, Frame& frame, const ir::StateIndex& index);

} // namespace mw::codegen

#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// Memory for a container that still has none; what it looks at must be bound.
Expected<void> materialise(HostProgram& program, Environment& env, const std::string& container);

/// Temporaries that live in this state only begin as zeros every time that it runs.
Expected<void> zeroTemporaries(HostProgram& program, Environment& env, const ir::Block& state,
                               Steps& steps);

/// Views of the state before its nodes: what writes through a view comes before the view's own
/// node.
Expected<void> bindHostViews(HostProgram& program, Environment& env, const ir::StateIndex& index);

} // namespace mw::codegen

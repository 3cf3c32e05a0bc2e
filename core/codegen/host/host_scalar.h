#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// Whether a step assigns a symbol of the value: then it is not the same everywhere.
bool mayChange(const HostProgram& program, const Value& value);

/// The container that nothing else writes, that no condition reads, and that is one element: where
/// a value may stand instead of memory.
bool holdsValue(HostProgram& program, const Environment& env, const std::string& container);

/// Binds what a tasklet writes to the value that it computes. False where it needs a kernel.
Expected<bool> bindHostScalar(HostProgram& program, Environment& env, const ir::StateIndex& index,
                              const ir::Node& node);

} // namespace mw::codegen

#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// A map: its kernel (from the memo where that knows it) and its launch.
Expected<void> lowerMapKernel(HostProgram& program, Environment& env, const ir::Block& block,
                              const ir::StateIndex& index, const ir::Node& node, Steps& steps);

/// A tasklet or a library node: a kernel of one thread.
Expected<void> lowerSingleNodeKernel(HostProgram& program, Environment& env,
                                     const ir::StateIndex& index, const ir::Node& node,
                                     Steps& steps);

/// The passes over a lowered kernel; an error where it would have to compute what kernels cannot.
Expected<void> finishKernel(HostProgram& program, Kernel& kernel);

/// A finished kernel and its launch.
void addKernel(HostProgram& program, Kernel kernel, Steps& steps);

} // namespace mw::codegen

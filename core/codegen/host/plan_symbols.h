#pragma once

#include "core/codegen/host/host_program.h"

namespace mw::codegen {

/// Plan::symbols, from everything else in the finished plan.
void collectSymbols(HostProgram& program);

/// Symbols that what runs is made from: kernels, steps, sizes of temporaries. A caller passes them
/// however the program is called; shapes and strides of its arguments alone it need not.
std::set<std::string, std::less<>> symbolsOfSteps(const Plan& plan);

} // namespace mw::codegen

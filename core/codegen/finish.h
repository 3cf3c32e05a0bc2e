#pragma once

#include "core/codegen/kernel_lowering.h"

namespace mw::codegen {

/// Block and limits that a map says about its launch (see Kernel); a block of zeros where it says
/// none, which `finishKernel` then chooses.
void launchAttributes(const ir::Map& map, Kernel& kernel);

/// What follows from a kernel's finished body: the dimension on x, parameters, index width,
/// operation count, and which buffers are touched element by element.
void finishKernel(const PlanContext& context, Kernel& kernel);

/// Cache hints: BufferParam::streaming of all kernels.
void markStreaming(Plan& plan);

/// First and last step of every temporary, in depth-first numbering of the steps; temporaries used
/// inside a loop live as long as the loop.
void markLiveness(Plan& plan);

} // namespace mw::codegen

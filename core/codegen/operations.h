#pragma once

#include "core/codegen/plan.h"

namespace mw::codegen {

/// Iterations of the map that the kernel is.
symbolic::Expr iterationsOf(const Kernel& kernel);

/// Floating-point operations of one launch as `Kernel::flops` counts them, but a division or a root
/// as 20 and other functions as 40: about the instructions that a GPU carries out for them in
/// double precision.
symbolic::Expr instructionsOf(const Kernel& kernel);

} // namespace mw::codegen

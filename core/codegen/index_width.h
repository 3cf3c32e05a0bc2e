#pragma once

#include "core/codegen/kernel_lowering.h"

namespace mw::codegen {

/// False when 32 bits provably hold every index, every bound and everything on the way to them.
/// Values loaded from memory (neighbour tables) may be anything that keeps the access inside its
/// array: a program that reads outside is wrong with any width.
bool needsWideIndex(const PlanContext& context, const Kernel& kernel);

/// Gives 64 bits to loop variables and to integer locals that index expressions use.
void widenIndices(Kernel& kernel);

} // namespace mw::codegen

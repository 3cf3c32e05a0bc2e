#pragma once

#include "core/codegen/codegen.h"

#include <vector>

// What there is to choose for a kernel: which forms are worth a measurement, by what was found on
// kernels of weather models (docs/tuning.md). All lists depend on the kernel's facts alone.

namespace mw::workbench {

/// Of these choices those that the kernel can keep, without any that come to the same launch as
/// one before or as `known` ones.
std::vector<codegen::KernelChoice> distinct(const codegen::Kernel& kernel, codegen::Target target,
                                            const std::vector<codegen::KernelChoice>& choices,
                                            const std::vector<codegen::KernelChoice>& known);

/// To begin with, most promising first: one or more of every form that the kernel can take.
std::vector<codegen::KernelChoice> firstChoices(const codegen::Kernel& kernel,
                                                codegen::Target target);
/// Those that differ from a choice in one thing.
std::vector<codegen::KernelChoice> neighbours(const codegen::Kernel& kernel, codegen::Target target,
                                              const codegen::KernelChoice& choice);
/// Every combination of levels per thread, levels per group and registers, and of blocks, each with
/// every kind of streaming.
std::vector<codegen::KernelChoice> everyChoice(const codegen::Kernel& kernel,
                                               codegen::Target target);

} // namespace mw::workbench

#pragma once

#include "core/codegen/kernel_lowering.h"

namespace mw::codegen {

using Loads = std::vector<std::shared_ptr<Value>>;

/// Block and limits that a map says about its launch (see Kernel); a block of zeros where it says
/// none, which `finishKernel` then chooses.
void launchAttributes(const ir::Map& map, Kernel& kernel);

/// What follows from a kernel's finished body: the dimension on x, parameters, index width,
/// operation count, and which loads are read-only.
void finishKernel(PlanContext& context, Kernel& kernel, const Loads& loads);

/// Cache hints: what is touched once in its kernel and by no other one of the plan.
void markStreaming(Plan& plan, std::vector<Loads>& loads);

/// First and last step of every temporary, in depth-first numbering of the steps; temporaries used
/// inside a loop live as long as the loop.
void markLiveness(Plan& plan);

} // namespace mw::codegen

#pragma once

#include "core/analysis/raw_code.h"
#include "core/codegen/environment/plan_context.h"

namespace mw::codegen {

/// State fields, init code and exit code in the order of DaCe: the device's init code, that of the
/// SDFGs, that of their tasklets; exit code the other way round. After the kernels are lowered.
ProgramState programState(const std::vector<analysis::RawCode>& code, const Environment& root,
                          const PlanContext& context);

} // namespace mw::codegen

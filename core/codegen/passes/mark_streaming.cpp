// The pass "mark-streaming".
#include "core/codegen/passes/passes.h"

namespace mw::codegen {

void markStreaming(PlanContext& context) {
    Plan& plan = context.plan;
    std::map<std::string, int> users;
    for (const Kernel& kernel : plan.kernels)
        for (const auto& buffer : kernel.buffers)
            ++users[buffer.array];
    for (Kernel& kernel : plan.kernels)
        for (auto& buffer : kernel.buffers)
            buffer.streaming = buffer.elementwise && users[buffer.array] == 1;
}

} // namespace mw::codegen

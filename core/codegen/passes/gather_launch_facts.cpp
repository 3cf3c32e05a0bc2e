// The pass "gather-launch-facts".
#include "core/codegen/launch/launch_facts.h"
#include "core/codegen/passes/passes.h"

namespace mw::codegen {

void gatherLaunchFacts(const PlanContext&, Kernel& kernel) {
    kernel.facts = launchFacts(kernel);
}

} // namespace mw::codegen

// The passes that say what the launch of a kernel may make use of: each sets a fact of its own, so
// that each can be left out by itself.
#include "core/codegen/known_kernel.h"
#include "core/codegen/launch/gathers_ahead.h"
#include "core/codegen/launch/prefetch_loops.h"
#include "core/codegen/launch/schedule_levels.h"
#include "core/codegen/launch/tile_gathers.h"
#include "core/codegen/passes/passes.h"

namespace mw::codegen {

void chooseBlocks(const PlanContext&, Kernel& kernel) {
    kernel.facts.shapesBlock = !kernel.facts.oneThread;
}

void boundRegisters(const PlanContext&, Kernel& kernel) {
    kernel.facts.boundsBlocks = kernel.facts.straight;
}

void scheduleLevels(const PlanContext& context, Kernel& kernel) {
    kernel.facts.maySchedule = maySchedule(kernel);
    kernel.facts.levelsAtCall = kernel.facts.maySchedule && context.boundsAtCall;
}

void hoistShared(const PlanContext&, Kernel& kernel) {
    kernel.facts.hoistsShared = kernel.facts.maySchedule;
}

void groupLoads(const PlanContext&, Kernel& kernel) {
    kernel.facts.groupsLoads = kernel.facts.maySchedule;
}

void prefetchLoops(const PlanContext&, Kernel& kernel) {
    kernel.facts.prefetchableLoads = kernel.facts.oneThread ? 0 : prefetchableLoads(kernel);
}

void gatherAhead(const PlanContext& context, Kernel& kernel) {
    kernel.waitingGathers = waitingGathers(context, kernel);
    kernel.facts.gathersWait = !kernel.waitingGathers.empty();
}

namespace {

/// All that gathers depend on beside the kernel.
struct Tables {
    std::vector<bool> are;

    bool operator==(const Tables&) const = default;
};

} // namespace

void tileGathers(PlanContext& context) {
    for (Kernel& kernel : context.plan.kernels) {
        const auto find = [&] { return tileGathers(context, kernel); };
        kernel.tile =
            kernel.known ? kernel.known->answer(Tables{areTables(context, kernel)}, find) : find();
        kernel.facts.sharesGathers = !kernel.tile.table.empty();
    }
}

} // namespace mw::codegen

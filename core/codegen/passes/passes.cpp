// The table of passes over the kernel IR: what each is called, in which order they run.
#include "core/codegen/passes/passes.h"

#include "core/codegen/codegen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::codegen {

namespace {

constexpr std::array kPasses = {
    Pass{"unroll-short-loops", "unroll loops of few constant turns", "", &unrollShortLoops},
    Pass{"write-out-loops", "write the turns of unrolled loops one after the other", "",
         &writeOutLoops},
    Pass{"scalar-replacement", "scalars in the place of private arrays with constant indices", "",
         &scalarReplacement},
    Pass{"single-assignment", "declare what is assigned once where it is assigned", "",
         &singleAssignment},
    Pass{"unit-stride-innermost", "put the dimension of unit stride on x", "",
         &unitStrideInnermost},
    Pass{"narrow-indices", "index with 32 bits where that is proven", "", &narrowIndices},
    Pass{"widen-indices", "give 64 bits to what indices that are not narrow are computed from",
         "wide indices are computed from what it widens", &widenIndices},
    Pass{"load-once", "load what does not change once", "", &loadOnce},
    Pass{"loads-first", "load before all else of a block", "", &loadsFirst},
    // once more: what a block loads in the end is known in its branches then
    Pass{"load-once", "load what does not change once", "", &loadOnce},
    Pass{"loads-first", "load before all else of a block", "", &loadsFirst},
    Pass{"collect-parameters", "make names from outside scalar parameters",
         "the kernel would use names that nobody declares", &collectParameters},
    Pass{"mark-elementwise", "find buffers of which every iteration touches one element", "",
         &markElementwise},
    Pass{"mark-read-only", "find buffers that the kernel only reads, for the device's cache", "",
         &markReadOnly},
    Pass{"count-operations", "count floating-point operations of a launch",
         "measurements are set against the count", &countOperations},
    Pass{"divide-by-constants", "multiply by the reciprocal of a literal, and correct", "",
         &divideByConstants},
    Pass{"vectorise", "let iterations of the CPU's innermost loop run as vectors", "", &vectorise},
    Pass{"collapse-loops", "share all loops but the innermost among the CPU's threads", "",
         &collapseLoops},
    Pass{"gather-launch-facts", "note what the launch is chosen from", "no launch could be chosen",
         &gatherLaunchFacts},
    Pass{"choose-blocks", "choose blocks by extents and by what threads share", "", &chooseBlocks},
    Pass{"bound-registers", "set launch bounds by the registers that loads need", "",
         &boundRegisters},
    Pass{"schedule-levels", "let a thread work through several levels", "", &scheduleLevels},
    Pass{"hoist-shared", "compute what all levels of a thread share once, before them", "",
         &hoistShared},
    Pass{"group-loads", "load for several levels of a thread at once", "", &groupLoads},
    Pass{"prefetch-loops", "load ahead of the turns of a loop", "", &prefetchLoops},
    Pass{"gather-ahead", "let gathers not wait for a branch that data decide", "", &gatherAhead},
    Pass{"tile-gathers", "let the points of a block gather together through a table", "",
         static_cast<Pass::OfPlan>(&tileGathers)},
    Pass{"name-kernels", "name kernels by label and outputs", "kernels are found by their names",
         &nameKernels},
    Pass{"mark-streaming", "stream through buffers that no other kernel touches", "",
         &markStreaming},
    Pass{"mark-liveness", "find the first and last step of every temporary",
         "temporaries share memory by it", static_cast<Pass::OfPlan>(&markLiveness)},
};

void observe(const PlanContext& context, std::string_view pass, std::size_t index,
             const Kernel& kernel) {
    if (context.observer)
        context.observer(pass, index, kernel);
}

/// Of the passes that can be left out.
std::vector<std::string_view> removable() {
    std::vector<std::string_view> names;
    for (const PassInfo& pass : passList())
        if (pass.needed.empty())
            names.push_back(pass.name);
    return names;
}

} // namespace

std::span<const Pass> passes() {
    return kPasses;
}

std::vector<PassInfo> passList() {
    std::vector<PassInfo> list;
    for (const Pass& pass : kPasses) // some run twice
        if (std::ranges::find(list, pass.name, &PassInfo::name) == list.end())
            list.push_back({pass.name, pass.summary, pass.needed});
    return list;
}

Expected<void> checkWithout(const std::set<std::string, std::less<>>& without) {
    for (const std::string& name : without) {
        const auto* found = std::find_if(kPasses.begin(), kPasses.end(),
                                         [&](const Pass& pass) { return pass.name == name; });
        if (found == kPasses.end())
            return fail("unknown-pass",
                        fmt::format("there is no pass '{}' to leave out; there are: {}", name,
                                    fmt::join(removable(), ", ")));
        if (!found->needed.empty())
            return fail("needed-pass",
                        fmt::format("the pass '{}' cannot be left out: {}", name, found->needed));
    }
    return {};
}

void runKernelPasses(const PlanContext& context, Kernel& kernel) {
    const std::size_t index = context.plan.kernels.size(); // where it will stand
    observe(context, "lower", index, kernel);
    for (const Pass& pass : kPasses) {
        const auto* run = std::get_if<Pass::OfKernel>(&pass.run);
        if (!run || context.without.contains(pass.name))
            continue;
        (*run)(context, kernel);
        observe(context, pass.name, index, kernel);
    }
}

void runPlanPasses(PlanContext& context) {
    for (const Pass& pass : kPasses) {
        const auto* run = std::get_if<Pass::OfPlan>(&pass.run);
        if (!run || context.without.contains(pass.name))
            continue;
        (*run)(context);
        for (std::size_t i = 0; i < context.plan.kernels.size(); ++i)
            observe(context, pass.name, i, context.plan.kernels[i]);
    }
}

} // namespace mw::codegen

#pragma once

#include "core/codegen/environment/plan_context.h"

#include <span>
#include <string_view>
#include <variant>

namespace mw::codegen {

/// One step from a kernel as it was lowered to the kernel that is printed. Each is a function in a
/// file of its own, named like the pass.
struct Pass {
    using OfKernel = void (*)(const PlanContext&, Kernel&);
    using OfPlan = void (*)(PlanContext&); ///< when all kernels are there

    std::string_view name;
    std::string_view summary;
    std::string_view needed; ///< why it cannot be left out; empty: it can
    std::variant<OfKernel, OfPlan> run;
};

/// All, in the order in which they run: those of one kernel, then those of the plan.
std::span<const Pass> passes();

/// Errors: "unknown-pass" for names that are none, "needed-pass" for those that cannot be left out.
Expected<void> checkWithout(const std::set<std::string, std::less<>>& without);

/// The passes of one kernel, which has just been lowered.
void runKernelPasses(const PlanContext& context, Kernel& kernel);
/// The passes of the plan.
void runPlanPasses(PlanContext& context);

// ---- the passes

/// Loops of few constant turns are unrolled where the graph says nothing: up to 16 over a map's
/// parameter, up to 8 over the elements of a copy or a reduction, none that the graph wrote itself.
void unrollShortLoops(const PlanContext& context, Kernel& kernel);

/// The turns of loops that are unrolled fully are written one after the other, up to 512 statements
/// of one loop.
void writeOutLoops(const PlanContext& context, Kernel& kernel);

/// Scalars in the place of private arrays of which every access names a constant element.
void scalarReplacement(const PlanContext& context, Kernel& kernel);

/// What is declared first and assigned once, later in the same block, is declared where it is
/// assigned, and constant.
void singleAssignment(const PlanContext& context, Kernel& kernel);

/// The parameter along which most accesses have unit stride goes last: to x, and to the innermost
/// loop of the CPU. Strides that are arguments count as those that callers are likely to give;
/// where no access has unit stride, a parameter that is named as horizontal goes last. Kernels of
/// one thread keep their order.
void unitStrideInnermost(const PlanContext& context, Kernel& kernel);

/// Index arithmetic of 32 bits where they provably hold every index, every bound and everything on
/// the way to them, whatever the block. Values loaded from memory (neighbour tables) may be
/// anything that keeps the access inside its array: a program that reads outside is wrong with any
/// width. Where that hangs on symbols, Kernel::bounds may say what the host has to check.
void narrowIndices(const PlanContext& context, Kernel& kernel);

/// Gives 64 bits to loop variables and to the integer locals of index expressions, unless the
/// kernel's indices are narrow. Unsigned arithmetic with them stays of 32 bits.
void widenIndices(const PlanContext& context, Kernel& kernel);

/// Every element of a buffer that the kernel does not change is loaded once, into a local. The same
/// of buffers of which every iteration touches one element of its own, before it stores. A load
/// stays where its condition says whether it is done, unless loaded data decide and the element
/// exists in any case.
void loadOnce(const PlanContext& context, Kernel& kernel);

/// Locals that are loaded stand before all else of their block, with what their indices are
/// computed from: many loads are then in flight at once.
void loadsFirst(const PlanContext& context, Kernel& kernel);

/// Division by a literal becomes a product with its reciprocal and two corrections on a device,
/// which give the same double to the bit (Markstein 1990): a quarter of the instructions.
void divideByConstants(const PlanContext& context, Kernel& kernel);

/// Names that the kernel uses and does not declare become its scalar parameters.
void collectParameters(const PlanContext& context, Kernel& kernel);

/// BufferParam::elementwise.
void markElementwise(const PlanContext& context, Kernel& kernel);

/// BufferParam::readOnly.
void markReadOnly(const PlanContext& context, Kernel& kernel);

/// Kernel::flops: of a branch the longer side where that is known, else the first.
void countOperations(const PlanContext& context, Kernel& kernel);

/// Kernel::simd: the body is straight arithmetic, loops and branches.
void vectorise(const PlanContext& context, Kernel& kernel);

/// Kernel::collapse: all loops but the innermost are shared by the CPU's threads.
void collapseLoops(const PlanContext& context, Kernel& kernel);

/// Kernel::facts, of what the kernel is.
void gatherLaunchFacts(const PlanContext& context, Kernel& kernel);

// What the launch may make use of, beside the facts (launch/launch_choice.h): each of these passes
// allows one thing, and the rules of choose_launch.cpp decide how much of it.

/// LaunchFacts::shapesBlock; else the block that the map asks for, or a row.
void chooseBlocks(const PlanContext& context, Kernel& kernel);
/// LaunchFacts::boundsBlocks; else the bounds that the map asks for.
void boundRegisters(const PlanContext& context, Kernel& kernel);
/// LaunchFacts::maySchedule.
void scheduleLevels(const PlanContext& context, Kernel& kernel);
/// LaunchFacts::hoistsShared.
void hoistShared(const PlanContext& context, Kernel& kernel);
/// LaunchFacts::groupsLoads.
void groupLoads(const PlanContext& context, Kernel& kernel);
/// LaunchFacts::prefetchableLoads.
void prefetchLoops(const PlanContext& context, Kernel& kernel);
/// LaunchFacts::gathersWait, and of what.
void gatherAhead(const PlanContext& context, Kernel& kernel);

/// LaunchFacts::sharesGathers, and which: when it is known what the program writes.
void tileGathers(PlanContext& context);

/// Kernel::name, from label and outputs, and Kernel::structure.
void nameKernels(PlanContext& context);

/// BufferParam::streaming.
void markStreaming(PlanContext& context);

/// First and last step of every temporary, in depth-first numbering of the steps; temporaries used
/// inside a loop live as long as the loop.
void markLiveness(PlanContext& context);
void markLiveness(Plan& plan);

} // namespace mw::codegen

// To the GPU: storage and schedules of a program whose arguments are in the GPU's memory.
//
//     a -> [i] -> t -> (f) -> s      =>   a, t, s: GPU_Global; [i], [once = 0:1] around f:
//     GPU_Device
//
// Conditions, in this order:
//  1. The match names the program.
//  2. Every node beside maps is an access node of an array, scalar or view, a tasklet, or a library
//     node that only computes: no nested SDFG, no stream, no consume scope.
//  3. Nothing on the host needs what is on the GPU: control flow and ranges read neither arrays nor
//     scalars that a kernel writes, no such scalar is an argument, tasklets that touch either do
//     what they say and hand values on through containers; no map beside others is sequential.
//  4. Temporaries of kernels have sizes that are numbers.
//  5. Something of it changes.
//
// Effect: arrays are GPU_Global, as are scalars that kernels write; temporaries inside of maps are
// registers. Maps beside others are kernels, maps inside of these sequential. A tasklet beside maps
// that touches the GPU's memory is the only thing in a map of one iteration. Copies that are no
// copy of rows or columns become kernels. No value changes.

#include "transforms/to_gpu/plan.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/program_match.h"
#include "transforms/toolkit/side_effects.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::to_gpu {

namespace {

/// Condition 2 for one node beside maps.
MaybeRefusal checkKind(const ir::Sdfg& program, const ir::Node& node) {
    if (const auto* nested = node.as<ir::NestedSdfg>())
        return refuse(
            2, "nested-sdfg",
            fmt::format("The nested SDFG '{}' stands beside maps: inline it first.", nested->label),
            {node.id});
    const auto* access = node.as<ir::AccessNode>();
    const auto* data = access ? program.data(access->data) : nullptr;
    const bool known = data && (data->isScalar() || data->kind == ir::DataKind::array ||
                                data->kind == ir::DataKind::view);
    const bool computes = node.as<ir::LibraryNode>() && !mayHaveEffect(node);
    if (known || computes || node.as<ir::MapEntry>() || node.as<ir::MapExit>() ||
        node.as<ir::Tasklet>())
        return std::nullopt;
    return refuse(2, "not-on-a-gpu",
                  fmt::format("{} is nothing that this tool moves to a GPU.", quoted(node)),
                  {node.id});
}

MaybeRefusal checkKinds(const DocumentView& view, const ir::Sdfg& program) {
    MaybeRefusal refusal;
    forEachStateOf(view, program, [&](const StateView& at) {
        for (const auto& node : at.state().nodes)
            if (!refusal && !at.index->scope(node->id))
                refusal = checkKind(program, *node);
    });
    return refusal;
}

/// Condition 5.
bool isThere(const DocumentView& view, const ir::Sdfg& program, const GpuPlan& plan) {
    const auto hasIt = [&](const std::string& name) {
        return !isHostStorage(program.data(name)->storage);
    };
    bool there = plan.kernels.empty() && std::ranges::all_of(plan.device, hasIt);
    forEachStateOf(view, program, [&](const StateView& at) {
        for (const auto& node : at.state().nodes)
            if (const auto* map = node->as<ir::MapEntry>())
                there = there && !isHostSchedule(map->map.schedule);
    });
    return there;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    if (auto refusal = checkProgramMatch(view, match))
        return *refusal;
    const ir::Sdfg& program = *view.document()->root;
    if (auto refusal = checkKinds(view, program))
        return *refusal;
    auto found = gpuPlan(view, program);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    auto& plan = std::get<GpuPlan>(found);
    if (isThere(view, program, plan))
        return refuse(5, "already-so", "Everything is on the GPU already.", {program.id});
    plan.copyKernels = isSet(params, "copy-kernels");
    plan.memoryPool = isSet(params, "memory-pool");
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto after = movedToGpu(view, plan.as<GpuPlan>());
    return ir::EditResult{after, ir::changesBetween(*view.document()->root, *after->root)};
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "to-gpu",
        "Move the program to the GPU",
        "Gives arrays and maps the storage and schedules of a GPU; what touches them becomes a "
        "kernel.",
        "Arguments are taken to be in the GPU's memory already: nothing is copied to or from it. "
        "Tools that read the file, as GT4Py and DaCe do, make kernels of the maps then. Tasklets "
        "beside maps become kernels of one thread; inline-fusion computes what they compute in the "
        "maps that read it.\n\n"
        "Strides should be as they are to stay before this, because they decide which copies "
        "become kernels; block sizes come after it (gpu-launch).",
        Category::loops,
        {flagSetByDefault("copy-kernels", "Make kernels of copies that are no copy of rows."),
         flagSetByDefault("memory-pool", "Take temporaries from the GPU's memory pool.")},
        programRoles(),
        findProgram,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::to_gpu

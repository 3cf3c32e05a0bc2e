// GPU launch: block size, launch bounds and registers of one map's kernel.
//
//     map m [k, i] schedule GPU_Device  =>  map m [k, i] schedule GPU_Device block [128, 1, 1] ...
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. The map becomes a kernel of its own, and has as many parameters as the options ask for.
//  3. A block of that size can be launched: at most 1024 threads, 64 of them along z, no more than
//     the launch bounds allow, and one thread along a dimension that the map has no parameter for;
//     registers are limited in one way.
//  4. Something of it changes.
//
// Effect: what the map says about its kernel, launch bounds included; x is its last parameter.
// Along a parameter that is known to take fewer values than the block has threads, the block is as
// large as these. No value changes.

#include "core/ir/edit.h"
#include "transforms/toolkit/one_map.h"
#include "transforms/toolkit/options.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::gpu_launch {

namespace {

constexpr std::int64_t kMostThreads = 1024, kMostAlongZ = 64, kMostRegisters = 255;

bool mayBeKernel(const StateView& at, const ir::Node& entry) {
    const auto schedule = entry.as<ir::MapEntry>()->map.schedule;
    return !at.index->scope(entry.id) &&
           (schedule == ir::Schedule::Default || schedule == ir::Schedule::GPU_Device);
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, mayBeKernel);
}

/// Condition 2.
MaybeRefusal checkKernel(const DocumentView& view, const OneMap& found, const Params& params) {
    if (!mayBeKernel(found.at, *found.entry) || insideMap(view, found.at.id))
        return refuse(2, "no-kernel",
                      fmt::format("{} becomes no kernel of its own.", quoted(found.map())),
                      {found.entry->id});
    const auto dimensions = numberOf(params, "only-dimensions");
    if (dimensions == 0 || dimensions == static_cast<std::int64_t>(found.map().params.size()))
        return std::nullopt;
    return refuse(2, "other-dimensions",
                  fmt::format("{} has {} parameters, and only-dimensions is {}.",
                              quoted(found.map()), found.map().params.size(), dimensions),
                  {found.entry->id});
}

struct LaunchPlan {
    BlockId state;
    NodeId map;
    std::vector<int> block;
    std::string bounds;
    int registers = 0, minWarps = 0;
};

/// A file may say any numbers: beyond kMany it does not matter how many.
std::int64_t threadsOf(const std::vector<int>& block) {
    constexpr std::int64_t kMany = std::int64_t{1} << 31U;
    std::int64_t threads = 1;
    for (const int extent : block)
        threads = std::clamp<std::int64_t>(threads * extent, -kMany, kMany);
    return threads;
}

/// Condition 3.
MaybeRefusal checkBlock(const OneMap& found, const std::vector<int>& block, std::int64_t bounds) {
    const ir::Map& map = found.map();
    const std::int64_t threads = threadsOf(block), alongZ = block.size() > 2 ? block[2] : 1;
    if (threads > kMostThreads || alongZ > kMostAlongZ)
        return refuse(3, "block-too-large",
                      fmt::format("A block of {} threads, {} of them along z, cannot be launched.",
                                  threads, alongZ),
                      {found.entry->id});
    if (bounds > 0 && threads > bounds)
        return refuse(3, "beyond-bounds",
                      fmt::format("A block of {} threads is more than the launch bounds of {}.",
                                  threads, bounds),
                      {found.entry->id});
    for (std::size_t d = map.params.size(); d < block.size(); ++d)
        if (block[d] > 1)
            return refuse(3, "no-such-dimension",
                          fmt::format("{} has {} parameters, and the block has {} threads along "
                                      "dimension {}.",
                                      quoted(map), map.params.size(), block[d], d + 1),
                          {found.entry->id});
    return std::nullopt;
}

/// Condition 3: DaCe leaves out launch bounds where a map has a limit on registers.
MaybeRefusal checkLimits(const OneMap& found, const LaunchPlan& plan) {
    if (plan.registers == 0 || plan.minWarps == 0)
        return std::nullopt;
    return refuse(3, "two-limits",
                  fmt::format("At most {} registers for {}, and at least {} of its blocks side by "
                              "side: only one of the two can be kept.",
                              plan.registers, quoted(found.map()), plan.minWarps),
                  {found.entry->id});
}

/// No more threads along a parameter than it is known to take values; x is the last one.
std::vector<int> fittingBlock(const ir::Map& map, std::vector<int> block) {
    const std::size_t rank = map.params.size();
    for (std::size_t d = 0; d < std::min(rank, block.size()); ++d)
        if (const auto extent = map.range.dims[rank - 1 - d].size().asInteger())
            block[d] = static_cast<int>(
                std::clamp<std::int64_t>(block[d], 1, std::max<std::int64_t>(*extent, 1)));
    return block;
}

/// A block without bounds is what pipelines write on every map; with them it is a choice, which
/// generated code keeps to.
LaunchPlan planOf(const OneMap& found, const Params& params) {
    const auto number = [&](const char* name) { return static_cast<int>(numberOf(params, name)); };
    const bool keeps = numberOf(params, "block-x") == 0;
    const auto block =
        keeps
            ? found.map().gpuBlockSize
            : fittingBlock(found.map(), {number("block-x"), number("block-y"), number("block-z")});
    const int bounds = number("launch-bounds");
    return {found.at.id,
            found.entry->id,
            block,
            fmt::format("{}", bounds == 0 && !block.empty() ? threadsOf(block) : bounds),
            number("max-registers"),
            number("min-warps")};
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<OneMap>(bound);
    if (auto refusal = checkKernel(view, found, params))
        return *refusal;
    LaunchPlan plan = planOf(found, params);
    if (auto refusal = checkBlock(found, plan.block, numberOf(params, "launch-bounds")))
        return *refusal;
    if (auto refusal = checkLimits(found, plan))
        return *refusal;
    const ir::Map& map = found.map();
    if (map.gpuBlockSize == plan.block && map.gpuLaunchBounds == plan.bounds &&
        map.gpuMaxRegisters == plan.registers && map.gpuMinWarps == plan.minWarps)
        return refuse(4, "already-so", fmt::format("{} says all of this already.", quoted(map)),
                      {found.entry->id});
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [state, entry, block, bounds, registers, minWarps] = plan.as<LaunchPlan>();
    ir::Editor editor(view.document());
    ir::Map& map = editor.node(state, entry).as<ir::MapEntry>()->map;
    map.gpuBlockSize = block;
    map.gpuLaunchBounds = bounds;
    map.gpuMaxRegisters = registers;
    map.gpuMinWarps = minWarps;
    return editor.commit();
}

std::vector<ParamSpec> parameters() {
    return {
        numberParam("block-x", 128, 0, kMostThreads,
                    "Threads along the last parameter; 0: the block stays as it is."),
        numberParam("block-y", 1, 1, kMostThreads, "Threads along the one before."),
        numberParam("block-z", 1, 1, kMostAlongZ, "Threads along the one before that."),
        numberParam("launch-bounds", 0, -1, kMostThreads,
                    "Most threads of a block that the compiler counts on; 0: those of the block, "
                    "-1: none."),
        numberParam("max-registers", 0, 0, kMostRegisters,
                    "Most registers of a thread; 0: as many as the compiler likes."),
        numberParam("min-warps", 0, 0, 64,
                    "Second argument of the launch bounds, which limits registers so that so much "
                    "fits: blocks of a multiprocessor with CUDA, warps of an execution unit with "
                    "HIP; 0: none."),
        numberParam("only-dimensions", 0, 0, 8, "Only maps with so many parameters; 0: any."),
    };
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "gpu-launch",
        "Choose block and registers of a kernel",
        "Sets block size, launch bounds and registers of one map's kernel.",
        "What the map says here, generated code uses instead of what it would choose for the "
        "device, and GT4Py and DaCe read it from the file. The last parameter of the map is x.\n\n"
        "Blocks of 128 threads along x are a good start for maps over neighbours; maps without "
        "operands that all levels share do well with 64 times 2. A limit on registers lets more "
        "threads run at once, and costs when values have to leave the registers for it.",
        Category::loops,
        parameters(),
        oneMapPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::gpu_launch

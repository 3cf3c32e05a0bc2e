// The rules by which a kernel's launch is chosen: all that decides block, bounds, registers, levels
// per thread and unrolling stands here.
#include "core/codegen/launch/choose_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::codegen {

namespace {

using Block = std::array<int, 3>;

constexpr Block kRow = {128, 1, 1};

// Measured on an H200 over the programs of docs/measurements.md, "Kernels that work through
// levels".
constexpr double kLevelsPerThread = 20;
constexpr int kLevelsPerGroup = 2, kLargestGroup = 4;
/// From this share of accesses on that all levels share, runs of levels pay; from the second on
/// where a branch that data decide keeps loads from being grouped.
constexpr double kSharedAccesses = 0.3, kSharedDespiteBranches = 0.5;
/// Loads of a loop's turns to come that a thread has in flight.
constexpr int kLoadsAhead = 16;
/// Of 128 threads: each may then use 128 registers, and holds many loads in flight.
constexpr int kBlocksPerMultiprocessor = 4;
/// Registers up to which a larger group leaves room, and from which on one block less is better
/// than values that leave the registers for memory.
constexpr int kRoomForMore = 112, kTooMany = 160;
/// Loads of a level, in words of 32 bits, below which a larger group has nothing to keep in flight.
constexpr int kWordsWorthGrouping = 8;

/// Threads launched for each thread that has work; 1 where the extent is not known.
double idleFactor(std::optional<double> extent, int block) {
    return extent && *extent > 0 ? std::ceil(*extent / block) * block / *extent : 1.0;
}

double idleFactor(const LaunchFacts& facts, const Block& block) {
    return idleFactor(facts.extentX, block[0]) * idleFactor(facts.extentY, block[1]);
}

/// Consecutive threads along the unit stride; several rows where rows share what they read; few
/// idle threads where extents are known.
Block blockByRule(const LaunchFacts& facts, const LaunchDevice& device) {
    if (facts.rank == 1) // a column per thread waits long on memory: small blocks spread over more
        return {facts.loops ? 64 : 128, 1, 1};
    const Block tile = {device.warp, 256 / device.warp, 1};
    const Block row = kRow, pair = {64, 2, 1};
    if (facts.straight && idleFactor(facts, pair) <= 1.1 * idleFactor(facts, tile))
        return pair;
    if (facts.sharesAcrossRows)
        return tile;
    return idleFactor(facts, row) <= 1.1 * idleFactor(facts, tile) ? row : tile;
}

/// A block alone says little: GT4Py writes the same one on every map. With bounds or registers it
/// is a choice for this map, which stays.
bool isChosen(const LaunchRequest& asked) {
    return asked.boundThreads != 0 || asked.minBlocksPerSm > 0 || asked.maxRegisters > 0;
}

/// A run of levels per thread, where operands without levels are then read once for all of them:
/// about twenty, and runs enough for every place that a multiprocessor has for blocks, twice.
int levelsByRule(const LaunchFacts& facts, const LaunchDevice& device) {
    const double least = facts.loadsInBranches ? kSharedDespiteBranches : kSharedAccesses;
    if (!facts.maySchedule || facts.sharedAccesses < least || isChosen(facts.asked) ||
        !facts.extentX || !facts.extentY)
        return 1;
    const double places = 2.0 * kBlocksPerMultiprocessor * device.multiprocessors;
    const double rows = std::max(1.0, std::ceil(*facts.extentX / kRow[0]));
    const double runs = std::max(std::round(*facts.extentY / kLevelsPerThread),
                                 std::min(std::ceil(places / rows), *facts.extentY));
    return static_cast<int>(std::max(1.0, std::ceil(*facts.extentY / std::max(1.0, runs))));
}

/// Registers of a thread that has all loads of a group of levels in flight: within 15 % of what the
/// compiler takes, where nothing limits it.
int registersOf(const LaunchFacts& facts, int levels) {
    constexpr int kRest = 14; // indices, addresses
    return kRest + facts.sharedWords + levels * facts.levelWords;
}

int groupByRule(const LaunchFacts& facts) {
    if (!facts.groupsLoads)
        return 1;
    const bool larger = facts.levelWords >= kWordsWorthGrouping &&
                        registersOf(facts, kLargestGroup) <= kRoomForMore;
    return larger ? kLargestGroup : kLevelsPerGroup;
}

Block blockOf(const LaunchFacts& facts, const LaunchDevice& device, int levels,
              const LaunchOverride& override) {
    const Block& asked = facts.asked.block;
    if (facts.oneThread)
        return {1, 1, 1};
    if (override.block)
        return *override.block;
    if (levels > 1)
        return asked[0] > 0 && isChosen(facts.asked) ? asked : kRow;
    const bool ruled = facts.shapesBlock && facts.straight && !isChosen(facts.asked);
    if (asked[0] > 0 && !ruled)
        return asked;
    return facts.shapesBlock ? blockByRule(facts, device) : kRow;
}

/// The block's size unless the map says another number, or that there is no bound.
int boundThreads(const LaunchFacts& facts, const Block& block, const LaunchOverride& override) {
    const int asked = facts.oneThread ? 0 : facts.asked.boundThreads;
    const bool ofBlock = asked == 0 || (asked > 0 && override.block);
    return ofBlock ? block[0] * block[1] * block[2] : asked;
}

int minBlocks(const LaunchFacts& facts, const Block& block, int levelsPerGroup) {
    const int threads = block[0] * block[1] * block[2];
    if (!facts.boundsBlocks || isChosen(facts.asked))
        return facts.asked.minBlocksPerSm;
    const int blocks =
        kBlocksPerMultiprocessor - (registersOf(facts, levelsPerGroup) > kTooMany ? 1 : 0);
    return std::max(1, kRow[0] * blocks / threads);
}

Expected<void> checkOverride(const std::string& kernel, const LaunchOverride& override) {
    const Block block = override.block.value_or(Block{1, 1, 1});
    const bool positive = std::all_of(block.begin(), block.end(),
                                      [](int n) { return n >= 1 && n <= kMaxBlockThreads; });
    if (!positive || block[0] * block[1] * block[2] > kMaxBlockThreads)
        return fail("launch-override",
                    fmt::format("a block of {} x {} x {} threads for '{}' is not one of 1 to {}",
                                block[0], block[1], block[2], kernel, kMaxBlockThreads));
    if (override.levelsPerThread.value_or(1) < 1 || override.levelsPerGroup.value_or(1) < 1 ||
        override.prefetch.value_or(0) < 0 || override.maxRegisters.value_or(0) < 0 ||
        override.minBlocksPerSm.value_or(0) < 0 || override.unroll.value_or(0) < 0)
        return fail("launch-override",
                    fmt::format("the launch of '{}' has a negative number in it", kernel));
    return {};
}

} // namespace

LaunchChoice chooseLaunch(const LaunchFacts& facts, const LaunchDevice& device,
                          const LaunchOverride& override) {
    LaunchChoice choice;
    if (facts.maySchedule)
        choice.levelsPerThread = override.levelsPerThread.value_or(levelsByRule(facts, device));
    choice.block = blockOf(facts, device, choice.levelsPerThread, override);
    choice.levelsPerGroup =
        std::min(choice.levelsPerThread, override.levelsPerGroup.value_or(groupByRule(facts)));
    choice.hoistsShared = facts.hoistsShared;
    if (facts.prefetchableLoads > 0)
        choice.prefetch =
            override.prefetch.value_or(std::clamp(kLoadsAhead / facts.prefetchableLoads, 1, 8));
    choice.maxRegisters = override.maxRegisters.value_or(facts.asked.maxRegisters);
    choice.unroll = override.unroll.value_or(0);
    choice.boundThreads = boundThreads(facts, choice.block, override);
    // A limit on registers decides how many blocks fit; both at once contradict each other.
    if (!facts.oneThread && choice.maxRegisters == 0)
        choice.minBlocksPerSm =
            override.minBlocksPerSm.value_or(minBlocks(facts, choice.block, choice.levelsPerGroup));
    return choice;
}

LaunchDevice launchDevice(Target target) {
    return target == Target::hip ? LaunchDevice{.warp = 64, .multiprocessors = 104}
                                 : LaunchDevice{};
}

Expected<void> chooseLaunches(Plan& plan, const LaunchDevice& device,
                              const LaunchOverrides& overrides) {
    for (const auto& [name, override] : overrides) {
        MW_CHECK(checkOverride(name, override));
        if (std::none_of(plan.kernels.begin(), plan.kernels.end(),
                         [&name = name](const Kernel& kernel) { return kernel.name == name; }))
            return fail("launch-override", fmt::format("there is no kernel '{}'", name));
    }
    for (Kernel& kernel : plan.kernels) {
        const auto found = overrides.find(kernel.name);
        kernel.launch = chooseLaunch(kernel.facts, device,
                                     found == overrides.end() ? LaunchOverride{} : found->second);
    }
    return {};
}

} // namespace mw::codegen

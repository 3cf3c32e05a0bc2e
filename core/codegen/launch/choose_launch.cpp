// The rules by which a kernel's launch is chosen: all that decides block, bounds, registers, levels
// per thread and unrolling stands here.
#include "core/codegen/launch/choose_launch.h"

#include "core/codegen/launch/tile_gathers.h"
#include "core/codegen/library/runtime/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::codegen {

namespace {

using Block = std::array<int, 3>;

constexpr Block kRow = {128, 1, 1};

// Measured on an H200 (docs/measurements.md, "Launch rules").
/// Levels that one thread computes where the host chooses their number at the call: the choice for
/// large extents.
constexpr int kLevelsPerThread = 20;
constexpr int kLevelsPerGroup = 2, kLargestGroup = 4;
/// Shares of a kernel's accesses that are the same on all levels, from which on it is faster that a
/// thread computes several levels: usually, where a branch that depends on data keeps loads from
/// being grouped, and for two levels only.
constexpr double kSharedAccesses = 0.3, kSharedDespiteBranches = 0.5, kSharedByPairs = 0.2;
/// Share of the loads of one level that must be saved where a thread computes several.
constexpr double kSavedByRuns = 0.8;
/// Loads of a loop's turns to come that a thread has in flight.
constexpr int kLoadsAhead = 16;
/// Blocks of 128 threads that a multiprocessor holds: each thread may then use 128 registers, and
/// has many loads in flight.
constexpr int kBlocksPerMultiprocessor = 4;
/// Most threads that one holds (NVIDIA: compute capability 8.0 and 9.0; AMD: CDNA 2 and 3).
constexpr int kThreadsPerMultiprocessor = 2048;
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

/// The least number of blocks of a row that the registers of a multiprocessor are to be enough for.
int blocksByRegisters(const LaunchFacts& facts, int levelsPerGroup) {
    return kBlocksPerMultiprocessor - (registersOf(facts, levelsPerGroup) > kTooMany ? 1 : 0);
}

/// Blocks of a row that the device holds at a time, where registers decide.
int placesOf(const LaunchFacts& facts, const LaunchDevice& device, int levelsPerGroup) {
    constexpr int kStep = 8; // in which registers are given to threads
    const int registers = (registersOf(facts, levelsPerGroup) + kStep - 1) / kStep * kStep;
    // Of 32 bits, of a multiprocessor (NVIDIA: compute capability 8.0 and 9.0), or a compute unit
    // (AMD: CDNA 2 and 3).
    const int all = device.target == Target::hip ? 131072 : 65536;
    const int fitting = all / (kRow[0] * registers);
    return device.multiprocessors * std::clamp(fitting, blocksByRegisters(facts, levelsPerGroup),
                                               kThreadsPerMultiprocessor / kRow[0]);
}

/// Hundredths of a level's time that a thread takes for what all its levels share.
int sharedTime(const LaunchFacts& facts) {
    return 100 * facts.sharedWords / std::max(1, facts.levelWords);
}

/// Whether a run of levels per thread loads most of what a level loads only once: operands without
/// levels for all of them, a field at k and k + 1 for two.
bool paysInRuns(const LaunchFacts& facts) {
    const double saved = facts.sharedWords + facts.overlappingLoads * facts.levelWords;
    return facts.loadsInBranches ? facts.sharedAccesses >= kSharedDespiteBranches
                                 : facts.sharedAccesses >= kSharedAccesses &&
                                       saved >= kSavedByRuns * facts.levelWords;
}

/// Whether two levels per thread pay, without a loop, which load a smaller part once. Where loads
/// wait for others on every level, many threads help more than loads in flight, unless much is
/// shared.
bool paysInPairs(const LaunchFacts& facts) {
    return facts.groupsLoads && !facts.loadsInBranches &&
           facts.sharedAccesses >= (facts.dependentLoads ? kSharedAccesses : kSharedByPairs);
}

/// Blocks enough for every place, of pairs of levels.
bool hasPairs(const LaunchFacts& facts, const LaunchDevice& device) {
    return std::ceil(*facts.extentX / kRow[0]) * std::floor(*facts.extentY / kLevelsPerGroup) >=
           placesOf(facts, device, kLevelsPerGroup);
}

/// Levels per thread. Where extents are not known the host sees to them (LaunchChoice::places), and
/// this is what large ones give.
void levelsByRule(const LaunchFacts& facts, const LaunchDevice& device, LaunchChoice& choice) {
    const bool known = facts.extentX && facts.extentY;
    const bool atCall = !known && facts.levelsAtCall && device.target != Target::cpu;
    if (!facts.maySchedule || isChosen(facts.asked) || !(known || atCall))
        return;
    if (!paysInRuns(facts)) {
        if (paysInPairs(facts) && (atCall || hasPairs(facts, device)))
            choice.levelsPerThread = kLevelsPerGroup;
        return;
    }
    const int group = groupByRule(facts), places = placesOf(facts, device, group);
    if (known) {
        choice.levelsPerThread = static_cast<int>(library::levelsOfRun(
            places, sharedTime(facts), group, kRow[0], static_cast<library::Int>(*facts.extentX),
            static_cast<library::Int>(*facts.extentY)));
    } else {
        choice.levelsPerThread = (kLevelsPerThread + group - 1) / group * group;
        choice.places = places;
        choice.sharedTime = sharedTime(facts);
    }
}

/// Whole turns, so that a turn of few loads and one of many both have about as many in flight.
int turnsAheadByRule(const LaunchFacts& facts) {
    const int loads = facts.prefetchableLoads;
    return std::clamp((kLoadsAhead + loads - 1) / loads, 1, 8);
}

bool usesTiles(const LaunchFacts& facts, const KernelChoice& fixed) {
    return facts.sharesGathers && fixed.tiles.value_or(false);
}

Block blockOf(const LaunchFacts& facts, const LaunchDevice& device, int levels,
              const KernelChoice& fixed) {
    const Block& asked = facts.asked.block;
    if (facts.oneThread)
        return {1, 1, 1};
    if (fixed.block)
        return *fixed.block;
    if (levels > 1 || usesTiles(facts, fixed))
        return asked[0] > 0 && isChosen(facts.asked) ? asked : kRow;
    const bool ruled = facts.shapesBlock && facts.straight && !isChosen(facts.asked);
    if (asked[0] > 0 && !ruled)
        return asked;
    return facts.shapesBlock ? blockByRule(facts, device) : kRow;
}

/// The block's size unless the map says another number, or that there is no bound.
int boundThreads(const LaunchFacts& facts, const Block& block, const KernelChoice& fixed) {
    const int asked = facts.oneThread ? 0 : facts.asked.boundThreads;
    const bool ofBlock = asked == 0 || (asked > 0 && fixed.block);
    return ofBlock ? block[0] * block[1] * block[2] : asked;
}

int minBlocks(const LaunchFacts& facts, const Block& block, int levelsPerGroup) {
    const int threads = block[0] * block[1] * block[2];
    if (!facts.boundsBlocks || isChosen(facts.asked))
        return facts.asked.minBlocksPerSm;
    return std::max(1, kRow[0] * blocksByRegisters(facts, levelsPerGroup) / threads);
}

Unexpected cannot(const Kernel& kernel, std::string_view field, std::string_view why) {
    return fail("bad-choices",
                fmt::format("the choices of the kernel '{}': '{}' cannot be kept: {}", kernel.name,
                            field, why));
}

Expected<void> checkNumbers(const Kernel& kernel, const KernelChoice& fixed) {
    const Block block = fixed.block.value_or(Block{1, 1, 1});
    const bool positive = std::all_of(block.begin(), block.end(),
                                      [](int n) { return n >= 1 && n <= kMaxBlockThreads; });
    if (!positive || block[0] * block[1] * block[2] > kMaxBlockThreads ||
        block[2] > kMaxBlockThreadsZ)
        return cannot(kernel, "block",
                      fmt::format("{} x {} x {} threads are not from 1 to {}, at most {} along z",
                                  block[0], block[1], block[2], kMaxBlockThreads,
                                  kMaxBlockThreadsZ));
    if (fixed.levelsPerThread.value_or(1) < 1 || fixed.levelsPerGroup.value_or(1) < 1 ||
        fixed.prefetch.value_or(0) < 0 || fixed.maxRegisters.value_or(0) < 0 ||
        fixed.minBlocksPerSm.value_or(0) < 0 || fixed.unroll.value_or(0) < 0 ||
        fixed.sharedLoops.value_or(1) < 1)
        return fail("bad-choices", fmt::format("the choices of the kernel '{}' have a number in "
                                               "them that is too small",
                                               kernel.name));
    if (fixed.maxRegisters.value_or(0) > 0 && fixed.minBlocksPerSm.value_or(0) > 0)
        return cannot(kernel, "min_blocks", "'max_registers' decides how many blocks fit");
    return {};
}

Unexpected noKernel(const Plan& plan, const std::string& name) {
    std::vector<std::string_view> names;
    for (const Kernel& kernel : plan.kernels)
        names.push_back(kernel.name);
    return fail("bad-choices", fmt::format("there is no kernel '{}' to choose for; there are: {}",
                                           name, fmt::join(names, ", ")));
}

/// What the kernel has no form for. A graph's own loop over levels is left as it is: a thread is
/// not given several runs of it.
Expected<void> checkFixed(const Kernel& kernel, const KernelChoice& fixed) {
    MW_CHECK(checkNumbers(kernel, fixed));
    if (fixed.levelsPerThread.value_or(1) > 1 && !kernel.facts.maySchedule)
        return cannot(kernel, "levels_per_thread",
                      kernel.facts.rank < 2 ? "it has no second dimension"
                                            : "a thread of it runs loops of its own");
    if (fixed.prefetch.value_or(0) > 0 && kernel.facts.prefetchableLoads == 0)
        return cannot(kernel, "loads_ahead", "it has no loop whose loads can run ahead");
    if (fixed.gathersAhead.value_or(false) && !kernel.facts.gathersWait)
        return cannot(kernel, "gathers_ahead", "none of its gathers waits for a branch");
    if (fixed.tiles.value_or(false) && !kernel.facts.sharesGathers)
        return cannot(
            kernel, "tiles",
            "it has no two gathers through a table of the arguments, one level of a field "
            "each, that no branch decides");
    if (const auto rank = static_cast<int>(kernel.dims.size());
        fixed.sharedLoops.value_or(1) > std::max(1, rank))
        return cannot(kernel, "shared_loops", fmt::format("it has {} loops", rank));
    return {};
}

/// Levels that a tile has room for, where nobody said how many.
void fitGroup(const Kernel& kernel, const KernelChoice& fixed, LaunchChoice& choice) {
    while (!fixed.levelsPerGroup && choice.levelsPerGroup > 1 &&
           tileBytes(kernel.tile, choice.block[0], choice.levelsPerGroup) > kMaxTileBytes)
        --choice.levelsPerGroup;
}

/// The block of a tile is a row of points, whose lists and neighbours fit.
Expected<void> checkTile(const Kernel& kernel, const LaunchDevice& device,
                         const LaunchChoice& choice) {
    const auto& [x, y, z] = choice.block;
    if (y * z != 1 || x % device.warp != 0)
        return cannot(kernel, "tiles",
                      fmt::format("a tile is a block of one row, in multiples of {} threads, and "
                                  "the block is {} x {} x {}",
                                  device.warp, x, y, z));
    if (const auto columns = static_cast<int>(kernel.tile.columns.size());
        x * columns > kMaxTileEntries)
        return cannot(kernel, "tiles",
                      fmt::format("{} points have {} entries of the table, and a list is made from "
                                  "at most {}",
                                  x, x * columns, kMaxTileEntries));
    if (const auto bytes = tileBytes(kernel.tile, x, choice.levelsPerGroup); bytes > kMaxTileBytes)
        return cannot(kernel, "tiles",
                      fmt::format("{} levels of the neighbours of {} points take {} bytes of "
                                  "shared memory, and a block has {}",
                                  choice.levelsPerGroup, x, bytes, kMaxTileBytes));
    return {};
}

} // namespace

LaunchChoice chooseLaunch(const LaunchFacts& facts, const LaunchDevice& device,
                          const KernelChoice& fixed) {
    LaunchChoice choice;
    if (facts.maySchedule && fixed.levelsPerThread)
        choice.levelsPerThread = *fixed.levelsPerThread;
    else if ((facts.extentX && facts.extentY) || !usesTiles(facts, fixed))
        levelsByRule(facts, device, choice);
    choice.block = blockOf(facts, device, choice.levelsPerThread, fixed);
    choice.levelsPerGroup =
        std::min(choice.levelsPerThread, fixed.levelsPerGroup.value_or(groupByRule(facts)));
    choice.hoistsShared = facts.hoistsShared;
    if (facts.prefetchableLoads > 0)
        choice.prefetch = fixed.prefetch.value_or(turnsAheadByRule(facts));
    choice.gathersAhead = facts.gathersWait && fixed.gathersAhead.value_or(false);
    choice.tiles = usesTiles(facts, fixed);
    choice.maxRegisters = fixed.maxRegisters.value_or(facts.asked.maxRegisters);
    choice.unroll = fixed.unroll.value_or(0);
    choice.streaming = fixed.streaming.value_or(Streaming::own);
    choice.sharedLoops = fixed.sharedLoops.value_or(0);
    choice.vectors = fixed.vectors.value_or(true);
    choice.boundThreads = boundThreads(facts, choice.block, fixed);
    // A limit on registers decides how many blocks fit; both at once contradict each other.
    if (!facts.oneThread && choice.maxRegisters == 0)
        choice.minBlocksPerSm =
            fixed.minBlocksPerSm.value_or(minBlocks(facts, choice.block, choice.levelsPerGroup));
    return choice;
}

LaunchDevice launchDevice(Target target) {
    return target == Target::hip
               ? LaunchDevice{.warp = 64, .multiprocessors = 104, .target = target}
               : LaunchDevice{.target = target};
}

Expected<LaunchChoice> chosenLaunch(const Kernel& kernel, const LaunchDevice& device,
                                    const KernelChoice& fixed) {
    MW_CHECK(checkFixed(kernel, fixed));
    LaunchChoice choice = chooseLaunch(kernel.facts, device, fixed);
    if (choice.tiles) {
        fitGroup(kernel, fixed, choice);
        MW_CHECK(checkTile(kernel, device, choice));
    }
    return choice;
}

namespace {

struct Form {
    LaunchChoice launch;
    std::optional<HandText> hand;
};

Expected<Form> formOf(const Kernel& kernel, const LaunchDevice& device, const KernelChoice& fixed) {
    Form form;
    MW_TRY(form.launch, chosenLaunch(kernel, device, fixed));
    const HandText* hand = handFor(fixed, device.target);
    if (!hand)
        return form;
    Kernel launched = kernel;
    launched.launch = form.launch;
    MW_CHECK(checkHandText(launched, *hand));
    form.hand = *hand;
    return form;
}

} // namespace

Expected<void> chooseLaunches(Plan& plan, const LaunchDevice& device, const Choices& choices) {
    for (const auto& [name, fixed] : choices)
        if (std::ranges::find(plan.kernels, name, &Kernel::name) == plan.kernels.end())
            return noKernel(plan, name);
    std::vector<Form> forms;
    for (const Kernel& kernel : plan.kernels) {
        const auto found = choices.find(kernel.generalOf.empty() ? kernel.name : kernel.generalOf);
        const KernelChoice none, &fixed = found == choices.end() ? none : found->second;
        auto form = formOf(kernel, device, fixed);
        if (!form && !kernel.generalOf.empty()) // the choice is for the quick form
            form = formOf(kernel, device, none);
        MW_TRY(forms.emplace_back(), std::move(form));
    }
    for (std::size_t k = 0; k < forms.size(); ++k) {
        plan.kernels[k].launch = forms[k].launch;
        plan.kernels[k].hand = std::move(forms[k].hand);
    }
    return {};
}

Choices fittingChoices(const Plan& plan, const LaunchDevice& device, const Choices& choices) {
    Choices fitting;
    for (const Kernel& kernel : plan.kernels) {
        const auto found = choices.find(kernel.name);
        if (found == choices.end())
            continue;
        KernelChoice choice = found->second;
        bool fits = formOf(kernel, device, choice).has_value();
        if (!fits && handFor(choice, device.target)) {
            dropHand(choice, device.target); // the rest of it
            fits = !choice.isEmpty() && formOf(kernel, device, choice);
        }
        if (fits)
            fitting.emplace(kernel.name, std::move(choice));
    }
    return fitting;
}

} // namespace mw::codegen

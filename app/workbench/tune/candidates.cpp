// Which launches of a kernel are worth a measurement.
#include "app/workbench/tune/candidates.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mw::workbench {

namespace {

using codegen::Kernel;
using codegen::KernelChoice;
using codegen::LaunchChoice;
using codegen::Streaming;
using codegen::Target;
using Block = std::array<int, 3>;
using List = std::vector<KernelChoice>;

constexpr std::array kGroups = {1, 2, 4, 5, 8};
/// Blocks of 128 threads that are to fit: 0 leaves the registers to the compiler, and with 3, 4, 6
/// a thread has 168, 128, 80.
constexpr std::array kPlaces = {0, 3, 4, 6};
constexpr int kRow = 128;
/// Of the first forms, those that are tried with and without streaming.
constexpr std::size_t kStreamed = 6;

int threadsOf(const Block& block) {
    return block[0] * block[1] * block[2];
}

/// As many blocks as have the registers of so many blocks of 128 threads.
int blocksFor(int places, const Block& block) {
    return places == 0 ? 0 : std::max(1, places * kRow / threadsOf(block));
}

KernelChoice levels(int perThread, int perGroup, int places, const Block& block = {kRow, 1, 1}) {
    KernelChoice choice;
    choice.block = block;
    choice.levelsPerThread = perThread;
    choice.levelsPerGroup = std::min(perGroup, perThread);
    choice.minBlocksPerSm = blocksFor(places, block);
    return choice;
}

/// Levels per thread for whole numbers of runs, and a few short ones; falling.
std::vector<int> runLengths(const Kernel& kernel) {
    std::vector<int> lengths = {5, 4, 2, 1};
    if (const auto count = kernel.facts.extentY)
        for (const int runs : {1, 2, 3, 4, 8, 16})
            lengths.push_back(static_cast<int>(std::ceil(*count / runs)));
    else
        lengths.insert(lengths.end(), {8, 10, 16, 20, 40});
    std::erase_if(lengths, [](int n) { return n < 1; });
    std::ranges::sort(lengths, std::greater());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    return lengths;
}

/// The run length that is nearest to `wanted`, by ratio.
int nearest(const std::vector<int>& lengths, int wanted) {
    return *std::ranges::min_element(
        lengths, {}, [&](int n) { return std::abs(std::log(static_cast<double>(n) / wanted)); });
}

std::vector<Block> blocksOfOneLevel(Target target) {
    if (target == Target::hip)
        return {{128, 1, 1}, {64, 2, 1}, {64, 4, 1}, {256, 1, 1}};
    return {{64, 2, 1}, {128, 1, 1}, {32, 4, 1}, {256, 1, 1}, {32, 8, 1}};
}

/// The first of a list with nothing past the caches as well, each behind its own form: together
/// with long runs that is worth more than either alone.
List withoutStreaming(const List& list, std::size_t first) {
    List both;
    for (std::size_t i = 0; i < list.size(); ++i) {
        both.push_back(list[i]);
        if (i >= first)
            continue;
        both.push_back(list[i]);
        both.back().streaming = Streaming::none;
    }
    return both;
}

/// Kernels that can work through levels: groups of loads, runs of levels, or one level.
List levelForms(const Kernel& kernel, Target target) {
    const auto lengths = runLengths(kernel);
    const int longest = lengths.front();
    const int twenty = nearest(lengths, 20), forty = nearest(lengths, 40);
    List list = {levels(twenty, 2, 4),  levels(longest, 5, 4), levels(forty, 4, 4),
                 levels(longest, 2, 4), levels(twenty, 4, 4),  levels(longest, 8, 4),
                 levels(2, 2, 4),       levels(4, 4, 4),       levels(twenty, 2, 3),
                 levels(forty, 8, 4),   levels(longest, 1, 4), levels(twenty, 5, 3),
                 levels(4, 4, 0),       levels(2, 2, 0)};
    for (const Block& block : blocksOfOneLevel(target)) {
        list.push_back(levels(1, 1, 4, block));
        list.push_back(levels(1, 1, 0, block));
    }
    list.push_back(levels(longest, 2, 4, {256, 1, 1}));
    list.push_back(levels(twenty, 2, 4, {64, 1, 1}));
    list.push_back({.streaming = Streaming::all});
    list = withoutStreaming(list, kStreamed);
    list.insert(list.begin(), {.streaming = Streaming::none});
    return list;
}

LaunchChoice launchOf(const Kernel& kernel, Target target, const KernelChoice& choice) {
    return codegen::chosenLaunch(kernel, codegen::launchDevice(target), choice)
        .value_or(LaunchChoice{});
}

/// Scans: how far loads run ahead, in which blocks, with how many registers.
List ringForms(const Kernel& kernel, Target target) {
    List list;
    for (const int ahead : {2, 4, 1, 8, 0, 3})
        list.push_back({.prefetch = ahead});
    for (const int threads : {128, 32, 256})
        list.push_back({.block = Block{threads, 1, 1}});
    for (const int ahead : {2, 4, 8})
        list.push_back({.prefetch = ahead, .streaming = Streaming::all});
    for (const Streaming streaming : {Streaming::all, Streaming::none})
        list.push_back({.streaming = streaming});
    const Block block = launchOf(kernel, target, {}).block;
    for (const int places : kPlaces)
        list.push_back({.minBlocksPerSm = blocksFor(places, block)});
    return list;
}

/// Nothing but block, registers and hints.
List plainForms(const Kernel& kernel, Target target) {
    List list;
    if (kernel.facts.rank == 1)
        for (const int threads : {64, 128, 256, 512})
            list.push_back({.block = Block{threads, 1, 1}});
    else
        for (const Block& block : blocksOfOneLevel(target))
            list.push_back({.block = block});
    for (const int places : {4, 3, 6})
        list.push_back({.block = Block{kRow, 1, 1}, .minBlocksPerSm = places});
    if (kernel.facts.loops)
        for (const int unroll : {2, 4, 1})
            list.push_back({.unroll = unroll});
    list.push_back({.streaming = Streaming::all});
    list.push_back({.streaming = Streaming::none});
    return list;
}

List hostForms(const Kernel& kernel) {
    List list;
    for (int shared = 1; shared <= static_cast<int>(kernel.dims.size()); ++shared)
        list.push_back({.sharedLoops = shared});
    list.push_back({.vectors = false});
    for (int shared = 1; shared <= static_cast<int>(kernel.dims.size()); ++shared)
        list.push_back({.sharedLoops = shared, .vectors = false});
    return list;
}

bool canKeep(const Kernel& kernel, Target target, const KernelChoice& choice) {
    return codegen::chosenLaunch(kernel, codegen::launchDevice(target), choice).has_value();
}

/// The values beside `value` in a list in order, which it may stand between.
template <class Values>
std::vector<int> beside(const Values& values, int value) {
    std::vector<int> result;
    int below = -1, above = -1;
    for (const int one : values) {
        if (one < value && one > below)
            below = one;
        if (one > value && (above < 0 || one < above))
            above = one;
    }
    for (const int one : {below, above})
        if (one >= 0)
            result.push_back(one);
    return result;
}

void addLevelNeighbours(const Kernel& kernel, const KernelChoice& choice, const LaunchChoice& now,
                        List& list) {
    const auto with = [&](auto KernelChoice::*field, auto value) {
        KernelChoice other = choice;
        other.*field = value;
        list.push_back(other);
    };
    for (const int length : beside(runLengths(kernel), now.levelsPerThread))
        with(&KernelChoice::levelsPerThread, length);
    for (const int group : beside(kGroups, now.levelsPerGroup))
        with(&KernelChoice::levelsPerGroup, group);
}

void addBounds(const KernelChoice& choice, const LaunchChoice& now, List& list) {
    const int blocks = now.minBlocksPerSm;
    for (const int other : {blocks - 1, blocks + 1, 0})
        if (other >= 0) {
            list.push_back(choice);
            list.back().minBlocksPerSm = other;
        }
}

void addBlocks(const KernelChoice& choice, const LaunchChoice& now, List& list) {
    const Block& block = now.block;
    const int threads = threadsOf(block);
    for (const Block& other : {Block{block[0] * 2, block[1], 1}, Block{block[0] / 2, block[1], 1},
                               Block{block[0] / 2, block[1] * 2, 1}}) {
        if (other[0] < 32 || threadsOf(other) > 512)
            continue;
        KernelChoice moved = choice;
        moved.block = other;
        if (now.minBlocksPerSm > 0) // the same registers
            moved.minBlocksPerSm = std::max(1, now.minBlocksPerSm * threads / threadsOf(other));
        list.push_back(moved);
    }
}

/// Gathers before their branches, or behind them.
void addGathers(const KernelChoice& choice, const LaunchChoice& now, List& list) {
    list.push_back(choice);
    list.back().gathersAhead = !now.gathersAhead;
}

/// Each of the first of a list with gathers before their branches as well, in front of its own
/// form: that changes a kernel more than levels and groups do.
List withGathersAhead(const List& list, std::size_t first) {
    List both = {{.gathersAhead = true}};
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i < first) {
            both.push_back(list[i]);
            both.back().gathersAhead = true;
        }
        both.push_back(list[i]);
    }
    return both;
}

/// Neighbours in tiles: long runs, a few levels at a time, as many as a tile has room for.
List tileForms(const Kernel& kernel) {
    const auto lengths = runLengths(kernel);
    const int forty = nearest(lengths, 40);
    List list;
    for (const int threads : {128, 256})
        for (const int group : {4, 3, 2})
            for (const int length : {forty, lengths.front()}) {
                list.push_back(levels(length, group, 0, {threads, 1, 1}));
                list.back().tiles = true;
            }
    for (const int threads : {128, 256}) {
        list.push_back(levels(forty, 3, 4, {threads, 1, 1}));
        list.back().tiles = true;
    }
    return list;
}

void addTiles(const KernelChoice& choice, const LaunchChoice& now, List& list) {
    list.push_back(choice);
    list.back().tiles = !now.tiles;
    if (now.tiles && now.levelsPerGroup != 3) { // the groups of kernels without tiles have no three
        list.push_back(choice);
        list.back().levelsPerGroup = 3;
    }
}

void addStreaming(const KernelChoice& choice, List& list) {
    for (const Streaming streaming : {Streaming::none, Streaming::own, Streaming::all}) {
        KernelChoice other = choice;
        other.streaming = streaming;
        list.push_back(other);
    }
}

/// All combinations of levels per thread, levels per group and registers, and some of blocks.
void addLevelTable(const Kernel& kernel, List& list) {
    for (const int length : runLengths(kernel))
        for (const int group : kGroups)
            for (const int places : kPlaces)
                if (group <= length)
                    list.push_back(levels(length, group, places));
    for (const int threads : {64, 256})
        for (const int length : runLengths(kernel))
            for (const int group : {2, 4})
                if (group <= length)
                    list.push_back(levels(length, group, 4, {threads, 1, 1}));
}

/// As the printed kernel has it: hints make no difference where nothing can be streamed.
LaunchChoice printed(const Kernel& kernel, LaunchChoice launch) {
    const auto streamed = [&](Streaming streaming) {
        return std::ranges::count_if(kernel.buffers, [&](const codegen::BufferParam& buffer) {
            return streaming == Streaming::all   ? buffer.elementwise
                   : streaming == Streaming::own ? buffer.streaming
                                                 : false;
        });
    };
    if (streamed(launch.streaming) == streamed(Streaming::own))
        launch.streaming = Streaming::own;
    return launch;
}

/// On the CPU nothing but loops and vectors is.
LaunchChoice printedOn(Target target, const Kernel& kernel, const LaunchChoice& launch) {
    if (target != Target::cpu)
        return printed(kernel, launch);
    LaunchChoice host;
    host.sharedLoops = launch.sharedLoops > 0 ? launch.sharedLoops : kernel.collapse;
    host.vectors = launch.vectors && kernel.simd;
    return host;
}

} // namespace

List distinct(const Kernel& kernel, Target target, const List& choices, const List& known) {
    std::vector<LaunchChoice> seen;
    for (const KernelChoice& choice : known)
        seen.push_back(printedOn(target, kernel, launchOf(kernel, target, choice)));
    List list;
    for (const KernelChoice& choice : choices) {
        if (!canKeep(kernel, target, choice))
            continue;
        const auto launch = printedOn(target, kernel, launchOf(kernel, target, choice));
        if (std::ranges::find(seen, launch) != seen.end())
            continue;
        seen.push_back(launch);
        list.push_back(choice);
    }
    return list;
}

List firstChoices(const Kernel& kernel, Target target) {
    if (target == Target::cpu)
        return kernel.sequential ? List{} : hostForms(kernel);
    List list = kernel.facts.oneThread                ? List{}
                : kernel.facts.maySchedule            ? levelForms(kernel, target)
                : kernel.facts.prefetchableLoads == 0 ? plainForms(kernel, target)
                                                      : ringForms(kernel, target);
    if (kernel.facts.gathersWait && !kernel.facts.oneThread)
        list = withGathersAhead(list, kStreamed);
    if (kernel.facts.sharesGathers) {
        const List tiles = tileForms(kernel);
        list.insert(list.begin() + std::min<std::ptrdiff_t>(kStreamed, std::ssize(list)),
                    tiles.begin(), tiles.end());
    }
    return list;
}

List neighbours(const Kernel& kernel, Target target, const KernelChoice& choice) {
    if (target == Target::cpu)
        return firstChoices(kernel, target);
    if (kernel.facts.oneThread)
        return {};
    const LaunchChoice now = launchOf(kernel, target, choice);
    List list;
    if (kernel.facts.maySchedule)
        addLevelNeighbours(kernel, choice, now, list);
    addBounds(choice, now, list);
    addBlocks(choice, now, list);
    addStreaming(choice, list);
    if (kernel.facts.gathersWait)
        addGathers(choice, now, list);
    if (kernel.facts.sharesGathers)
        addTiles(choice, now, list);
    if (kernel.facts.prefetchableLoads > 0)
        for (const int ahead : beside(std::array{0, 1, 2, 3, 4, 6, 8, 12, 16}, now.prefetch)) {
            list.push_back(choice);
            list.back().prefetch = ahead;
        }
    return list;
}

List everyChoice(const Kernel& kernel, Target target) {
    List list = firstChoices(kernel, target);
    if (target == Target::cpu || kernel.facts.oneThread)
        return list;
    if (kernel.facts.maySchedule)
        addLevelTable(kernel, list);
    const auto count = list.size();
    for (std::size_t i = 0; i < count; ++i)
        addStreaming(KernelChoice(list[i]), list);
    return list;
}

} // namespace mw::workbench

// The rules by which a kernel's launch is chosen: all that decides block, bounds, registers, levels
// per thread and unrolling stands here.
#include "core/codegen/launch/choose_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mw::codegen {

namespace {

using Block = std::array<int, 3>;

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
    const Block row = {128, 1, 1};
    if (facts.sharesAcrossRows)
        return tile;
    return idleFactor(facts, row) <= 1.1 * idleFactor(facts, tile) ? row : tile;
}

Block blockOf(const LaunchFacts& facts, const LaunchDevice& device,
              const LaunchOverride& override) {
    if (facts.oneThread)
        return {1, 1, 1};
    if (override.block)
        return *override.block;
    return facts.asked.block[0] > 0 ? facts.asked.block : blockByRule(facts, device);
}

/// The block's size unless the map says another number, or that there is no bound.
int boundThreads(const LaunchFacts& facts, const Block& block, const LaunchOverride& override) {
    const int asked = facts.oneThread ? 0 : facts.asked.boundThreads;
    const bool ofBlock = asked == 0 || (asked > 0 && override.block);
    return ofBlock ? block[0] * block[1] * block[2] : asked;
}

Expected<void> checkOverride(const std::string& kernel, const LaunchOverride& override) {
    const Block block = override.block.value_or(Block{1, 1, 1});
    const bool positive = std::all_of(block.begin(), block.end(),
                                      [](int n) { return n >= 1 && n <= kMaxBlockThreads; });
    if (!positive || block[0] * block[1] * block[2] > kMaxBlockThreads)
        return fail("launch-override",
                    fmt::format("a block of {} x {} x {} threads for '{}' is not one of 1 to {}",
                                block[0], block[1], block[2], kernel, kMaxBlockThreads));
    if (override.levelsPerThread.value_or(1) < 1 || override.maxRegisters.value_or(0) < 0 ||
        override.minBlocksPerSm.value_or(0) < 0 || override.unroll.value_or(0) < 0)
        return fail("launch-override",
                    fmt::format("the launch of '{}' has a negative number in it", kernel));
    return {};
}

} // namespace

LaunchChoice chooseLaunch(const LaunchFacts& facts, const LaunchDevice& device,
                          const LaunchOverride& override) {
    LaunchChoice choice;
    choice.block = blockOf(facts, device, override);
    choice.levelsPerThread = facts.rank < 2 ? 1 : override.levelsPerThread.value_or(1);
    choice.maxRegisters = override.maxRegisters.value_or(facts.asked.maxRegisters);
    choice.unroll = override.unroll.value_or(0);
    choice.boundThreads = boundThreads(facts, choice.block, override);
    // A limit on registers decides how many blocks fit; both at once contradict each other.
    if (!facts.oneThread && choice.maxRegisters == 0)
        choice.minBlocksPerSm = override.minBlocksPerSm.value_or(facts.asked.minBlocksPerSm);
    return choice;
}

LaunchDevice launchDevice(Target target) {
    return {.warp = target == Target::hip ? 64 : 32};
}

Expected<void> chooseLaunches(Plan& plan, const LaunchDevice& device,
                              const LaunchOverrides& overrides) {
    for (const auto& [name, override] : overrides) {
        MW_CHECK(checkOverride(name, override));
        if (std::none_of(plan.kernels.begin(), plan.kernels.end(),
                         [&](const Kernel& kernel) { return kernel.name == name; }))
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

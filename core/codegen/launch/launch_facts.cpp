// What the launch of a kernel is chosen from: read off the map and the lowered body, once.
#include "core/codegen/launch/launch_facts.h"

#include "core/codegen/dependence.h"
#include "core/codegen/launch/prefetch_loops.h"
#include "core/codegen/launch/schedule_levels.h"
#include "core/codegen/walk.h"

#include <algorithm>
#include <charconv>

namespace mw::codegen {

namespace {

/// Whether threads that differ in the second-innermost dimension alone read the same elements of
/// something that the innermost dimension moves along: tables, metric terms without levels.
bool sharesAcrossRows(const Kernel& kernel) {
    if (kernel.dims.size() < 2)
        return false;
    const Dependence alongRow(kernel.body, kernel.dims.back().param);
    const Dependence acrossRows(kernel.body, kernel.dims[kernel.dims.size() - 2].param);
    bool shares = false;
    walk(
        kernel.body, [](const Statement&) {},
        [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                shares = shares || (alongRow.on(load->index) && !acrossRows.on(load->index));
        });
    return shares;
}

/// Loads that are the same in all rows, of all loads and stores of an iteration.
double sharedAccesses(const Kernel& kernel) {
    if (kernel.dims.size() < 2)
        return 0;
    const Dependence acrossRows(kernel.body, kernel.dims[kernel.dims.size() - 2].param);
    double all = 0, shared = 0;
    walk(
        kernel.body,
        [&](const Statement& s) { all += std::holds_alternative<Store>(s.kind) ? 1 : 0; },
        [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind)) {
                all += 1;
                shared += acrossRows.on(load->index) ? 0 : 1;
            }
        });
    return all > 0 ? shared / all : 0;
}

bool loadsInBranches(const Statements& body, bool inBranch) {
    bool found = false;
    if (inBranch)
        walk(
            body, [](const Statement&) {},
            [&](const Value& v) { found = found || std::holds_alternative<Load>(v.kind); });
    for (const Statement& s : body)
        if (const auto* branch = std::get_if<If>(&s.kind))
            found = found || loadsInBranches(branch->then, true) ||
                    loadsInBranches(branch->otherwise, true);
    return found;
}

bool hasLoop(const Statements& body) {
    return std::any_of(body.begin(), body.end(), [](const Statement& s) {
        return std::holds_alternative<For>(s.kind) || std::holds_alternative<While>(s.kind);
    });
}

std::optional<double> constantExtent(const LaunchDim& dim) {
    const auto size =
        symbolic::evaluateInteger(symbolic::Range{dim.begin, dim.end, dim.step}.size(), {});
    return size ? std::optional(static_cast<double>(std::max<std::int64_t>(0, *size)))
                : std::nullopt;
}

} // namespace

LaunchRequest launchRequest(const ir::Map& map) {
    LaunchRequest asked;
    if (!map.gpuBlockSize.empty())
        asked.block = {1, 1, 1};
    for (std::size_t i = 0; i < map.gpuBlockSize.size(); ++i) // what is more than three goes to z
        asked.block.at(std::min<std::size_t>(i, 2)) *= std::max(1, map.gpuBlockSize[i]);
    asked.maxRegisters = map.gpuMaxRegisters;
    asked.minBlocksPerSm = map.gpuMinWarps;
    // "0": of the block; "-1": none; else a number (an expression is left to the compiler's own
    // choice, which is what the block gives).
    int bound = 0;
    const std::string& text = map.gpuLaunchBounds;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), bound);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size())
        asked.boundThreads = bound;
    return asked;
}

LaunchFacts launchFacts(const Kernel& kernel) {
    LaunchFacts facts;
    facts.asked = kernel.facts.asked;
    const std::size_t rank = kernel.dims.size();
    facts.rank = static_cast<int>(rank);
    facts.oneThread = kernel.sequential || rank == 0;
    if (facts.oneThread)
        return facts;
    facts.loops = hasLoop(kernel.body);
    facts.sharesAcrossRows = sharesAcrossRows(kernel);
    facts.maySchedule = maySchedule(kernel);
    facts.prefetchableLoads = prefetchableLoads(kernel);
    facts.sharedAccesses = sharedAccesses(kernel);
    facts.loadsInBranches = loadsInBranches(kernel.body, false);
    facts.extentX = constantExtent(kernel.dims[rank - 1]);
    if (rank > 1)
        facts.extentY = constantExtent(kernel.dims[rank - 2]);
    return facts;
}

} // namespace mw::codegen

// What the launch of a kernel is chosen from: read off the map and the lowered body, once.
#include "core/codegen/launch/launch_facts.h"

#include "core/codegen/dependence.h"
#include "core/codegen/walk.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace mw::codegen {

namespace {

/// What rows, threads that differ in the second-innermost dimension alone, read in common.
/// `acrossRows`: what changes with that dimension.
void gatherSharing(const Kernel& kernel, const Dependence& acrossRows, LaunchFacts& facts) {
    const Dependence alongRow(kernel.body, kernel.dims.back().param);
    double all = 0, shared = 0;
    walk(
        kernel.body,
        [&](const Statement& s) { all += std::holds_alternative<Store>(s.kind) ? 1 : 0; },
        [&](const Value& v) {
            const auto* load = std::get_if<Load>(&v.kind);
            if (!load)
                return;
            all += 1;
            const int words = std::max(1, ir::sizeOf(v.type) / 4);
            (acrossRows.on(load->index) ? facts.levelWords : facts.sharedWords) += words;
            if (acrossRows.on(load->index))
                return;
            shared += 1;
            facts.sharesAcrossRows = facts.sharesAcrossRows || alongRow.on(load->index);
        });
    facts.sharedAccesses = all > 0 ? shared / all : 0;
}

/// What a level reads that the next one reads as well, one level further: a field at k and k + 1.
void gatherOverlap(const Kernel& kernel, const Dependence& acrossRows, LaunchFacts& facts) {
    const LaunchDim& levels = kernel.dims[kernel.dims.size() - 2];
    const symbolic::Substitution next{
        {levels.param, symbolic::Expr::symbol(levels.param) + levels.step}};
    std::set<std::pair<std::string, std::string>> read, ofNext;
    walk(
        kernel.body, [](const Statement&) {},
        [&](const Value& v) {
            const auto* load = std::get_if<Load>(&v.kind);
            if (!load || !acrossRows.on(load->index))
                return;
            if (acrossRows.throughLocal(load->index)) {
                facts.dependentLoads = true;
                return;
            }
            read.emplace(load->buffer, symbolic::print(load->index));
            ofNext.emplace(load->buffer, symbolic::print(symbolic::substitute(load->index, next)));
        });
    const auto both =
        std::ranges::count_if(read, [&](const auto& one) { return ofNext.contains(one); });
    facts.overlappingLoads =
        read.empty() ? 0 : static_cast<double>(both) / static_cast<double>(read.size());
}

bool loadsInBranches(const Statements& body) {
    return std::any_of(body.begin(), body.end(), [](const Statement& s) {
        const auto* branch = std::get_if<If>(&s.kind);
        return branch && (hasLoads(branch->then) || hasLoads(branch->otherwise));
    });
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
    if (rank > 1) {
        const Dependence acrossRows(kernel.body, kernel.dims[rank - 2].param);
        gatherSharing(kernel, acrossRows, facts);
        gatherOverlap(kernel, acrossRows, facts);
    }
    facts.straight = rank > 1 && isStraight(kernel.body);
    facts.loadsInBranches = loadsInBranches(kernel.body);
    facts.extentX = constantExtent(kernel.dims[rank - 1]);
    if (rank > 1)
        facts.extentY = constantExtent(kernel.dims[rank - 2]);
    return facts;
}

} // namespace mw::codegen

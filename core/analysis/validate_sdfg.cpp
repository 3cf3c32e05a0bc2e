#include "core/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

bool isUndefined(const symbolic::Expr& e) {
    return e.op() == symbolic::Op::undefined || std::ranges::any_of(e.args(), isUndefined);
}

/// 3, 6: names and sizes.
void checkContainers(const SdfgContext& context, Findings& findings) {
    const ir::Sdfg& sdfg = context.sdfg;
    NameSet seen;
    for (const auto& [name, data] : sdfg.arrays) {
        if (!seen.insert(name).second || sdfg.symbols.contains(name))
            findings.error(
                "name-used-twice",
                fmt::format("'{}' names more than one container or symbol of {}.", name, sdfg.name),
                {sdfg.id});
        const bool undefined = std::ranges::any_of(data->shape, isUndefined) ||
                               std::ranges::any_of(data->strides, isUndefined) ||
                               isUndefined(data->totalSize);
        if (data->transient && undefined)
            findings.error(
                "undefined-size",
                fmt::format("The size of the temporary '{}' of {} is undefined.", name, sdfg.name),
                {sdfg.id});
        if (!data->isScalar() && data->kind == ir::DataKind::array &&
            data->strides.size() != data->shape.size())
            findings.error("stride-count",
                           fmt::format("'{}' of {} has {} dimensions and {} strides.", name,
                                       sdfg.name, data->shape.size(), data->strides.size()),
                           {sdfg.id});
        const bool persistent =
            data->lifetime == ir::Lifetime::Persistent || data->lifetime == ir::Lifetime::External;
        if (persistent && data->storage == ir::Storage::Register)
            findings.error("persistent-register",
                           fmt::format("'{}' of {} lives longer than a call but is stored in "
                                       "registers.",
                                       name, sdfg.name),
                           {sdfg.id});
    }
}

/// 2, 8, 11: blocks of one region.
void checkRegion(const SdfgContext& context, const ir::Region& region, ElementId owner,
                 Findings& findings) {
    if (region.blocks.empty())
        return;
    NameSet labels;
    std::vector<ElementId> sources;
    for (const auto& block : region.blocks) {
        if (!labels.insert(block->label).second)
            findings.error(
                "duplicate-label",
                fmt::format("Two blocks of {} are called '{}'.", context.sdfg.name, block->label),
                {block->id, owner});
        const auto touches = [&](auto end) {
            return std::ranges::any_of(region.edges, [&](const ir::InterstateEdge& edge) {
                return edge.*end == block->id;
            });
        };
        const bool entered = touches(&ir::InterstateEdge::dst);
        if (!entered)
            sources.push_back(block->id);
        if (!entered && !touches(&ir::InterstateEdge::src) && region.blocks.size() > 1 &&
            block->id != region.start)
            findings.error("unreachable-block",
                           fmt::format("The block '{}' of {} is not connected to the others.",
                                       block->label, context.sdfg.name),
                           {block->id});
    }
    if (!region.start && sources.size() != 1)
        findings.error("no-start",
                       fmt::format("It is not clear at which block {} starts: {} have no "
                                   "predecessor.",
                                   context.sdfg.name, sources.size()),
                       sources.empty() ? std::vector<ElementId>{owner} : sources);
}

/// 7, 9: assignments on one edge.
void checkAssignments(const SdfgContext& context, const ir::InterstateEdge& edge,
                      Findings& findings) {
    for (const auto& [name, value] : edge.assignments) {
        if (context.sdfg.arrays.contains(name))
            findings.error("assignment-to-container",
                           fmt::format("An edge of {} assigns to '{}', which is a container.",
                                       context.sdfg.name, name),
                           {edge.id});
        NameSet used;
        collectIdentifiers(value, used);
        for (const auto& [other, text] : edge.assignments)
            if (other != name && used.contains(other))
                findings.error("assignment-race",
                               fmt::format("An edge of {} assigns '{}' from '{}', which the same "
                                           "edge assigns.",
                                           context.sdfg.name, name, other),
                               {edge.id});
    }
}

} // namespace

void checkSdfg(const SdfgContext& context, Findings& findings) {
    checkContainers(context, findings);
    if (context.sdfg.body.blocks.empty())
        findings.error("no-blocks", fmt::format("{} has no state.", context.sdfg.name),
                       {context.sdfg.id});
}

void checkControlFlow(const SdfgContext& context, Findings& findings) {
    checkRegion(context, context.sdfg.body, context.sdfg.id, findings);
    ir::forEachBlock(context.sdfg.body, [&](const ir::Block& block) {
        if (const auto* region = block.region())
            checkRegion(context, *region, block.id, findings);
    });
    forEachInterstateEdge(context.sdfg.body, [&](const ir::InterstateEdge& edge) {
        checkAssignments(context, edge, findings);
    });
}

} // namespace mw::analysis

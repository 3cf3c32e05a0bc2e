// The loop of a scan, and what an iteration of it writes.

#include "transforms/scan_fusion/scan_loop.h"

#include "core/analysis/analysis.h"
#include "core/analysis/certain_writes.h"
#include "core/analysis/footprint.h"
#include "core/analysis/loop_range.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/relayout.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Subset;

/// The blocks in their order where each leads to the next one, always; the last block.
const ir::Block* lastOfChain(const ir::Region& region) {
    BlockId at = ir::startOf(region);
    for (std::size_t seen = 1;; ++seen) {
        const ir::InterstateEdge* next = nullptr;
        for (const ir::InterstateEdge& edge : region.edges) {
            if (edge.src != at)
                continue;
            if (next || !edge.condition.empty())
                return nullptr;
            next = &edge;
        }
        if (!next || seen > region.blocks.size()) {
            const auto found =
                std::ranges::find(region.blocks, at, [](const auto& b) { return b->id; });
            return !next && seen == region.blocks.size() && found != region.blocks.end()
                       ? found->get()
                       : nullptr;
        }
        at = next->dst;
    }
}

std::optional<std::int64_t> stepOf(const ir::LoopRegion& loop) {
    const auto next = analysis::assignedExpression(loop.update.text, loop.loopVariable);
    return next ? symbolic::expand(*next - Expr::symbol(loop.loopVariable)).asInteger()
                : std::nullopt;
}

symbolic::Substitution outwardsOf(const ir::NestedSdfg& nested) {
    symbolic::Substitution values;
    for (const auto& [inner, outer] : nested.symbolMapping)
        values.emplace(inner, outer);
    return values;
}

/// One use of a container at one of its access nodes.
struct ColumnUse {
    const ir::Block* block;
    std::shared_ptr<const ir::StateIndex> index;
    const ir::Edge* edge;
    bool writes;
};

std::vector<ColumnUse> usesOf(const ir::Region& region, const std::string& container) {
    std::vector<ColumnUse> uses;
    ir::forEachBlock(region, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const auto index = std::make_shared<const ir::StateIndex>(*state);
        for (const auto& node : state->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access || access->data != container)
                continue;
            for (const ir::Edge* edge : index->inEdges(node->id))
                uses.push_back({&block, index, edge, true});
            for (const ir::Edge* edge : index->outEdges(node->id))
                uses.push_back({&block, index, edge, false});
        }
    });
    return uses;
}

bool isIn(const ScanLoop& scan, const ir::Block* block) {
    return std::ranges::any_of(scan.loop->as<ir::LoopRegion>()->body.blocks,
                               [&](const ir::BlockPtr& b) { return b.get() == block; });
}

/// What the one write of the container writes for certain, in the loop; nullopt: it is not like
/// that.
std::optional<Subset> writtenElement(const ScanLoop& scan, const std::string& container) {
    std::optional<ColumnUse> written;
    for (const ColumnUse& use : usesOf(scan.sdfg().body, container)) {
        if (!use.writes)
            continue;
        if (written || !isIn(scan, use.block))
            return std::nullopt;
        written = use;
    }
    if (!written || written->edge->memlet.dynamic || !written->edge->memlet.wcr.empty())
        return std::nullopt;
    const auto element = analysis::destinationSubset(*written->index, *written->edge);
    const auto certain = analysis::certainWrites(scan.sdfg(), *written->index, *written->edge);
    const bool always = element && std::ranges::any_of(certain, [&](const auto& write) {
                            return write.trips.empty() && sameRegion(write.region, *element);
                        });
    return always ? element : std::nullopt;
}

/// Dimensions of the column in the container that it is a part of; every other dimension of the
/// part has one element.
std::optional<SeenDims> columnDims(const MapPair& maps, const ScanLoop& scan,
                                   const Scanned& scanned, const Subset& region) {
    const auto* data = scan.sdfg().data(scanned.name());
    const auto* outer = maps.sdfg().data(scanned.data());
    if (!data || !outer || data->kind != ir::DataKind::array ||
        outer->kind != ir::DataKind::array || !scanned.column->memlet.wcr.empty())
        return std::nullopt;
    const auto dims = seenDimensions(*data, scan.outwards, *outer, region, false);
    for (std::size_t d = 0; dims && d < region.rank(); ++d)
        if (!region.dims[d].isPoint() && std::ranges::find(*dims, std::optional(d)) == dims->end())
            return std::nullopt;
    return dims;
}

} // namespace

std::optional<ScanLoop> findScanLoop(const ir::Node& node) {
    const auto* nested = node.as<ir::NestedSdfg>();
    const bool known = nested && nested->sdfg;
    const ir::Block* block = known ? lastOfChain(nested->sdfg->body) : nullptr;
    const auto* loop = block ? block->as<ir::LoopRegion>() : nullptr;
    const auto range = loop ? analysis::loopRange(*loop) : std::nullopt;
    const ir::Block* last = loop ? lastOfChain(loop->body) : nullptr;
    if (!range || !range->step.isInteger(1) || !last)
        return std::nullopt;
    ScanLoop scan{&node, block, last, *range, stepOf(*loop) == -1, outwardsOf(*nested)};
    for (Expr* e : {&scan.range.begin, &scan.range.end})
        *e = symbolic::substitute(*e, scan.outwards);
    return scan;
}

bool findElement(const MapPair& maps, const ScanLoop& scan, Scanned& scanned) {
    const auto region = analysis::destinationSubset(maps.index(), *scanned.column);
    const auto dims = region ? columnDims(maps, scan, scanned, *region) : std::nullopt;
    const auto element = writtenElement(scan, scanned.name());
    if (!dims || !element)
        return false;
    scanned.element = {*element, std::vector<bool>(element->rank(), true), {}};
    for (const auto& range : region->dims)
        scanned.place.push_back(range.begin);
    std::size_t levels = 0;
    for (std::size_t s = 0; s < dims->size(); ++s) {
        const auto& range = element->dims[s];
        const bool level = symbolic::freeSymbols(range.begin).contains(scan.variable());
        const Expr rest =
            level ? symbolic::expand(range.begin - Expr::symbol(scan.variable())) : range.begin;
        if (!range.isPoint() || symbolic::freeSymbols(rest).contains(scan.variable()))
            return false;
        if (!(*dims)[s])
            continue;
        Expr& place = scanned.place[*(*dims)[s]];
        place = symbolic::simplify(place + symbolic::substitute(rest, scan.outwards));
        if (level)
            scanned.levelDim = *(*dims)[s];
        levels += level ? 1 : 0;
    }
    return levels == 1;
}

bool usesOwnElementsOnly(const ScanLoop& scan, const Scanned& scanned) {
    const auto isPlain = [&](const ColumnUse& use) {
        if (use.edge->memlet.empty())
            return false;
        const ir::Node& other = *use.index->node(use.writes ? use.edge->src : use.edge->dst);
        const auto region = use.writes ? analysis::destinationSubset(*use.index, *use.edge)
                                       : analysis::sourceSubset(*use.index, *use.edge);
        return isIn(scan, use.block) && region && sameRegion(*region, scanned.element.region) &&
               (other.as<ir::Tasklet>() ||
                (other.as<ir::AccessNode>() && !isView(scan.sdfg(), other) &&
                 other.as<ir::AccessNode>()->data != scanned.name()));
    };
    return !scan.node->in.contains(scanned.name()) &&
           std::ranges::all_of(usesOf(scan.sdfg().body, scanned.name()), isPlain);
}

} // namespace mw::transforms

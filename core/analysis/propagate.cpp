// Memlets outside a scope, computed from those inside.
#include "core/analysis/analysis.h"
#include "core/analysis/interval.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// All elements along a dimension: the first one has index -offset.
Range wholeDimension(const ir::DataDescriptor& container, std::size_t d) {
    Range whole = analysis::wholeDimension(container.shape[d]);
    if (d < container.offset.size() && !container.offset[d].isInteger(0)) {
        whole.begin = symbolic::simplify(whole.begin - container.offset[d]);
        whole.end = symbolic::simplify(whole.end - container.offset[d]);
    }
    return whole;
}

Subset imageOf(const ir::Memlet& inner, const std::string& data, const ir::Node& entry,
               const ir::DataDescriptor& container) {
    const auto& aligned = regionOf(inner, data);
    if (!aligned)
        return wholeContainer(container);
    Subset result = propagateSubset(*aligned, entry.as<ir::MapEntry>()->map, container);
    const auto dynamic = ir::dynamicInputs(entry);
    for (std::size_t d = 0; d < result.rank() && d < container.rank(); ++d)
        for (const auto& name : dynamic)
            if (dependsOn(result.dims[d], name))
                result.dims[d] = wholeDimension(container, d);
    return result;
}

/// Bounds drawn too wide (a `Min` gives no image) end where the container does: no access goes
/// beyond.
void keepWithin(const ir::DataDescriptor& container, Subset& region) {
    for (std::size_t d = 0; d < region.rank() && d < container.rank(); ++d) {
        Range& range = region.dims[d];
        if (!range.step.isInteger(1))
            continue;
        const Range whole = wholeDimension(container, d);
        const auto beyond = symbolic::simplify(range.end - whole.end).asInteger();
        if (beyond && *beyond > 0)
            range.end = whole.end;
        const auto before = symbolic::simplify(whole.begin - range.begin).asInteger();
        if (before && *before > 0)
            range.begin = whole.begin;
    }
}

/// The map entry whose scope `edge` feeds from outside or is fed by; null for other edges.
const ir::Node* scopeOf(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* dst = index.node(edge.dst);
    const ir::Node* src = index.node(edge.src);
    if (dst && dst->as<ir::MapEntry>() && ir::isPassIn(edge.dstConnector))
        return dst;
    const auto* exit = src ? src->as<ir::MapExit>() : nullptr;
    return exit && ir::isPassOut(edge.srcConnector) ? index.node(exit->entry) : nullptr;
}

void update(ir::Editor& editor, BlockId state, const ir::Edge& outer, OuterMemlet now) {
    const ir::Memlet& old = outer.memlet;
    if (old.subset == now.subset && symbolic::equal(old.volume, now.volume) &&
        old.dynamic == now.dynamic && old.wcr == now.wcr && !old.otherSubset)
        return;
    ir::Memlet& memlet = editor.edge(state, outer.id).memlet;
    memlet.subset = std::move(now.subset);
    memlet.otherSubset.reset();
    memlet.volume = std::move(now.volume);
    memlet.dynamic = now.dynamic;
    memlet.wcr = std::move(now.wcr);
}

void updateScope(ir::Editor& editor, BlockId state, const ir::StateIndex& index,
                 const ir::Sdfg& sdfg, const ir::Node& entry) {
    const auto around = [&](std::span<const ir::Edge* const> edges) {
        for (const ir::Edge* edge : edges)
            if (auto now = outerMemlet(index, sdfg, *edge))
                update(editor, state, *edge, std::move(*now));
    };
    around(index.inEdges(entry.id));
    around(index.outEdges(exitOf(entry)));
}

} // namespace

Range wholeDimension(const Expr& extent) {
    return {0, extent - Expr(1), 1, 1};
}

Subset wholeContainer(const ir::DataDescriptor& container) {
    Subset whole;
    for (std::size_t d = 0; d < container.rank(); ++d)
        whole.dims.push_back(wholeDimension(container, d));
    if (whole.dims.empty())
        whole.dims.push_back(Range::point(0));
    return whole;
}

Subset propagateSubset(const Subset& inner, const ir::Map& map,
                       const ir::DataDescriptor& container) {
    if (!container.shape.empty() && inner.rank() != container.rank())
        return wholeContainer(container);
    Subset result = inner;
    for (std::size_t d = 0; d < result.rank(); ++d) {
        // From the last parameter to the first: a range may depend on parameters before it.
        for (std::size_t p = map.params.size(); p-- > 0;) {
            auto widened = image(result.dims[d], map.params[p], map.range.dims[p]);
            result.dims[d] = widened                ? *widened
                             : d < container.rank() ? wholeDimension(container, d)
                                                    : Range::point(0);
        }
    }
    return result;
}

std::optional<OuterMemlet> outerMemlet(const ir::StateIndex& index, const ir::Sdfg& sdfg,
                                       const ir::Edge& edge) {
    const ir::Node* entry = scopeOf(index, edge);
    const auto* container = dataNamed(sdfg, edge.memlet.data);
    if (!entry || !entry->as<ir::MapEntry>() || edge.memlet.empty() || !container)
        return std::nullopt;
    const auto inner = innerEdges(index, edge);
    if (inner.empty())
        return std::nullopt;
    OuterMemlet result;
    const Expr trips = entry->as<ir::MapEntry>()->map.range.volume();
    for (const ir::Edge* one : inner) {
        const Subset part = imageOf(one->memlet, edge.memlet.data, *entry, *container);
        result.subset = result.subset ? symbolic::boundingUnion(*result.subset, part) : part;
        result.volume = result.volume + one->memlet.volume * trips;
        result.dynamic = result.dynamic || one->memlet.dynamic;
    }
    keepWithin(*container, *result.subset);
    if (result.dynamic)
        result.volume = 0;
    result.wcr = inner.front()->memlet.wcr;
    return result;
}

void propagateScope(ir::Editor& editor, BlockId state, NodeId mapEntry) {
    propagateScopes(editor, state, {mapEntry});
}

void propagateScopes(ir::Editor& editor, BlockId state, std::vector<NodeId> mapEntries) {
    const auto* place = editor.base().find(state);
    const SdfgId owner = place ? place->sdfg->id : SdfgId{};
    if (!owner)
        return;
    while (!mapEntries.empty()) { // the scopes around come again after all that is in them
        const ir::StateIndex index = editor.indexOf(state);
        std::vector<NodeId> around;
        for (const NodeId entry : mapEntries) {
            const ir::Node* node = index.node(entry);
            if (!node)
                continue;
            updateScope(editor, state, index, editor.sdfg(owner), *node);
            const NodeId scope = index.scope(entry);
            if (scope && std::ranges::find(around, scope) == around.end())
                around.push_back(scope);
        }
        mapEntries = std::move(around);
    }
}

symbolic::Assumptions scopeAssumptions(const ir::StateIndex& index, NodeId entry) {
    symbolic::Assumptions assumptions;
    for (NodeId at = entry; at; at = index.scope(at)) {
        const ir::Node* node = index.node(at);
        const auto* map = node ? node->as<ir::MapEntry>() : nullptr;
        for (std::size_t p = 0; map && p < map->map.params.size(); ++p)
            if (p < map->map.range.rank())
                assumptions.inRange(map->map.params[p], map->map.range.dims[p]);
    }
    return assumptions;
}

} // namespace mw::analysis

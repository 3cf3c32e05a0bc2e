#include "core/analysis/analysis.h"
#include "core/analysis/interval.h"

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// Region of `data` that the memlet of an edge through a scope connector means; nullopt: unknown.
std::optional<Subset> alignedSubset(const ir::Memlet& memlet, const std::string& data) {
    return memlet.data == data ? memlet.subset : memlet.otherSubset;
}

/// Names that exist inside the scope only and are no parameters: dynamic map inputs.
std::vector<std::string> dynamicInputs(const ir::Node& entry) {
    std::vector<std::string> names;
    for (const auto& [name, type] : entry.in)
        if (!name.starts_with("IN_"))
            names.push_back(name);
    return names;
}

class ScopePropagation {
public:
    ScopePropagation(ir::Editor& editor, BlockId state, const ir::Sdfg& sdfg)
        : editor_(editor), state_(state), sdfg_(sdfg) {}

    /// Recomputes the outer edges of one scope; `index` is of the state as it is now.
    void run(const ir::StateIndex& index, const ir::Node& entry) {
        const auto* map = entry.as<ir::MapEntry>();
        if (!map)
            return;
        dynamic_ = dynamicInputs(entry);
        for (const ir::Edge* outer : index.inEdges(entry.id))
            if (outer->dstConnector.starts_with("IN_"))
                update(*outer, innerEdges(index.outEdges(entry.id), outer->dstConnector, true),
                       map->map);
        for (const ir::Edge* outer : index.outEdges(map->exit))
            if (outer->srcConnector.starts_with("OUT_"))
                update(*outer, innerEdges(index.inEdges(map->exit), outer->srcConnector, false),
                       map->map);
    }

private:
    static std::vector<const ir::Edge*> innerEdges(std::span<const ir::Edge* const> edges,
                                                   const std::string& outerConnector, bool entry) {
        const std::string name = outerConnector.substr(entry ? 3 : 4);
        std::vector<const ir::Edge*> found;
        for (const ir::Edge* edge : edges)
            if ((entry ? edge->srcConnector : edge->dstConnector) ==
                (entry ? "OUT_" : "IN_") + name)
                found.push_back(edge);
        return found;
    }

    Subset imageOf(const ir::Memlet& inner, const std::string& data, const ir::Map& map,
                   const ir::DataDescriptor& container) const {
        const auto aligned = alignedSubset(inner, data);
        if (!aligned)
            return wholeContainer(container);
        Subset result = propagateSubset(*aligned, map, container);
        for (std::size_t d = 0; d < result.rank() && d < container.rank(); ++d)
            for (const auto& name : dynamic_)
                if (dependsOn(result.dims[d], name))
                    result.dims[d] = wholeDimension(container.shape[d]);
        return result;
    }

    void update(const ir::Edge& outer, const std::vector<const ir::Edge*>& inner,
                const ir::Map& map) {
        const auto* container = sdfg_.data(outer.memlet.data);
        if (outer.memlet.empty() || inner.empty() || !container)
            return;
        std::optional<Subset> region;
        Expr volume = 0;
        bool dynamic = false;
        for (const ir::Edge* edge : inner) {
            const Subset part = imageOf(edge->memlet, outer.memlet.data, map, *container);
            region = region ? symbolic::boundingUnion(*region, part) : part;
            volume = volume + edge->memlet.volume * map.range.volume();
            dynamic = dynamic || edge->memlet.dynamic;
        }
        const Expr moved = dynamic ? Expr(0) : volume;
        const std::string& wcr = inner.front()->memlet.wcr;
        const ir::Memlet& old = outer.memlet;
        if (old.subset == region && symbolic::equal(old.volume, moved) && old.dynamic == dynamic &&
            old.wcr == wcr && !old.otherSubset)
            return;
        ir::Memlet& memlet = editor_.edge(state_, outer.id).memlet;
        memlet.subset = std::move(region);
        memlet.otherSubset.reset();
        memlet.volume = moved;
        memlet.dynamic = dynamic;
        memlet.wcr = wcr;
    }

    ir::Editor& editor_;
    BlockId state_;
    const ir::Sdfg& sdfg_;
    std::vector<std::string> dynamic_;
};

} // namespace

Range wholeDimension(const Expr& extent) {
    return {0, extent - Expr(1), 1, 1};
}

Subset wholeContainer(const ir::DataDescriptor& container) {
    Subset whole;
    for (const Expr& extent : container.shape)
        whole.dims.push_back(wholeDimension(extent));
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
                             : d < container.rank() ? wholeDimension(container.shape[d])
                                                    : Range::point(0);
        }
    }
    return result;
}

void propagateScope(ir::Editor& editor, BlockId state, NodeId mapEntry) {
    const auto* place = editor.base().find(state);
    const SdfgId owner = place ? place->sdfg->id : SdfgId{};
    if (!owner)
        return;
    ScopePropagation propagation(editor, state, editor.sdfg(owner));
    for (NodeId entry = mapEntry; entry;) {
        const ir::StateIndex index(editor.state(state));
        const ir::Node* node = index.node(entry);
        if (!node)
            return;
        propagation.run(index, *node);
        entry = index.scope(entry);
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

void assumePositiveSizes(const ir::Sdfg& sdfg, symbolic::Assumptions& into) {
    for (const auto& [name, data] : sdfg.arrays)
        for (const Expr& extent : data->shape)
            if (!extent.isInteger())
                into.atLeast(extent, 1);
}

} // namespace mw::analysis

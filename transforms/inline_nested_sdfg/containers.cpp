// What the containers of a nested SDFG are outside of it, and whether they are the same there.

#include "core/analysis/analysis.h"
#include "transforms/inline_nested_sdfg/plan.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/subset_relation.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;

/// Condition 3 for one edge: it hands over a whole container.
MaybeRefusal checkEdge(const NestedAt& place, const ir::Edge& edge, bool in) {
    const ir::StateIndex& index = *place.at.index;
    const ir::Node& other = *index.node(in ? edge.src : edge.dst);
    const auto* access = other.as<ir::AccessNode>();
    if (edge.memlet.empty() || !access || isView(place.outer(), other))
        return refuse(3, "not-a-container",
                      fmt::format("{} is not connected to access nodes alone.", place.called()),
                      {place.node->id, edge.id});
    const auto* data = place.outer().data(access->data);
    const auto region =
        in ? analysis::sourceSubset(index, edge) : analysis::destinationSubset(index, edge);
    if (!data || !region || edge.memlet.data != access->data || !edge.memlet.wcr.empty() ||
        !sameRegion(*region, analysis::wholeContainer(*data)))
        return refuse(
            3, "part-of-container",
            fmt::format("{} gets or gives only a part of {}.", place.called(), quoted(other)),
            {place.node->id, edge.id});
    return std::nullopt;
}

bool sameSizes(const std::vector<Expr>& outer, const std::vector<Expr>& inner,
               const symbolic::Substitution& symbols) {
    return std::ranges::equal(outer, inner, [&](const Expr& a, const Expr& b) {
        return symbolic::equal(a, symbols.empty() ? b : symbolic::substitute(b, symbols));
    });
}

/// It lies in memory inside as it does outside.
bool sameLayout(const ir::DataDescriptor& outer, const ir::DataDescriptor& inner,
                const symbolic::Substitution& symbols) {
    return outer.kind == inner.kind && outer.dtype == inner.dtype &&
           sameSizes(outer.shape, inner.shape, symbols) &&
           sameSizes(outer.strides, inner.strides, symbols) &&
           sameSizes(outer.offset, inner.offset, symbols);
}

/// Condition 3.
MaybeRefusal addConnectors(const NestedAt& place, InlineNames& names) {
    const ir::StateIndex& index = *place.at.index;
    for (const bool in : {true, false})
        for (const ir::Edge* edge :
             in ? index.inEdges(place.node->id) : index.outEdges(place.node->id)) {
            if (auto refusal = checkEdge(place, *edge, in))
                return refusal;
            const std::string& connector = in ? edge->dstConnector : edge->srcConnector;
            const auto [known, fresh] = names.containers.emplace(connector, edge->memlet.data);
            if (!fresh && known->second != edge->memlet.data)
                return refuse(3, "two-containers",
                              fmt::format("'{}' of {} is '{}' before and '{}' after.", connector,
                                          place.called(), known->second, edge->memlet.data),
                              {place.node->id, edge->id});
        }
    return std::nullopt;
}

/// The values of those symbols that are called otherwise outside.
symbolic::Substitution changedSymbols(const ir::NestedSdfg& nested) {
    symbolic::Substitution changed;
    for (const auto& [symbol, outer] : nested.symbolMapping)
        if (!outer.isSymbol() || outer.name() != symbol)
            changed.emplace(symbol, outer);
    return changed;
}

/// Condition 4.
MaybeRefusal checkLayouts(const NestedAt& place, const InlineNames& names) {
    const symbolic::Substitution symbols = changedSymbols(place.nested());
    for (const auto& [inner, data] : place.inner().arrays) {
        if (data->transient)
            continue;
        const auto outer = names.containers.find(inner);
        if (outer == names.containers.end() ||
            !sameLayout(*place.outer().data(outer->second), *data, symbols))
            return refuse(4, "other-layout",
                          fmt::format("'{}' has another shape or other strides inside {} than "
                                      "outside.",
                                      inner, place.called()),
                          {place.node->id});
    }
    return std::nullopt;
}

} // namespace

MaybeRefusal checkContainers(const NestedAt& place, InlineNames& names) {
    if (auto refusal = addConnectors(place, names))
        return refusal;
    return checkLayouts(place, names);
}

} // namespace mw::transforms

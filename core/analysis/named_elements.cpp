// Containers that expressions of a state name.
#include "core/analysis/named_elements.h"

#include "core/ir/connectors.h"

#include <algorithm>

namespace mw::analysis {

namespace {

using Names = std::set<std::string, std::less<>>;

void collect(const symbolic::Subset& subset, Names& names) {
    for (const symbolic::Range& dim : subset.dims)
        for (const symbolic::Expr* e : {&dim.begin, &dim.end, &dim.step})
            symbolic::collectSymbols(*e, names);
}

} // namespace

Names namedElements(const ir::Sdfg& sdfg, const ir::State& state) {
    const bool any = std::ranges::any_of(
        sdfg.arrays, [](const auto& one) { return one.value->isSingleElement(); });
    Names names, hidden;
    if (!any)
        return names;
    for (const auto& node : state.nodes) {
        if (const auto* entry = node->as<ir::MapEntry>()) {
            collect(entry->map.range, names);
            hidden.insert(entry->map.params.begin(), entry->map.params.end());
        } else if (const auto* nested = node->as<ir::NestedSdfg>()) {
            for (const auto& [symbol, value] : nested->symbolMapping)
                symbolic::collectSymbols(value, names);
        }
    }
    for (const auto& edge : state.edges) {
        if (edge->memlet.subset)
            collect(*edge->memlet.subset, names);
        if (edge->memlet.otherSubset)
            collect(*edge->memlet.otherSubset, names);
        if (ir::isDynamicInput(edge->dstConnector))
            hidden.insert(edge->dstConnector);
    }
    std::erase_if(names, [&](const std::string& name) {
        const auto* data = sdfg.data(name);
        return !data || !data->isSingleElement() || hidden.contains(name);
    });
    return names;
}

} // namespace mw::analysis

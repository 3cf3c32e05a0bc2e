// Values of symbols, from the program to the SDFGs nested in it.
#include "core/analysis/inner_values.h"

#include "core/analysis/assigned_symbols.h"

#include <utility>

namespace mw::analysis {

namespace {

symbolic::Bindings withoutAssigned(const ir::Sdfg& sdfg, symbolic::Bindings values) {
    for (const auto& [name, type] : assignedSymbols(sdfg))
        values.erase(name);
    return values;
}

} // namespace

symbolic::Bindings valuesInside(const ir::NestedSdfg& nested, const symbolic::Bindings& around) {
    symbolic::Bindings inside;
    for (const auto& [name, value] : nested.symbolMapping)
        if (const auto known = symbolic::evaluate(value, around))
            inside.emplace(name, *known);
    return nested.sdfg ? withoutAssigned(*nested.sdfg, std::move(inside)) : inside;
}

symbolic::Bindings valuesInside(const ir::DocumentIndex& index, SdfgId sdfg,
                                const symbolic::Bindings& values) {
    const auto* place = index.find(sdfg);
    if (!place)
        return {};
    if (const auto* holder = place->parent ? index.find(place->parent) : nullptr)
        return valuesInside(*holder->node->as<ir::NestedSdfg>(),
                            valuesInside(index, holder->sdfg->id, values));
    return withoutAssigned(*place->sdfg, values);
}

} // namespace mw::analysis

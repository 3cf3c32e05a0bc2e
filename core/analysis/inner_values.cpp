// Values of symbols, from the program to the SDFGs nested in it.
#include "core/analysis/inner_values.h"

#include "core/analysis/assigned_symbols.h"

#include <utility>

namespace mw::analysis {

symbolic::Bindings valuesInside(const ir::DocumentIndex& index, SdfgId sdfg,
                                const symbolic::Bindings& values) {
    const auto* place = index.find(sdfg);
    if (!place)
        return {};
    symbolic::Bindings inside;
    if (const auto* holder = place->parent ? index.find(place->parent) : nullptr) {
        const auto around = valuesInside(index, holder->sdfg->id, values);
        for (const auto& [name, value] : holder->node->as<ir::NestedSdfg>()->symbolMapping)
            if (const auto known = symbolic::evaluate(value, around))
                inside.emplace(name, *known);
    } else {
        inside = values;
    }
    for (const auto& [name, type] : assignedSymbols(*place->sdfg))
        inside.erase(name);
    return inside;
}

} // namespace mw::analysis

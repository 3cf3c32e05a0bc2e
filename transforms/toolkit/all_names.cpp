// All names of one SDFG, for choosing names that are none of them.

#include "transforms/toolkit/all_names.h"

#include "core/ir/index.h"
#include "core/symbolic/expr.h"
#include "transforms/toolkit/mentions.h"

namespace mw::transforms {

namespace {

void addNames(const ir::Node& node, analysis::NameSet& names) {
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors)
            names.insert(name);
    if (const auto* nested = node.as<ir::NestedSdfg>())
        for (const auto& [inner, outer] : nested->symbolMapping)
            symbolic::collectSymbols(outer, names);
}

} // namespace

analysis::NameSet allNames(const ir::Sdfg& sdfg) {
    analysis::NameSet names = mentionedNames(sdfg);
    names.merge(boundNames(sdfg));
    for (const auto& [name, type] : sdfg.symbols)
        names.insert(name);
    for (const auto& [name, value] : sdfg.constants)
        names.insert(name);
    names.insert(sdfg.constantArrays.begin(), sdfg.constantArrays.end());
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                addNames(*node, names);
    });
    return names;
}

std::string freshAmong(const analysis::NameSet& taken, const std::string& wish) {
    return freshAmong([&](const std::string& name) { return taken.contains(name); }, wish);
}

} // namespace mw::transforms

// Names that an SDFG itself gives a meaning.
#include "core/analysis/bound_names.h"

#include "core/analysis/assigned_symbols.h"
#include "core/ir/connectors.h"
#include "core/ir/index.h"

namespace mw::analysis {

namespace {

void addBound(const ir::Node& node, NameSet& into) {
    if (const auto* map = node.as<ir::MapEntry>())
        into.insert(map->map.params.begin(), map->map.params.end());
    if (const auto* consume = node.as<ir::ConsumeEntry>())
        into.insert(consume->peIndex);
    if (node.isEntry())
        for (auto& name : ir::dynamicInputs(node))
            into.insert(std::move(name));
}

} // namespace

NameSet boundNames(const ir::Sdfg& sdfg) {
    NameSet names;
    for (const auto& [name, data] : sdfg.arrays)
        names.insert(name);
    for (const auto& [name, type] : assignedSymbols(sdfg))
        names.insert(name);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                addBound(*node, names);
    });
    return names;
}

} // namespace mw::analysis

// Numbers about a program: states, maps, arguments, temporaries.
#include "core/analysis/analysis.h"

#include <set>

namespace mw::analysis {

namespace {

/// The SDFGs that stand in a scope somewhere: what is at the top inside runs in that kernel.
using InScope = std::set<ElementId>;

void count(const ir::State& state, bool inScope, InScope& nested, ProgramSummary& into) {
    ++into.states;
    into.nodes += static_cast<int>(state.nodes.size());
    into.edges += static_cast<int>(state.edges.size());
    const ir::StateIndex index(state);
    for (const auto& node : state.nodes) {
        if (node->as<ir::Tasklet>())
            ++into.tasklets;
        const bool inside = inScope || index.scope(node->id);
        if (const auto* holder = node->as<ir::NestedSdfg>()) {
            ++into.nestedSdfgs;
            if (inside && holder->sdfg)
                nested.insert(holder->sdfg->id);
        }
        if (!node->as<ir::MapEntry>())
            continue;
        ++into.maps;
        if (!inside)
            ++into.topLevelMaps;
    }
}

} // namespace

ProgramSummary summarise(const ir::Document& document) {
    ProgramSummary summary;
    if (!document.root)
        return summary;
    const ir::DocumentIndex index(std::make_shared<const ir::Document>(document));
    InScope nested;
    for (const BlockId id : index.states()) { // those inside a node after the one that holds it
        const auto* place = index.find(id);
        count(*place->block->as<ir::State>(), nested.contains(place->sdfg->id), nested, summary);
    }
    summary.arguments = argumentList(*document.root);
    for (const auto& [name, data] : document.root->arrays)
        if (data->transient)
            summary.temporaries.push_back(name);
    return summary;
}

} // namespace mw::analysis

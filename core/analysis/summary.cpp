// Numbers about a program: states, maps, arguments, temporaries.
#include "core/analysis/analysis.h"

namespace mw::analysis {

namespace {

void count(const ir::State& state, ProgramSummary& into) {
    ++into.states;
    into.nodes += static_cast<int>(state.nodes.size());
    into.edges += static_cast<int>(state.edges.size());
    const ir::StateIndex index(state);
    for (const auto& node : state.nodes) {
        if (node->as<ir::Tasklet>())
            ++into.tasklets;
        if (node->as<ir::NestedSdfg>())
            ++into.nestedSdfgs;
        if (!node->as<ir::MapEntry>())
            continue;
        ++into.maps;
        if (!index.scope(node->id))
            ++into.topLevelMaps;
    }
}

} // namespace

ProgramSummary summarise(const ir::Document& document) {
    ProgramSummary summary;
    if (!document.root)
        return summary;
    const ir::DocumentIndex index(std::make_shared<const ir::Document>(document));
    for (const BlockId id : index.states())
        count(*index.find(id)->block->as<ir::State>(), summary);
    summary.arguments = argumentList(*document.root);
    for (const auto& [name, data] : document.root->arrays)
        if (data->transient)
            summary.temporaries.push_back(name);
    return summary;
}

} // namespace mw::analysis

// Write conflicts at a nested SDFG that nothing inside resolves.
#include "core/analysis/unresolved_conflict.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

bool writesPlainly(const ir::State& state, const std::string& container) {
    const ir::StateIndex index(state);
    return std::ranges::any_of(state.nodes, [&](const ir::NodePtr& node) {
        const auto* access = node->as<ir::AccessNode>();
        return access && access->data == container &&
               std::ranges::any_of(index.inEdges(node->id), [](const ir::Edge* edge) {
                   return !edge->memlet.empty() && edge->memlet.wcr.empty();
               });
    });
}

bool writesPlainly(const ir::Sdfg& sdfg, const std::string& container) {
    bool found = false;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        found = found || (state && writesPlainly(*state, container));
    });
    return found;
}

} // namespace

const ir::Edge* unresolvedConflict(const ir::StateIndex& index, const ir::Node& nested) {
    const auto& inner = nested.as<ir::NestedSdfg>()->sdfg;
    if (!inner)
        return nullptr;
    for (const ir::Edge* edge : index.outEdges(nested.id))
        if (!edge->memlet.wcr.empty() && writesPlainly(*inner, edge->srcConnector))
            return edge;
    return nullptr;
}

std::string unresolvedConflictText(const ir::Edge& edge, const ir::Node& nested) {
    return fmt::format("the output '{}' of the nested SDFG '{}' has a conflict resolution outside, "
                       "but is written without one inside: what remains is not defined",
                       edge.srcConnector, ir::displayName(nested));
}

} // namespace mw::analysis

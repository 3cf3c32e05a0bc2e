// Whether the dataflow of a state says everything about its order that matters.

#include "transforms/toolkit/ordered_state.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/side_effects.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <set>

namespace mw::transforms {

namespace {

/// Containers with accesses that no single node puts in an order: the order of a write and the
/// reads at its own node needs no proof.
std::set<std::string> contended(const StateView& at) {
    std::map<std::string, int> places;
    std::set<std::string> found;
    for (const auto& node : at.state().nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access)
            continue;
        const std::string root = rootData(*at.index, *at.sdfg, *node);
        const auto* data = at.sdfg->data(analysis::containerOf(root));
        int writes = 0;
        for (const ir::Edge* edge : at.index->inEdges(node->id))
            writes += edge->memlet.empty() ? 0 : 1;
        if ((places[root] += std::max(1, writes)) > 1 || !data || !data->transient)
            found.insert(root);
    }
    return found;
}

bool mayMeet(const StateView& at, const Access& a, const Access& b) {
    const NodeId scope = at.index->scope(a.node->id);
    if (a.node->as<ir::AccessNode>()->data != b.node->as<ir::AccessNode>()->data ||
        scope != at.index->scope(b.node->id))
        return true;
    static const ir::Map kNoMap;
    const SubsetRelation relation(kNoMap, analysis::scopeAssumptions(*at.index, scope));
    const auto one = regionOf(*at.index, *at.sdfg, a), other = regionOf(*at.index, *at.sdfg, b);
    return !one || !other || !relation.disjoint(*one, *other);
}

MaybeRefusal checkAccesses(int condition, const DocumentView& view, const StateView& at,
                           const std::string& container) {
    const auto uses = usesInState(view, at, container);
    for (std::size_t i = 0; i < uses.size(); ++i)
        for (std::size_t j = i + 1; j < uses.size(); ++j)
            if (inConflict(*at.index, uses[i], uses[j]) && mayMeet(at, uses[i], uses[j]))
                return refuseUncertain(
                    condition, "order-lost",
                    fmt::format("{} is used twice, and the dataflow that is left "
                                "does not say in which order.",
                                quoted(*uses[i].node)),
                    {uses[i].node->id, uses[j].node->id});
    return std::nullopt;
}

MaybeRefusal checkEffects(int condition, const StateView& at) {
    std::vector<const ir::Node*> effects;
    for (const auto& node : at.state().nodes)
        if (mayHaveEffect(*node))
            effects.push_back(node.get());
    for (std::size_t i = 0; i < effects.size(); ++i)
        for (std::size_t j = i + 1; j < effects.size(); ++j)
            if (!at.index->reaches(effects[i]->id, effects[j]->id) &&
                !at.index->reaches(effects[j]->id, effects[i]->id))
                return refuseUncertain(condition, "side-effects",
                                       fmt::format("{} and {} may do more than write their "
                                                   "outputs, and the dataflow that is left does "
                                                   "not say in which order.",
                                                   quoted(*effects[i]), quoted(*effects[j])),
                                       {effects[i]->id, effects[j]->id});
    return std::nullopt;
}

} // namespace

MaybeRefusal checkOrdered(int condition, const DocumentView& view, const StateView& at) {
    for (const std::string& container : contended(at))
        if (auto refusal = checkAccesses(condition, view, at, container))
            return refusal;
    return checkEffects(condition, at);
}

} // namespace mw::transforms

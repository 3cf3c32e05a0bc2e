// What holds whenever control reaches a place: the conditions of branches and edges around it.
#include "core/analysis/index_values.h"
#include "core/ir/predicates.h"

#include <algorithm>

namespace mw::analysis {

using symbolic::Expr;
using symbolic::Op;

const std::vector<Expr>& IndexValues::conditions(const Position& at) {
    const auto [known, fresh] = conditions_.try_emplace({at.level->id, at.place});
    if (!fresh)
        return known->second;
    std::vector<Expr> found;
    for (const FlowPosition* place = at.place; place; place = place->outer)
        for (auto& condition :
             place->branch >= 0 ? branchConditions(at, *place) : edgeConditions(at, *place))
            found.push_back(std::move(condition));
    if (at.level->outer) {
        const auto& outer = conditions(around(*at.level));
        found.insert(found.end(), outer.begin(), outer.end());
    }
    return conditions_[{at.level->id, at.place}] = std::move(found);
}

/// A condition says nothing any more once the branch changes what it is about.
std::vector<Expr> IndexValues::branchConditions(const Position& at, const FlowPosition& place) {
    const auto& branches = place.outer->block->as<ir::ConditionalBlock>()->branches;
    const NameSet changed = changedIn(*place.block);
    std::vector<Expr> found;
    for (int i = 0; i <= place.branch; ++i) {
        const auto& condition = branches[static_cast<std::size_t>(i)].condition;
        if (!condition)
            continue;
        NameSet used;
        collectIdentifiers(condition->text, used);
        if (std::ranges::any_of(used, [&](const auto& name) { return changed.contains(name); }))
            continue;
        const Expr holds = text({at.level, place.outer, nullptr, {}}, condition->text, {});
        found.push_back(i == place.branch ? holds : Expr::make(Op::logicNot, {holds}));
    }
    return found;
}

/// Of the one edge that leads to a block.
std::vector<Expr> IndexValues::edgeConditions(const Position& at, const FlowPosition& place) {
    const ir::InterstateEdge* only = nullptr;
    for (const auto& edge : place.region->edges)
        if (edge.dst == place.block->id) {
            if (only)
                return {};
            only = &edge;
        }
    if (!only || ir::isAlwaysTrue(only->condition) || place.block->id == ir::startOf(*place.region))
        return {};
    NameSet changed = changedIn(*place.block);
    for (const auto& [name, value] : only->assignments)
        changed.insert(name);
    NameSet used;
    collectIdentifiers(only->condition.text, used);
    if (std::ranges::any_of(used, [&](const auto& name) { return changed.contains(name); }))
        return {};
    return {text({at.level, place.outer, nullptr, {}}, only->condition.text, {})};
}

} // namespace mw::analysis

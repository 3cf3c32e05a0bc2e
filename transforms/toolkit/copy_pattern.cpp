// Finding copies between access nodes.

#include "transforms/toolkit/copy_pattern.h"

#include "core/analysis/names.h"

#include <algorithm>

namespace mw::transforms {

bool CopyNodes::isTemporary(bool ofFirst) const {
    const auto& name = (ofFirst ? first : second)->as<ir::AccessNode>()->data;
    const auto* data = at.sdfg->data(analysis::containerOf(name));
    return data && data->transient && data->kind != ir::DataKind::view;
}

const Pattern<CopyNodes>& copyPattern() {
    static const Pattern<CopyNodes> kPattern("two access nodes, one copied to the other",
                                             {role<ir::AccessNode>("first", &CopyNodes::first),
                                              role<ir::AccessNode>("second", &CopyNodes::second)});
    return kPattern;
}

std::vector<Match> copiesWhere(const DocumentView& view, const Region& region,
                               const std::function<bool(const CopyNodes&)>& fits) {
    std::vector<Match> matches;
    for (const BlockId id : region.states(view)) {
        const StateView at = *view.state(id);
        for (const auto& edge : at.state().edges) {
            const CopyNodes found{at, at.index->node(edge->src), at.index->node(edge->dst)};
            if (edge->memlet.empty() || !found.first || !found.second ||
                !found.first->as<ir::AccessNode>() || !found.second->as<ir::AccessNode>() ||
                !region.touches(id, {found.first->id, found.second->id, edge->id}) || !fits(found))
                continue;
            Match match =
                copyPattern().match(found, found.first->as<ir::AccessNode>()->data + " -> " +
                                               found.second->as<ir::AccessNode>()->data);
            if (std::ranges::find(matches, match) == matches.end())
                matches.push_back(std::move(match));
        }
    }
    return matches;
}

} // namespace mw::transforms

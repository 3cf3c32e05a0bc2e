// Finding copies between access nodes.

#include "transforms/toolkit/copy_pattern.h"

#include "core/analysis/names.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/scope.h"

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

std::vector<const ir::Edge*> copiesBetween(const CopyNodes& nodes) {
    std::vector<const ir::Edge*> copies;
    for (const ir::Edge* edge : nodes.at.index->outEdges(nodes.first->id))
        if (edge->dst == nodes.second->id && !edge->memlet.empty())
            copies.push_back(edge);
    return copies;
}

ir::EditResult removeCopies(const DocumentView& view, const CopyNodes& nodes) {
    ir::Editor editor(view.document());
    const auto copies = copiesBetween(nodes);
    keepOrder(editor, nodes.at, copies, copies);
    for (const ir::Edge* copy : copies)
        editor.removeEdge(nodes.at.id, copy->id);
    removeIsolated(editor, nodes.at.id, std::vector{nodes.first->id, nodes.second->id});
    removeUnusedTemporaries(editor, view, nodes.at);
    return editor.commit();
}

std::vector<Match> copiesWhere(const DocumentView& view, const Region& region, FitsCopy fits) {
    const auto findIn = [](FitsCopy fitting, const StateView& at, const Region& in,
                           std::vector<Match>& matches) {
        for (const auto& edge : at.state().edges) {
            const CopyNodes found{at, at.index->node(edge->src), at.index->node(edge->dst)};
            if (edge->memlet.empty() || !found.first || !found.second ||
                !found.first->as<ir::AccessNode>() || !found.second->as<ir::AccessNode>() ||
                !in.touches(at.id, {found.first->id, found.second->id, edge->id}) ||
                !fitting(found))
                continue;
            Match match =
                copyPattern().match(found, found.first->as<ir::AccessNode>()->data + " -> " +
                                               found.second->as<ir::AccessNode>()->data);
            if (std::ranges::find(matches, match) == matches.end())
                matches.push_back(std::move(match));
        }
    };
    return findInStates(view, region, fits, findIn);
}

} // namespace mw::transforms

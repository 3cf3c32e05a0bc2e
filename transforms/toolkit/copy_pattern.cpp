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

namespace {

/// The edges of one state with data that lead from one access node to another.
struct CopiesOfState {
    std::vector<const ir::Edge*> edges; ///< in the order of the state
};

std::shared_ptr<const CopiesOfState> copiesIn(const StateView& at) {
    const auto holdsData = [&](NodeId id) {
        const ir::Node* node = at.index->node(id);
        return node && node->as<ir::AccessNode>();
    };
    return at.document->kept().of<CopiesOfState>(at.block, [&](const ir::Block&) {
        CopiesOfState copies;
        const ir::State& state = at.state();
        const ir::Unnoted unnoted; // the whole state is
        for (const auto& edge : state.edges)
            if (!edge->memlet.empty() && holdsData(edge->src) && holdsData(edge->dst))
                copies.edges.push_back(edge.get());
        return copies;
    });
}

} // namespace

std::vector<Match> copiesWhere(const DocumentView& view, const Region& region, FitsCopy fits) {
    const auto findIn = [](FitsCopy fitting, const StateView& at, const Region& in,
                           std::vector<Match>& matches) {
        CopyNodes found{at, nullptr, nullptr};
        for (const ir::Edge* edge : copiesIn(at)->edges) {
            found.first = at.index->node(edge->src);
            found.second = at.index->node(edge->dst);
            if (!in.touches(at.id, {edge->src, edge->dst, edge->id}) || !fitting(found))
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

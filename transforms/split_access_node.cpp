// Splitting access nodes: a temporary whose parts are written and read apart from each other
// becomes a temporary for each part.
//
//     first  -> tmp[0:M]     tmp[0:M]     -> third        first  -> tmp_split_0 -> third
//     second -> tmp[M:M + N] tmp[M:M + N] -> fourth   =>  second -> tmp_split_1 -> fourth
//
// Conditions, in this order:
//  1. The match names an access node.
//  2. It stands for a temporary array to which this node alone refers.
//  3. It is known which elements each access touches.
//  4. The accesses fall into groups, at least two, that share no element with each other.
//  5. Something is written in each group.
//  6. The bounds of each part mean the same at all of its accesses, and what looks at a part with
//     strides of its own can be told.
//  7. The dataflow that is left says everything about the order in the state that matters.
//
// Effect: one temporary and access node for each group, as large as what the group touches.
// Ordering edges lead to and from each of the nodes.

#include "core/analysis/analysis.h"
#include "transforms/toolkit/boxes.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/fragment.h"
#include "transforms/toolkit/ordered_state.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/rename.h"

#include <algorithm>
#include <numeric>

namespace mw::transforms::split_access_node {

namespace {

struct Found {
    StateView at;
    const ir::Node* temporary = nullptr;

    const std::string& name() const { return temporary->as<ir::AccessNode>()->data; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("an access node",
                                         {role<ir::AccessNode>("temporary", &Found::temporary)});
    return kPattern;
}

bool isWrittenTwiceAndRead(const StateView& at, const ir::Node& access) {
    const auto moves = [](const auto& edges) {
        return std::ranges::count_if(edges, [](const ir::Edge* e) { return !e->memlet.empty(); });
    };
    return moves(at.index->inEdges(access.id)) > 1 && moves(at.index->outEdges(access.id)) > 0;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::AccessNode, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
            const std::string& name = node.as<ir::AccessNode>()->data;
            const auto* data = at.sdfg->data(name);
            return labelIf(data && data->transient && data->kind == ir::DataKind::array &&
                               isWrittenTwiceAndRead(at, node),
                           name);
        });
}

/// The accesses in groups: any two that may share an element are in one. In the order of the first
/// access of each.
std::vector<KnownAccesses> groupsOf(const StateView& at, const ir::Node& access,
                                    const KnownAccesses& accesses) {
    static const ir::Map kNoMap;
    const SubsetRelation relation(
        kNoMap, analysis::scopeAssumptions(*at.index, at.index->scope(access.id)));
    std::vector<std::size_t> group(accesses.size());
    std::iota(group.begin(), group.end(), 0);
    for (std::size_t i = 0; i < accesses.size(); ++i)
        for (std::size_t j = i + 1; j < accesses.size(); ++j)
            if (group[i] != group[j] && !relation.disjoint(accesses[i].region, accesses[j].region))
                std::ranges::replace(group, std::max(group[i], group[j]),
                                     std::min(group[i], group[j]));
    std::vector<KnownAccesses> groups;
    for (std::size_t g = 0; g < accesses.size(); ++g) {
        KnownAccesses members;
        for (std::size_t i = 0; i < accesses.size(); ++i)
            if (group[i] == g)
                members.push_back(accesses[i]);
        if (!members.empty())
            groups.push_back(std::move(members));
    }
    return groups;
}

symbolic::Subset boxOf(const StateView& at, const KnownAccesses& accesses) {
    const NodeId scope = at.index->scope(accesses.front().access.node->id);
    symbolic::Prover prover(analysis::scopeAssumptions(*at.index, scope));
    symbolic::Subset box = accesses.front().region;
    for (const KnownAccess& access : accesses)
        box = boxAround(box, access.region, prover);
    return box;
}

/// Conditions 4 to 6.
std::variant<std::vector<Fragment>, Refusal> fragmentsOf(const Found& found,
                                                         const KnownAccesses& accesses) {
    const auto groups = groupsOf(found.at, *found.temporary, accesses);
    if (groups.size() < 2)
        return refuseUncertain(4, "one-part",
                               fmt::format("It is not certain that some of what uses {} and the "
                                           "rest share no element.",
                                           quoted(*found.temporary)),
                               {found.temporary->id});
    std::vector<Fragment> fragments;
    for (const auto& group : groups) {
        if (group.front().access.reads)
            return refuse(5, "never-written",
                          fmt::format("Nothing writes [{}] of {}, which is read.",
                                      symbolic::print(group.front().region),
                                      quoted(*found.temporary)),
                          {found.temporary->id});
        auto fragment = fragmentOf(6, found.at, *found.temporary, group, boxOf(found.at, group));
        if (const auto* refusal = std::get_if<Refusal>(&fragment))
            return *refusal;
        fragments.push_back(std::get<Fragment>(std::move(fragment)));
    }
    return fragments;
}

void copyOrder(ir::Editor& editor, const StateView& at, NodeId from, NodeId to) {
    for (const bool in : {true, false})
        for (const ir::Edge* edge : in ? at.index->inEdges(from) : at.index->outEdges(from)) {
            if (!edge->memlet.empty())
                continue;
            ir::Edge copy = *edge;
            (in ? copy.dst : copy.src) = to;
            editor.addEdge(at.id, std::move(copy));
        }
}

ir::EditResult split(const DocumentView& view, const Found& found,
                     const std::vector<Fragment>& fragments) {
    ir::Editor editor(view.document());
    const SdfgId sdfg = found.at.sdfg->id;
    std::vector<NodeId> nodes{found.temporary->id};
    for (std::size_t i = 1; i < fragments.size(); ++i) {
        ir::Node node = *found.temporary;
        nodes.push_back(editor.addNode(found.at.id, std::move(node)));
        copyOrder(editor, found.at, found.temporary->id, nodes.back());
    }
    for (std::size_t i = 0; i < fragments.size(); ++i)
        leadToFragment(editor, fragments[i],
                       freshName(editor, sdfg, fmt::format("{}_split_{}", found.name(), i)),
                       nodes[i]);
    editor.sdfg(sdfg).arrays.erase(found.name());
    return editor.commit();
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    if (auto refusal = checkOwnTemporary(2, view, found.at, *found.temporary))
        return *refusal;
    const auto accesses = knownAccesses(3, found.at, *found.temporary);
    if (const auto* refusal = std::get_if<Refusal>(&accesses))
        return *refusal;
    const auto fragments = fragmentsOf(found, std::get<KnownAccesses>(accesses));
    if (const auto* refusal = std::get_if<Refusal>(&fragments))
        return *refusal;
    auto result = split(view, found, std::get<std::vector<Fragment>>(fragments));
    const DocumentView after = view.tried(result.document);
    if (auto refusal = checkOrdered(7, after, *after.state(found.at.id)))
        return *refusal;
    return Plan::of(std::move(result));
}

Expected<ir::EditResult> apply(const DocumentView&, const Plan& plan) {
    return plan.as<ir::EditResult>();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "split-access-node",
        "Split a temporary",
        "Gives parts of a temporary that are written and read apart from each other a temporary "
        "each.",
        "Concatenated fields and maps whose ranges were split write a temporary piece by piece, "
        "and each piece is read by its own. As temporaries of their own the pieces can be fused "
        "away, or go where only a copy filled them.\n\n"
        "A piece that nothing reads becomes a temporary too: eliminate dead writes afterwards.",
        Category::data,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::split_access_node

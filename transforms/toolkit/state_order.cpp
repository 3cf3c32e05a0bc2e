// Uses of a container in one state and their order by the dataflow.

#include "transforms/toolkit/state_order.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "transforms/framework/kept.h"
#include "transforms/toolkit/roots.h"

#include <algorithm>

namespace mw::transforms {

namespace {

/// What a nested SDFG is given, by the names that it has inside: containers outside, "" where that
/// is not known.
using Given = std::map<std::string, analysis::NameSet, std::less<>>;

Given givenTo(const StateView& at, NodeId nested) {
    Given given;
    for (const bool in : {true, false})
        for (const ir::Edge* edge : in ? at.index->inEdges(nested) : at.index->outEdges(nested)) {
            if (edge->memlet.empty())
                continue;
            const auto path = analysis::memletPath(*at.index, *edge);
            const ir::Node* end = at.index->node(in ? path.front()->src : path.back()->dst);
            given[in ? edge->dstConnector : edge->srcConnector].insert(
                end && end->as<ir::AccessNode>() ? rootData(*at.index, *at.sdfg, *end)
                                                 : std::string());
        }
    return given;
}

/// The node that holds an SDFG; null for the root.
const ir::DocumentIndex::Place* holderOf(const DocumentView& view, const ir::Sdfg& sdfg) {
    const auto* place = view.index().find(sdfg.id);
    return place && place->parent ? view.index().find(place->parent) : nullptr;
}

const Given& given(const DocumentView& view, const ir::DocumentIndex::Place& holder) {
    return remembered<struct GivenToNested>(view, holder.node->id, [&] {
        return givenTo(*view.state(holder.block->id), holder.node->id);
    });
}

const analysis::NameSet& twinsIn(const DocumentView& view, const ir::Sdfg& sdfg);

analysis::NameSet findTwins(const DocumentView& view, const ir::Sdfg& sdfg) {
    analysis::NameSet twins;
    for (const auto& [name, data] : sdfg.arrays)
        if (data->mayAlias)
            twins.insert(name);
    const auto* holder = holderOf(view, sdfg);
    if (!holder)
        return twins;
    const auto& outside = twinsIn(view, *holder->sdfg);
    std::map<std::string, int, std::less<>> times; // that a container outside is given
    for (const auto& [connector, names] : given(view, *holder))
        for (const auto& name : names)
            ++times[name];
    const bool unknown = times.contains("");
    for (const auto& [connector, names] : given(view, *holder))
        if (unknown || std::ranges::any_of(names, [&](const auto& name) {
                return times[name] > 1 || outside.contains(analysis::containerOf(name));
            }))
            twins.insert(connector);
    return twins;
}

struct Twins {
    static analysis::NameSet find(const DocumentView& view, SdfgId sdfg) {
        return findTwins(view, *view.sdfg(sdfg));
    }
};

const analysis::NameSet& twinsIn(const DocumentView& view, const ir::Sdfg& sdfg) {
    return asked<Twins>(view, sdfg.id);
}

/// The node at which the use begins or ends.
NodeId placeOf(const ir::StateIndex& index, const Access& access, bool end) {
    const NodeId other = access.reads ? access.edge->dst : access.edge->src;
    const ir::Node* node = index.node(other);
    if (!node)
        return access.node->id;
    if (node->as<ir::AccessNode>())
        return access.edge->dst;
    const bool around = access.reads ? node->isExit() : node->isEntry();
    if (around) // the scope that the access node itself stands in
        return access.node->id;
    if (node->isEntry())
        return end ? ir::exitOf(*node) : other;
    return node->isExit() && !end ? ir::entryOf(*node) : other;
}

} // namespace

bool maySharePlace(const DocumentView& view, const ir::Sdfg& sdfg, const std::string& a,
                   const std::string& b) {
    if (a == b)
        return true;
    if (a.empty() || b.empty() || mayAlias(sdfg, a, b))
        return true;
    const auto isPassed = [&](const std::string& name) {
        const auto* data = sdfg.data(analysis::containerOf(name));
        return data && !data->transient;
    };
    const auto* holder = holderOf(view, sdfg);
    if (!holder || !isPassed(a) || !isPassed(b))
        return false;
    const Given& all = given(view, *holder);
    const auto first = all.find(a), second = all.find(b);
    if (first == all.end() || second == all.end())
        return false;
    for (const auto& one : first->second)
        for (const auto& other : second->second)
            if (maySharePlace(view, *holder->sdfg, one, other))
                return true;
    return false;
}

const analysis::NameSet& twinsIn(const StateView& at) {
    return twinsIn(*at.document, *at.sdfg);
}

bool mayBeOne(const StateView& at, const std::string& a, const std::string& b) {
    if (a == b || a.empty() || b.empty())
        return false;
    const auto& twins = twinsIn(at);
    return twins.contains(analysis::containerOf(a)) && twins.contains(analysis::containerOf(b)) &&
           maySharePlace(*at.document, *at.sdfg, a, b);
}

std::vector<Access> usesInState(const DocumentView& view, const StateView& at,
                                const std::string& container) {
    std::vector<Access> found;
    std::map<std::string, bool, std::less<>> shared;
    for (const RootedNode* access : nodesOf(at, {container})) {
        const auto& [node, root] = *access;
        const auto known = shared.find(root);
        const bool concerned =
            known != shared.end() ? known->second
                                  : (shared[root] = maySharePlace(view, *at.sdfg, root, container));
        // what says where a view looks moves nothing
        const ir::Edge* viewing = concerned && isView(*at.sdfg, *node)
                                      ? analysis::viewingEdge(*at.index, *node).edge
                                      : nullptr;
        for (const bool reads : {false, true})
            for (const ir::Edge* edge : !concerned ? std::span<const ir::Edge* const>{}
                                        : reads    ? at.index->outEdges(node->id)
                                                   : at.index->inEdges(node->id))
                if (!edge->memlet.empty() && edge != viewing)
                    found.push_back({edge, node, reads});
    }
    return found;
}

bool isBefore(const ir::StateIndex& index, const Access& first, const Access& second) {
    if (first.node == second.node && !first.reads && second.reads)
        return true;
    const NodeId end = placeOf(index, first, true), begin = placeOf(index, second, false);
    return end != begin && index.reaches(end, begin);
}

NodeId endOf(const ir::StateIndex& index, const Access& access) {
    return placeOf(index, access, true);
}

bool inConflict(const ir::StateIndex& index, const Access& a, const Access& b) {
    return (!a.reads || !b.reads) && !isBefore(index, a, b) && !isBefore(index, b, a);
}

} // namespace mw::transforms

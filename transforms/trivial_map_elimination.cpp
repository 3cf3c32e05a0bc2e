// Elimination of trivial maps: dimensions that take one value only are removed from a map; a map
// that is left without any goes.
//
//     [i = 0:N, j = 7:8] { b[i, j] = a[i, j] }   =>   [i = 0:N] { b[i, 7] = a[i, 7] }
//     [i = 3:4] { b[i] = a[i] }                  =>   b[3] = a[3]
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. A parameter takes one value only. A map that runs on a GPU, or whose range is read from
//     memory, keeps one parameter.
//  3. The value can stand where the parameter is used.
//  4. Where the map goes, nothing beside it uses a container that has a node inside, in an order
//     that the dataflow leaves open and that matters: unless both only read, and not a stream.
//
// Effect: the value stands for the parameter everywhere inside and in the other ranges. What led
// through a map that goes leads from one end to the other; the order that it had by its edges
// stays. Memlets are propagated.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/substitute_parameters.h"

#include <algorithm>
#include <map>
#include <string>

namespace mw::transforms::trivial_map_elimination {

namespace {

bool isAny(const StateView&, const ir::Node&) {
    return true;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, isAny);
}

bool mustStay(const OneMap& map) {
    return ir::name(map.map().schedule).starts_with("GPU") ||
           !ir::dynamicInputs(*map.entry).empty();
}

/// Condition 2.
std::variant<symbolic::Substitution, Refusal> removable(const OneMap& map) {
    auto values = singleValues(map);
    if (values.size() == map.map().params.size() && mustStay(map))
        values.erase(map.map().params.back());
    if (!values.empty())
        return values;
    return refuse(2, "no-trivial-dimension",
                  fmt::format("{} has no dimension that can go: [{}].", quoted(map.map()),
                              symbolic::print(map.map().range)),
                  {map.entry->id});
}

/// Containers with a node inside; true: something inside changes it.
std::map<std::string, bool> changedInside(const OneMap& map) {
    std::map<std::string, bool> changed;
    for (const NodeId id : nodesInside(map.index(), map.entry->id)) {
        const ir::Node& node = *map.index().node(id);
        const auto* access = node.as<ir::AccessNode>();
        if (!access)
            continue;
        const auto* data = map.at.sdfg->data(access->data);
        bool& changes = changed[access->data];
        changes =
            changes || isWritten(map.index(), node) || !data || data->kind == ir::DataKind::stream;
    }
    return changed;
}

/// Condition 4.
MaybeRefusal checkInnerData(const OneMap& map) {
    const ir::StateIndex& index = map.index();
    const auto inside = changedInside(map);
    for (const auto& node : map.at.state().nodes) {
        const auto* access = node->as<ir::AccessNode>();
        const auto shared = access ? inside.find(access->data) : inside.end();
        if (shared == inside.end() || index.reaches(map.entry->id, node->id) ||
            index.reaches(node->id, map.entry->id) || !(shared->second || isWritten(index, *node)))
            continue;
        return refuseUncertain(4, "shared-inner-data",
                               fmt::format("{} is used inside {} and beside it, in an order that "
                                           "nothing says.",
                                           quoted(*node), quoted(map.map())),
                               {map.entry->id, node->id});
    }
    return std::nullopt;
}

struct EliminationPlan {
    OneMap map;
    symbolic::Substitution values;
};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto found = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& map = std::get<OneMap>(found);
    const auto trivial = removable(map);
    if (const auto* refusal = std::get_if<Refusal>(&trivial))
        return *refusal;
    const auto& values = std::get<symbolic::Substitution>(trivial);
    if (auto refusal = checkSubstitution(3, map, values))
        return *refusal;
    if (values.size() == map.map().params.size())
        if (auto refusal = checkInnerData(map))
            return *refusal;
    return Plan::of(EliminationPlan{map, values});
}

/// Without the removed parameters.
void shrink(ir::Map& map, const symbolic::Substitution& values) {
    const ir::Map old = map;
    map.params.clear();
    map.range.dims.clear();
    for (std::size_t d = 0; d < old.params.size(); ++d) {
        if (values.contains(old.params[d]))
            continue;
        map.params.push_back(old.params[d]);
        map.range.dims.push_back(
            symbolic::Subset{{old.range.dims[d]}}.substitute(values).dims.front());
    }
    map.gpuBlockSize.clear();
    map.collapse = std::min<int>(map.collapse, static_cast<int>(map.params.size()));
}

/// Takes a map away: its contents move to the scope around it.
class Removal {
public:
    Removal(ir::Editor& editor, const OneMap& map)
        : editor_(editor), map_(map), index_(map.index()), state_(map.at.id) {}

    void run();

private:
    void splice(const ir::Edge& outer, const ir::Edge& inner, bool input);
    void order(NodeId from, NodeId to);
    bool has(NodeId ir::Edge::*end, NodeId node);
    bool matters(NodeId outside, std::span<const ir::Edge* const> beyond, bool connected) const;
    std::vector<NodeId> firstInside() const;
    std::vector<NodeId> lastInside() const;

    ir::Editor& editor_;
    const OneMap& map_;
    const ir::StateIndex& index_;
    BlockId state_;
};

std::vector<NodeId> Removal::firstInside() const {
    std::vector<NodeId> nodes;
    for (const ir::Edge* edge : index_.outEdges(map_.entry->id))
        if (std::ranges::find(nodes, edge->dst) == nodes.end())
            nodes.push_back(edge->dst);
    return nodes;
}

std::vector<NodeId> Removal::lastInside() const {
    std::vector<NodeId> nodes;
    for (const ir::Edge* edge : index_.inEdges(map_.exit->id))
        if (std::ranges::find(nodes, edge->src) == nodes.end())
            nodes.push_back(edge->src);
    return nodes;
}

/// The inner edge gets the outer end of the outer one.
void Removal::splice(const ir::Edge& outer, const ir::Edge& inner, bool input) {
    ir::Edge& moved = editor_.edge(state_, inner.id);
    if (input) {
        moved.src = outer.src;
        moved.srcConnector = outer.srcConnector;
    } else {
        moved.dst = outer.dst;
        moved.dstConnector = outer.dstConnector;
    }
}

void Removal::order(NodeId from, NodeId to) {
    const auto& edges = editor_.state(state_).edges;
    if (std::ranges::any_of(edges,
                            [&](const ir::EdgePtr& e) { return e->src == from && e->dst == to; }))
        return;
    ir::Edge edge;
    edge.src = from;
    edge.dst = to;
    editor_.addEdge(state_, std::move(edge));
}

bool Removal::has(NodeId ir::Edge::*end, NodeId node) {
    return std::ranges::any_of(editor_.state(state_).edges,
                               [&](const ir::EdgePtr& edge) { return edge.get()->*end == node; });
}

/// What came before the map, and what stands before that, comes before all of it, and the same
/// behind it. The scope around needs no more than one edge.
bool Removal::matters(NodeId outside, std::span<const ir::Edge* const> beyond,
                      bool connected) const {
    const ir::Node& node = *index_.node(outside);
    const bool around = outside == index_.scope(map_.entry->id) ||
                        (node.isExit() && ir::entryOf(node) == index_.scope(map_.entry->id));
    return around ? !connected : !beyond.empty();
}

void Removal::run() {
    const auto first = firstInside(), last = lastInside();
    for (const ir::Edge* outer : index_.inEdges(map_.entry->id))
        for (const ir::Edge* inner : analysis::innerEdges(index_, *outer))
            splice(*outer, *inner, true);
    for (const ir::Edge* outer : index_.outEdges(map_.exit->id))
        for (const ir::Edge* inner : analysis::innerEdges(index_, *outer))
            splice(*outer, *inner, false);
    editor_.removeNode(state_, map_.entry->id);
    editor_.removeNode(state_, map_.exit->id);
    for (const ir::Edge* outer : index_.inEdges(map_.entry->id))
        for (const NodeId node : first)
            if (matters(outer->src, index_.inEdges(outer->src), has(&ir::Edge::dst, node)))
                order(outer->src, node);
    for (const ir::Edge* outer : index_.outEdges(map_.exit->id))
        for (const NodeId node : last)
            if (matters(outer->dst, index_.outEdges(outer->dst), has(&ir::Edge::src, node)))
                order(node, outer->dst);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [map, values] = plan.as<EliminationPlan>();
    ir::Editor editor(view.document());
    substituteInside(editor, map.at.id, map.entry->id, values);
    if (values.size() < map.map().params.size()) {
        shrink(editor.node(map.at.id, map.entry->id).as<ir::MapEntry>()->map, values);
        analysis::propagateScope(editor, map.at.id, map.entry->id);
        return editor.commit();
    }
    Removal(editor, map).run();
    if (const NodeId around = map.index().scope(map.entry->id))
        analysis::propagateScope(editor, map.at.id, around);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "trivial-map-elimination",
        "Eliminate trivial maps",
        "Removes dimensions of one element from a map, and a map that has no others.",
        "A loop of one turn costs nothing, but it stands between what is inside and what is "
        "outside: rewrites that look for neighbours see through the boundary once it is gone.\n\n"
        "A map that runs on a GPU keeps one dimension, and with it its kernel. Fusing such a map "
        "with one over more dimensions is no longer possible: fold the dimension instead.",
        Category::simplification,
        {},
        oneMapPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::trivial_map_elimination

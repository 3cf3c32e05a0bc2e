#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/hands_on.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/unordered_use.h"

#include <fmt/format.h>

#include <algorithm>

// Trivial tasklets: a tasklet that only hands its input on becomes a copy.
//
//     a -> (out = in) -> b        =>        a -> b
//
// Conditions, in this order:
//  1. The match names a tasklet.
//  2. Its code is one assignment of its only input to its only output, and nothing else.
//  3. It has two edges: one from an access node or the entry of its map, and one to an access node
//     or the exit of its map; one of the two at least is an access node.
//  4. Both memlets move one element that is known and certain, and resolve no conflict.
//  5. The containers at the ends are different plain arrays or scalars, and the value keeps its
//  type
//     on the whole way.
//  6. What else touches the containers comes before or after the tasklet by the dataflow: the copy
//     happens at the access node, not where the tasklet was.
//
// Effect: one edge with both regions in place of the tasklet and its two edges.

namespace mw::transforms::trivial_tasklet_elimination {

namespace {

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* tasklet = nullptr;

    const ir::Tasklet& code() const { return *tasklet->as<ir::Tasklet>(); }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a tasklet",
                                         {role<ir::Tasklet>("tasklet", &Found::tasklet)});
    return kPattern;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::Tasklet, pattern>(
        view, region, [](const StateView&, const ir::Node& node) {
            return labelIf(handsOn(node), node.as<ir::Tasklet>()->label);
        });
}

/// One of the two edges and the container at the far end of its path.
struct End {
    const ir::Edge* edge = nullptr;
    const ir::Node* neighbour = nullptr;
    const ir::Node* access = nullptr; ///< behind all scopes
    const ir::DataDescriptor* data = nullptr;
    bool reads = false;

    const std::string& name() const { return access->as<ir::AccessNode>()->data; }
};

std::optional<End> endOf(const Found& found, bool reads) {
    const ir::StateIndex& index = *found.at.index;
    const auto edges = reads ? index.inEdges(found.tasklet->id) : index.outEdges(found.tasklet->id);
    if (edges.size() != 1)
        return std::nullopt;
    const auto path = analysis::memletPath(index, *edges.front());
    End end{edges.front(), index.node(reads ? edges.front()->src : edges.front()->dst),
            index.node(reads ? path.front()->src : path.back()->dst), nullptr, reads};
    const auto* access = end.access ? end.access->as<ir::AccessNode>() : nullptr;
    const bool scope = end.neighbour->as<ir::MapEntry>() || end.neighbour->as<ir::MapExit>();
    if (!access || !(end.neighbour->as<ir::AccessNode>() || scope))
        return std::nullopt;
    end.data = found.at.sdfg->data(access->data);
    return end;
}

/// Condition 4.
MaybeRefusal checkMemlet(const Found& found, const End& end) {
    const ir::Memlet& memlet = end.edge->memlet;
    if (!memlet.wcr.empty())
        return refuse(4, "conflict-resolution",
                      fmt::format("{} writes {} with a conflict resolution.",
                                  quoted(*found.tasklet), quoted(*end.access)),
                      {found.tasklet->id});
    const bool known = memlet.data == end.name() && memlet.subset && !memlet.dynamic &&
                       symbolic::expand(memlet.subset->volume()).isInteger(1);
    if (known)
        return std::nullopt;
    return refuse(4, "not-one-element",
                  fmt::format("{} moves more than one certain element of {}.",
                              quoted(*found.tasklet), quoted(*end.access)),
                  {found.tasklet->id, end.access->id});
}

/// Condition 5.
MaybeRefusal checkContainers(const Found& found, const End& from, const End& to) {
    for (const End* end : {&from, &to})
        if (!end->data || (end->data->kind != ir::DataKind::array && !end->data->isScalar()))
            return refuse(5, "container-kind",
                          fmt::format("{} is no plain array or scalar.", quoted(*end->access)),
                          {end->access->id});
    if (from.name() == to.name())
        return refuse(5, "same-container",
                      fmt::format("{} moves an element within {}.", quoted(*found.tasklet),
                                  quoted(*from.access)),
                      {found.tasklet->id, from.access->id});
    const auto keepsType = [&](const ir::DType& type) {
        return type.scalar == ir::ScalarType::none || type == from.data->dtype;
    };
    if (keepsType(to.data->dtype) && keepsType(found.tasklet->in.begin()->second) &&
        keepsType(found.tasklet->out.begin()->second))
        return std::nullopt;
    return refuse(5, "converts",
                  fmt::format("{} changes the type of the value between {} and {}.",
                              quoted(*found.tasklet), quoted(*from.access), quoted(*to.access)),
                  {found.tasklet->id});
}

/// Condition 6.
MaybeRefusal checkOrder(const DocumentView& view, const Found& found, const End& end) {
    const ir::Node* node =
        unorderedUse(view, found.at, *found.tasklet, {end.edge, end.access, end.reads});
    if (!node)
        return std::nullopt;
    return refuseUncertain(6, "unordered-access",
                           fmt::format("{} is used elsewhere too, neither before nor after {} by "
                                       "the dataflow.",
                                       quoted(*end.access), quoted(*found.tasklet)),
                           {found.tasklet->id, node->id});
}

struct CopyPlan {
    StateView at;
    NodeId tasklet;
    End from, to;
};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    if (!handsOn(*found.tasklet))
        return refuse(2, "computes",
                      fmt::format("{} does more than to hand its input on: {}",
                                  quoted(*found.tasklet), found.code().code.text),
                      {found.tasklet->id});
    const auto from = endOf(found, true), to = endOf(found, false);
    if (!from || !to || (from->neighbour->isEntry() && to->neighbour->isExit()))
        return refuse(3, "neighbours",
                      fmt::format("{} does not stand between two access nodes, or between one and "
                                  "its map.",
                                  quoted(*found.tasklet)),
                      {found.tasklet->id});
    for (const End* end : {&*from, &*to})
        if (auto refusal = checkMemlet(found, *end))
            return *refusal;
    if (auto refusal = checkContainers(found, *from, *to))
        return *refusal;
    for (const End* end : {&*from, &*to})
        if (auto refusal = checkOrder(view, found, *end))
            return *refusal;
    return Plan::of(CopyPlan{found.at, found.tasklet->id, *from, *to});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [at, tasklet, from, to] = plan.as<CopyPlan>();
    ir::Editor editor(view.document());
    const bool leaves = to.neighbour->isExit(); // inside a map memlets name what is outside
    const End& named = leaves ? to : from;
    const End& other = leaves ? from : to;
    ir::Edge& edge = editor.edge(at.id, from.edge->id);
    edge.dst = to.edge->dst;
    edge.dstConnector = to.edge->dstConnector;
    edge.memlet = ir::Memlet::of(named.name(), *named.edge->memlet.subset);
    edge.memlet.otherSubset = other.edge->memlet.subset;
    edge.memlet.isDataSource = !leaves;
    editor.removeNode(at.id, tasklet);
    editor.replaced(tasklet, edge.id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "trivial-tasklet-elimination",
        "Remove a tasklet that only hands on",
        "Turns a tasklet that assigns its input to its output into a copy.",
        "Lowering leaves tasklets behind that compute nothing: out = in. As a copy between two "
        "containers the same move is visible to what removes copies, and fusion sees through it. "
        "Generated code hardly changes.\n\n"
        "A tasklet that converts the type of its value stays, and so does one that is all that its "
        "map does: map-to-copy is for those.",
        Category::simplification,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::trivial_tasklet_elimination

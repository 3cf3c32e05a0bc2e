// Map collapse: a map that holds nothing but another map becomes one with it.
//
//     [i = 0:N] { [j = 0:M] { ... } }   =>   [i = 0:N, j = 0:M] { ... }
//
// Conditions, in this order:
//  1. The match names two map entries of one state.
//  2. The inner map is all that stands directly in the scope of the outer one.
//  3. Both have the same schedule, unless the options let the outer one's hold for both.
//  4. The ranges of the inner map use neither parameters nor names of their own: no parameter of
//     the outer map, and nothing that is read from memory at the inner entry. The inner map has no
//     parameter of a name that the outer one's parameters or ranges have.
//  5. Where the schedule of the inner map gets another meaning, its iterations may run in any
//     order: that is so unless both are said to run one after another, or at the same time.
//
// Effect: the outer map gets the parameters of the inner one, as its last. What it touches as a
// whole is the same as before.

#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/map_nest.h"

#include <algorithm>

namespace mw::transforms::map_collapse {

namespace {

/// Condition 2.
MaybeRefusal checkNesting(const MapNest& nest) {
    const ir::StateIndex& index = nest.index();
    const auto inside = index.children(nest.outer.entry->id);
    const bool alone = std::ranges::all_of(
        inside, [&](NodeId id) { return id == nest.outer.exit->id || id == nest.inner.entry->id; });
    if (alone && index.scope(nest.inner.entry->id) == nest.outer.entry->id)
        return std::nullopt;
    return refuse(2, "not-alone",
                  fmt::format("{} is not all that is inside {}.", quoted(nest.inner.map()),
                              quoted(nest.outer.map())),
                  nest.entries());
}

/// Condition 3.
MaybeRefusal checkSchedules(const MapNest& nest, const Params& params) {
    const auto outer = nest.outer.map().schedule, inner = nest.inner.map().schedule;
    if (outer == inner || isSet(params, "any-schedule"))
        return std::nullopt;
    return refuse(3, "different-schedules",
                  fmt::format("{} is {}, {} is {}.", quoted(nest.outer.map()), ir::name(outer),
                              quoted(nest.inner.map()), ir::name(inner)),
                  nest.entries());
}

/// Condition 4.
MaybeRefusal checkRanges(const MapNest& nest) {
    const ir::Map& outer = nest.outer.map();
    const ir::Map& inner = nest.inner.map();
    if (!ir::dynamicInputs(*nest.inner.entry).empty())
        return refuse(4, "dynamic-range",
                      fmt::format("{} reads its range from memory.", quoted(inner)),
                      {nest.inner.entry->id});
    for (const std::string& parameter : inner.params)
        for (std::size_t d = 0; d < outer.range.rank(); ++d)
            if (nest.outer.symbolsOfRange(d).contains(parameter))
                return refuse(4, "name-rebound",
                              fmt::format("{} has a parameter '{}', which means something else in "
                                          "the range of {}.",
                                          quoted(inner), parameter, quoted(outer)),
                              nest.entries());
    for (const std::string& parameter : outer.params) {
        if (std::ranges::count(inner.params, parameter) > 0)
            return refuse(4, "parameter-rebound",
                          fmt::format("Both {} and {} have a parameter '{}'.", quoted(outer),
                                      quoted(inner), parameter),
                          nest.entries());
        for (std::size_t d = 0; d < inner.range.rank(); ++d)
            if (nest.inner.symbolsOfRange(d).contains(parameter))
                return refuse(
                    4, "dependent-range",
                    fmt::format("The range of '{}' uses '{}'.", inner.params[d], parameter),
                    nest.entries());
    }
    return std::nullopt;
}

/// Condition 5.
MaybeRefusal checkOrder(const MapNest& nest) {
    const auto schedule = nest.inner.map().schedule;
    if (nest.outer.map().schedule == schedule && schedule != ir::Schedule::Default)
        return std::nullopt;
    return checkIndependentIterations(5, nest.inner.at, *nest.inner.entry);
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto found = boundNest(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& nest = std::get<MapNest>(found);
    if (auto refusal = checkNesting(nest))
        return *refusal;
    if (auto refusal = checkSchedules(nest, params))
        return *refusal;
    if (auto refusal = checkRanges(nest))
        return *refusal;
    if (auto refusal = checkOrder(nest))
        return *refusal;
    return Plan::of(nest);
}

/// What leaves the inner entry leaves the outer one, by the connector that feeds it.
void moveInputs(ir::Editor& editor, const MapNest& nest) {
    const ir::StateIndex& index = nest.index();
    for (const ir::Edge* edge : index.inEdges(nest.inner.entry->id))
        for (const ir::Edge* inner : index.outEdges(nest.inner.entry->id))
            if (!edge->memlet.empty() &&
                ir::passedOut(inner->srcConnector) == ir::passedIn(edge->dstConnector)) {
                ir::Edge& moved = editor.edge(nest.outer.at.id, inner->id);
                moved.src = nest.outer.entry->id;
                moved.srcConnector = edge->srcConnector;
            }
    for (const ir::Edge* inner : index.outEdges(nest.inner.entry->id))
        if (inner->memlet.empty())
            editor.edge(nest.outer.at.id, inner->id).src = nest.outer.entry->id;
}

void moveOutputs(ir::Editor& editor, const MapNest& nest) {
    const ir::StateIndex& index = nest.index();
    for (const ir::Edge* edge : index.outEdges(nest.inner.exit->id))
        for (const ir::Edge* inner : index.inEdges(nest.inner.exit->id))
            if (!edge->memlet.empty() &&
                ir::passedIn(inner->dstConnector) == ir::passedOut(edge->srcConnector)) {
                ir::Edge& moved = editor.edge(nest.outer.at.id, inner->id);
                moved.dst = nest.outer.exit->id;
                moved.dstConnector = edge->dstConnector;
            }
    for (const ir::Edge* inner : index.inEdges(nest.inner.exit->id))
        if (inner->memlet.empty())
            editor.edge(nest.outer.at.id, inner->id).dst = nest.outer.exit->id;
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& nest = plan.as<MapNest>();
    const BlockId state = nest.outer.at.id;
    const NodeId entry = nest.outer.entry->id, exit = nest.outer.exit->id;
    ir::Editor editor(view.document());
    moveInputs(editor, nest);
    moveOutputs(editor, nest);
    ir::Map& map = editor.node(state, entry).as<ir::MapEntry>()->map;
    const ir::Map& inner = nest.inner.map();
    map.params.insert(map.params.end(), inner.params.begin(), inner.params.end());
    map.range.dims.insert(map.range.dims.end(), inner.range.dims.begin(), inner.range.dims.end());
    editor.removeNode(state, nest.inner.entry->id);
    editor.removeNode(state, nest.inner.exit->id);
    editor.replaced(nest.inner.entry->id, entry);
    editor.replaced(nest.inner.exit->id, exit);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-collapse",
        "Collapse nested maps",
        "Makes one map of two of which one holds nothing but the other.",
        "A kernel's threads come from its outermost map: after collapsing, the dimensions of the "
        "inner map are shared out over threads too. It is the opposite of expanding a map.\n\n"
        "Maps of different schedules are left alone; any-schedule lets the outer map's hold for "
        "both, where the order of the iterations does not matter.",
        Category::loops,
        {flag("any-schedule", "Collapse maps of different schedules too: the outer one's stays.")},
        nestRoles(),
        findNests,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_collapse

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "core/ir/predicates.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

// Copies as maps: a copy between two containers becomes a map with a tasklet that hands its input
// on.
//
//     a -> b      =>      a -> [i, k] a[i, k + 1] -> (out = in) -> b[i, k] -> b
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. One copy leads from the first to the second and nothing else: plain, unconditional, without
//     steps, both of its regions known.
//  3. Both containers have the same type and are in the same kind of memory, and are certainly not
//  parts of one.
//  4. The copy moves a box of more than one element to a box of the same extents.
//  5. What else touches the elements comes before the first access node or after the second: the
//  map
//     runs between the two, not where the copy arrives.
//
// Effect: a map over the region that is written, with new parameters i0, i1, ...; inside a map it
// is sequential, for the memory of a GPU it is a kernel.

namespace mw::transforms::copy_to_map {

namespace {

using symbolic::Expr;
using symbolic::Subset;

const std::string& nameOf(const ir::Node& node) {
    return node.as<ir::AccessNode>()->data;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& nodes) {
        return nameOf(*nodes.first) != nameOf(*nodes.second);
    });
}

/// Condition 5 for one of the two containers.
MaybeRefusal checkOrder(const DocumentView& view, const Copy& copy, bool reads) {
    static const ir::Map kNoMap;
    const ir::Node& node = reads ? *copy.first : *copy.second;
    const Subset& region = reads ? copy.read : copy.written;
    const SubsetRelation relation(kNoMap, factsInside(copy.at, copy.index().scope(node.id)));
    const Access arrival{copy.edge, copy.second, false};
    for (const Access& use : usesInState(view, copy.at, nameOf(node))) {
        if (use.edge == copy.edge || (reads && use.reads) ||
            copy.index().reaches(endOf(copy.index(), use), copy.first->id) ||
            isBefore(copy.index(), arrival, use))
            continue;
        const auto touched = nameOf(*use.node) == nameOf(node)
                                 ? regionOf(copy.index(), copy.sdfg(), use)
                                 : std::nullopt;
        if (!touched || !relation.disjoint(*touched, region))
            return refuseUncertain(5, "unordered-access",
                                   fmt::format("{} is used elsewhere too, not certainly before {} "
                                               "or after {}.",
                                               quoted(node), quoted(*copy.first),
                                               quoted(*copy.second)),
                                   {node.id, use.node->id});
    }
    return std::nullopt;
}

struct MapPlan {
    Copy copy;
    Placement placement; ///< of what is written in what is read
};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nodes = std::get<CopyNodes>(bound);
    const auto found = copyBetween(2, nodes.at, *nodes.first, *nodes.second);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const Copy& copy = std::get<Copy>(found);
    if (auto refusal = checkAlike(3, copy))
        return *refusal;
    if (copy.from() == copy.to())
        return refuse(3, "same-container",
                      fmt::format("{} is copied to itself.", quoted(*copy.first)), copy.ids());
    if (mayBeOne(copy.at, copy.from(), copy.to()))
        return refuseUncertain(3, "may-alias",
                               fmt::format("{} and {} may be the same memory.", quoted(*copy.first),
                                           quoted(*copy.second)),
                               copy.ids());
    const auto placement = placementOf(copy.written, copy.read);
    if (!placement || std::ranges::all_of(placement->dims, [](const auto& d) { return !d; }))
        return refuse(4, "no-box",
                      fmt::format("The copy of {} moves one element, or a box into another shape.",
                                  quoted(*copy.first)),
                      copy.ids());
    for (const bool reads : {true, false})
        if (auto refusal = checkOrder(view, copy, reads))
            return *refusal;
    return Plan::of(MapPlan{copy, *placement});
}

ir::Schedule scheduleOf(const Copy& copy) {
    if (copy.index().scope(copy.first->id))
        return ir::Schedule::Sequential;
    return ir::isDeviceStorage(copy.target().storage) ? ir::Schedule::GPU_Device
                                                      : ir::Schedule::Default;
}

/// The map's parameters, and the element that an iteration writes.
Subset addParameters(ir::Editor& editor, const MapPlan& plan, ir::Map& map) {
    Subset element;
    for (std::size_t d = 0; d < plan.copy.written.rank(); ++d) {
        const symbolic::Range& range = plan.copy.written.dims[d];
        if (!plan.placement.dims[d]) {
            element.dims.push_back(symbolic::Range::point(range.begin));
            continue;
        }
        map.params.push_back(
            freshName(editor, plan.copy.sdfg().id, "i" + std::to_string(map.params.size())));
        map.range.dims.push_back(range);
        element.dims.push_back(symbolic::Range::point(Expr::symbol(map.params.back())));
    }
    return element;
}

void connect(ir::Editor& editor, BlockId state, NodeId src, const std::string& srcConnector,
             NodeId dst, const std::string& dstConnector, ir::Memlet memlet) {
    ir::Edge edge;
    edge.src = src;
    edge.srcConnector = srcConnector;
    edge.dst = dst;
    edge.dstConnector = dstConnector;
    edge.memlet = std::move(memlet);
    editor.addEdge(state, std::move(edge));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& copy = plan.as<MapPlan>().copy;
    ir::Editor editor(view.document());
    const BlockId state = copy.at.id;
    ir::Map map;
    map.label = fmt::format("copy_{}_{}", copy.from(), copy.to());
    map.schedule = scheduleOf(copy);
    const Subset written = addParameters(editor, plan.as<MapPlan>(), map);
    const Subset read = plan.as<MapPlan>().placement.of(written);
    const auto [entry, exit] = editor.addMap(state, map);
    const std::string in = ir::addPassage(editor.node(state, entry), copy.from());
    const std::string out = ir::addPassage(editor.node(state, exit), copy.to());
    ir::Node tasklet;
    tasklet.in["_in"] = {ir::ScalarType::none, {}};
    tasklet.out["_out"] = {ir::ScalarType::none, {}};
    ir::Tasklet hands;
    hands.label = "copy";
    hands.code.text = "_out = _in";
    tasklet.kind = std::move(hands);
    const NodeId code = editor.addNode(state, std::move(tasklet));
    connect(editor, state, copy.first->id, "", entry, ir::passIn(in),
            ir::Memlet::of(copy.from(), copy.read));
    connect(editor, state, entry, ir::passOut(in), code, "_in", ir::Memlet::of(copy.from(), read));
    connect(editor, state, code, "_out", exit, ir::passIn(out), ir::Memlet::of(copy.to(), written));
    connect(editor, state, exit, ir::passOut(out), copy.second->id, "",
            ir::Memlet::of(copy.to(), copy.written));
    editor.removeEdge(state, copy.edge->id);
    // A copy is done where its target stands.
    for (const NodeId id : {entry, code, exit})
        moveBefore(editor, state, id, copy.second->id);
    editor.replaced(copy.edge->id, entry);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "copy-to-map",
        "Turn a copy into a map",
        "Turns a copy between two containers into a map with a tasklet that hands its input on.",
        "As a map the move can be fused with its neighbours, split, and given an order and block "
        "sizes like any other kernel.\n\n"
        "map-to-copy is the inverse.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::copy_to_map

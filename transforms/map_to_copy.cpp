#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/hands_on.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

// Maps that copy: a map with nothing but a tasklet that hands its input on becomes a copy.
//
//     a -> [i, k] a[i, k + 1] -> (out = in) -> b[i, k] -> b      =>      a -> b
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. The map holds one tasklet, which assigns its input to its output, and has one edge in and one
//     out.
//  3. These lead from an access node to an access node of another container; both are plain arrays
//     or scalars of the tasklet's type.
//  4. In each iteration one known element is moved, and no conflict resolved.
//  5. Each parameter counts by ones along one dimension of each container, in the same order for
//     both; all other indices are the same in every iteration.
//  6. What else touches the containers comes before or after the map by the dataflow.
//
// Effect: one edge with both regions in place of the map.

namespace mw::transforms::map_to_copy {

namespace {

using symbolic::Expr;
using symbolic::Subset;

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* map = nullptr;

    const ir::Map& range() const { return map->as<ir::MapEntry>()->map; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a map entry", {role<ir::MapEntry>("map", &Found::map)});
    return kPattern;
}

/// The map's only content; null when it holds more or does more.
const ir::Node* onlyTasklet(const StateView& at, const ir::Node& entry) {
    const auto inside = at.index->children(entry.id);
    const NodeId exit = ir::exitOf(entry);
    if (inside.size() != 2 || !at.index->node(exit) || at.index->inEdges(entry.id).size() != 1 ||
        at.index->outEdges(exit).size() != 1)
        return nullptr;
    const ir::Node* tasklet = at.index->node(inside[0] == exit ? inside[1] : inside[0]);
    const bool whole =
        at.index->inEdges(tasklet->id).size() == 1 && at.index->outEdges(tasklet->id).size() == 1;
    return whole && handsOn(*tasklet) ? tasklet : nullptr;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::MapEntry, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
            return labelIf(onlyTasklet(at, node), shortLabel(node.as<ir::MapEntry>()->map.label));
        });
}

/// One side of the map: the edge outside and the one at the tasklet.
struct Side {
    const ir::Edge* outer = nullptr;
    const ir::Edge* inner = nullptr;
    const ir::Node* access = nullptr;
    const ir::DataDescriptor* data = nullptr;
    bool reads = false;

    const std::string& name() const { return access->as<ir::AccessNode>()->data; }
};

Side sideOf(const Found& found, const ir::Node& tasklet, bool reads) {
    const ir::StateIndex& index = *found.at.index;
    Side side;
    side.reads = reads;
    side.outer = reads ? index.inEdges(found.map->id).front()
                       : index.outEdges(ir::exitOf(*found.map)).front();
    side.inner = reads ? index.inEdges(tasklet.id).front() : index.outEdges(tasklet.id).front();
    const ir::Node* end = index.node(reads ? side.outer->src : side.outer->dst);
    const auto* access = end ? end->as<ir::AccessNode>() : nullptr;
    side.access = access ? end : nullptr;
    side.data = access ? found.at.sdfg->data(access->data) : nullptr;
    return side;
}

/// Condition 3.
MaybeRefusal checkEnds(const Found& found, const ir::Node& tasklet, const Side& from,
                       const Side& to) {
    const auto plain = [](const Side& side) {
        return side.data && (side.data->kind == ir::DataKind::array || side.data->isScalar());
    };
    if (!plain(from) || !plain(to) || from.name() == to.name())
        return refuse(3, "ends",
                      fmt::format("{} does not move between two different plain containers.",
                                  quoted(found.range())),
                      {found.map->id});
    const auto keeps = [&](const ir::DType& type) {
        return type.scalar == ir::ScalarType::none || type == from.data->dtype;
    };
    if (keeps(to.data->dtype) && keeps(tasklet.in.begin()->second) &&
        keeps(tasklet.out.begin()->second))
        return std::nullopt;
    return refuse(3, "converts",
                  fmt::format("{} changes the type of the values between {} and {}.",
                              quoted(found.range()), quoted(*from.access), quoted(*to.access)),
                  {found.map->id});
}

/// Condition 4.
MaybeRefusal checkMemlet(const Found& found, const Side& side) {
    const ir::Memlet& memlet = side.inner->memlet;
    const bool known = memlet.data == side.name() && memlet.subset && memlet.wcr.empty() &&
                       side.outer->memlet.wcr.empty() && !memlet.dynamic &&
                       symbolic::expand(memlet.subset->volume()).isInteger(1);
    if (known)
        return std::nullopt;
    return refuse(4, "not-one-element",
                  fmt::format("{} does not move one certain element of {} in each iteration.",
                              quoted(found.range()), quoted(*side.access)),
                  {found.map->id, side.access->id});
}

/// Where the map's parameters run in a container.
struct Image {
    Subset region;
    std::vector<std::string> order; ///< the parameters by dimension
};

/// One index in terms of one parameter, counting by ones; nullopt: something else.
std::optional<symbolic::Range> rangeOf(const Expr& index, const ir::Map& map,
                                       std::vector<std::string>& order) {
    std::optional<std::size_t> used;
    const auto symbols = symbolic::freeSymbols(index);
    for (std::size_t p = 0; p < map.params.size(); ++p) {
        if (!symbols.contains(map.params[p]))
            continue;
        if (used)
            return std::nullopt;
        used = p;
    }
    if (!used)
        return symbolic::Range::point(index);
    const symbolic::Range& range = map.range.dims[*used];
    const Expr shift = symbolic::expand(index - Expr::symbol(map.params[*used]));
    if (symbolic::freeSymbols(shift).contains(map.params[*used]) ||
        !(range.step.isInteger(1) || range.isPoint()))
        return std::nullopt;
    order.push_back(map.params[*used]);
    return symbolic::Range{symbolic::simplify(range.begin + shift),
                           symbolic::simplify(range.end + shift), 1, 1};
}

/// Condition 5 for one container.
std::optional<Image> imageOf(const Subset& element, const ir::Map& map) {
    Image image;
    for (const symbolic::Range& dim : element.dims) {
        const auto range = rangeOf(dim.begin, map, image.order);
        if (!range)
            return std::nullopt;
        image.region.dims.push_back(*range);
    }
    for (std::size_t p = 0; p < map.params.size(); ++p) {
        std::set<std::string, std::less<>> used;
        symbolic::collectSymbols(Subset{{map.range.dims[p]}}, used);
        const bool free = std::ranges::none_of(
            map.params, [&](const std::string& other) { return used.contains(other); });
        const auto count = std::ranges::count(image.order, map.params[p]);
        if (!free || count > 1 || (count == 0 && !map.range.dims[p].isPoint()))
            return std::nullopt;
    }
    return image;
}

/// Condition 6.
MaybeRefusal checkOrder(const DocumentView& view, const Found& found, const Side& side) {
    const Access own{side.outer, side.access, side.reads};
    for (const Access& use : usesInState(view, found.at, side.name()))
        if (use.edge != side.outer && inConflict(*found.at.index, own, use))
            return refuseUncertain(6, "unordered-access",
                                   fmt::format("{} is used elsewhere too, neither before nor after "
                                               "{} by the dataflow.",
                                               quoted(*side.access), quoted(found.range())),
                                   {found.map->id, use.node->id});
    return std::nullopt;
}

struct CopyPlan {
    Found found;
    NodeId tasklet;
    Side from, to;
    Subset read, written;
};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    const ir::Node* tasklet = onlyTasklet(found.at, *found.map);
    if (!tasklet)
        return refuse(2, "more-than-a-copy",
                      fmt::format("{} does more than to hand on one input.", quoted(found.range())),
                      {found.map->id});
    const Side from = sideOf(found, *tasklet, true), to = sideOf(found, *tasklet, false);
    if (auto refusal = checkEnds(found, *tasklet, from, to))
        return *refusal;
    for (const Side* side : {&from, &to})
        if (auto refusal = checkMemlet(found, *side))
            return *refusal;
    const auto read = imageOf(*from.inner->memlet.subset, found.range());
    const auto written = imageOf(*to.inner->memlet.subset, found.range());
    if (!read || !written || read->order != written->order)
        return refuse(5, "not-a-box",
                      fmt::format("{} does not move a box to a box of the same extents, dimension "
                                  "by dimension.",
                                  quoted(found.range())),
                      {found.map->id});
    for (const Side* side : {&from, &to})
        if (auto refusal = checkOrder(view, found, *side))
            return *refusal;
    return Plan::of(CopyPlan{found, tasklet->id, from, to, read->region, written->region});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [found, tasklet, from, to, read, written] = plan.as<CopyPlan>();
    ir::Editor editor(view.document());
    ir::Edge& copy = editor.edge(found.at.id, from.outer->id);
    copy.dst = to.access->id;
    copy.dstConnector = to.outer->dstConnector;
    copy.memlet = ir::Memlet::of(from.name(), read);
    copy.memlet.otherSubset = written;
    copy.memlet.isDataSource = true;
    const NodeId exit = ir::exitOf(*found.map);
    for (const NodeId id : {tasklet, exit, found.map->id})
        editor.removeNode(found.at.id, id);
    editor.replaced(found.map->id, copy.id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-to-copy",
        "Turn a map that copies into a copy",
        "Turns a map whose only tasklet hands its input on into a copy.",
        "As a copy the move is visible to what removes copies and temporaries: usually it "
        "vanishes with the next step. What stays is moved by the library of the device, or by a "
        "kernel that is made for it.\n\n"
        "copy-to-map is the inverse.",
        Category::data,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_to_copy

// Map-reduce fusion: a map computes what a Reduce node combines; each combination becomes a loop
// of its own that accumulates in a register, and the array between the two is gone.
//
//     [i = 0:N, j = 0:M] tmp[i, j] = f(i, j);  b = Reduce(tmp, sum, axes j)
//  => [i = 0:N] { s = 0; [j = 0:M] s += f(i, j); b[i] = s }
//
// Conditions, in this order:
//  1. The match names a map exit, an access node behind it, and a Reduce node behind that.
//  2. The access node stands for a temporary array to which it alone refers; nothing else writes or
//     reads it, and nothing else comes before or after the Reduce node than these two and its
//     result.
//  3. The Reduce node combines values from a number on, along dimensions that it has, into elements
//     of the same type, whatever they held, of a plain container.
//  4. Every iteration of the map certainly writes one element: by dimension a parameter and an
//     offset, or an index without parameters; each parameter, of which none takes steps, once.
//  5. The Reduce node reads what all iterations write, no more and no less, along at least one of
//     the parameters.
//  6. The element of the result that an iteration contributes to is known.
//  7. Where nothing but the reduced dimensions is left, a loop does the map's work: it is in a map,
//     itself or with the program that it belongs to, and no threads of its own.
//  8. The iterations keep their order, or it does not matter.
//  9. Where the map writes the result itself, which is earlier than the Reduce node did, nothing in
//     it uses the result's container; what else does so in the state is ordered by the dataflow
//     against the Reduce node. Symbols that say which element is written mean the same in the map.
// 10. What writes the element works with a container of one element too.
//
// Effect: the map keeps the parameters that are not reduced; inside, a sequential map of the
// others, in the order of the dimensions, adds to an accumulator in a register, which begins with
// the identity and is written once: the same values are combined in the same order as before, and
// no two threads write one element. Memlets are propagated.

#include "core/analysis/analysis.h"
#include "core/analysis/certain_writes.h"
#include "core/ir/connectors.h"
#include "transforms/map_reduce_fusion/plan.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/fragment.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/reduce_node.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/toolkit/unordered_use.h"
#include "transforms/toolkit/written_along.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::map_reduce_fusion {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

struct Found {
    StateView at;
    const ir::Node* exit = nullptr;
    const ir::Node* access = nullptr;
    const ir::Node* reduce = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern(
        "a map exit, an access node behind it, and a Reduce node behind that",
        {role<ir::MapExit>("exit", &Found::exit),
         role<ir::AccessNode>("intermediate", &Found::access),
         {"reduce", &Found::reduce, isReduce}});
    return kPattern;
}

/// The exits whose results a Reduce node reads through one access node each.
void findAt(const StateView& at, const ir::Node& reduce, const Region& region,
            std::vector<Match>& matches) {
    if (!isReduce(reduce))
        return;
    const ir::StateIndex& index = *at.index;
    for (const ir::Edge* read : index.inEdges(reduce.id)) {
        const ir::Node& access = *index.node(read->src);
        if (!access.as<ir::AccessNode>())
            continue;
        for (const ir::Edge* written : index.inEdges(access.id)) {
            const ir::Node& exit = *index.node(written->src);
            const ir::Node* entry = index.node(ir::entryOf(exit));
            const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr;
            if (exit.as<ir::MapExit>() && map &&
                region.touches(at.id, {exit.id, access.id, reduce.id}))
                matches.push_back(pattern().match(
                    {at, &exit, &access, &reduce},
                    fmt::format("{} -> {} -> {}", shortLabel(map->map.label),
                                access.as<ir::AccessNode>()->data, ir::displayName(reduce))));
        }
    }
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findAtNodes<ir::LibraryNode>(
        view, region,
        [](const StateView& at, const ir::Node& node, const Region& in,
           std::vector<Match>& matches) { findAt(at, node, in, matches); });
}

/// Condition 1.
std::variant<ReducePlan, Refusal> boundPlan(const DocumentView& view, const Match& match) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& [at, exit, access, reduce] = std::get<Found>(bound);
    const ir::StateIndex& index = *at.index;
    const ir::Node* entry = index.node(ir::entryOf(*exit));
    const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr;
    if (!map || map->map.range.rank() != map->map.params.size())
        return refuse(1, "no-such-elements", "The map of this match is not whole.", {});
    const auto between = [&](NodeId from, NodeId to) -> const ir::Edge* {
        const auto out = index.outEdges(from);
        const auto found =
            std::ranges::find_if(out, [&](const ir::Edge* edge) { return edge->dst == to; });
        return found == out.end() ? nullptr : *found;
    };
    ReducePlan plan{{at, entry, exit}, access, reduce};
    plan.written = between(exit->id, access->id);
    plan.read = between(access->id, reduce->id);
    if (!plan.written || !plan.read)
        return refuse(1, "not-connected",
                      "The map exit, the access node and the Reduce node of this match are not in "
                      "a row.",
                      {});
    return plan;
}

/// Condition 2.
MaybeRefusal checkAlone(const DocumentView& view, ReducePlan& plan) {
    if (auto refusal = checkOwnTemporary(2, view, plan.map.at, *plan.access))
        return refusal;
    const ir::StateIndex& index = plan.index();
    const auto out = index.outEdges(plan.reduce->id);
    if (index.inEdges(plan.access->id).size() != 1 || index.outEdges(plan.access->id).size() != 1 ||
        index.inEdges(plan.reduce->id).size() != 1 || out.size() != 1)
        return refuse(2, "not-alone",
                      fmt::format("Something else writes or reads {}, or comes before or after {}.",
                                  quoted(*plan.access), quoted(*plan.reduce)),
                      plan.ids());
    plan.result = out.front();
    return std::nullopt;
}

/// The access node behind the Reduce node, through the scopes around it; null: none.
const ir::Node* resultNode(const ReducePlan& plan) {
    const ir::Node* end =
        plan.index().node(analysis::memletPath(plan.index(), *plan.result).back()->dst);
    return end && end->as<ir::AccessNode>() ? end : nullptr;
}

/// Condition 3: the container of the result is written whatever it held, in the type that the
/// values have.
bool writesPlainly(const ReducePlan& plan) {
    const ir::Memlet& memlet = plan.result->memlet;
    const ir::Node* node = resultNode(plan);
    const ir::DataDescriptor* data = node && memlet.data == node->as<ir::AccessNode>()->data
                                         ? plan.sdfg().data(memlet.data)
                                         : nullptr;
    return data && (data->isScalar() || data->kind == ir::DataKind::array) && memlet.subset &&
           memlet.subset->rank() == data->rank() && !memlet.dynamic && memlet.wcr.empty() &&
           data->dtype == plan.sdfg().data(plan.temporary())->dtype;
}

/// Condition 3.
MaybeRefusal checkReduction(ReducePlan& plan) {
    auto reduction = reductionOf(*plan.reduce, plan.sdfg().data(plan.temporary())->rank());
    if (auto* refusal = std::get_if<Refusal>(&reduction))
        return std::move(*refusal);
    plan.reduction = std::get<Reduction>(std::move(reduction));
    if (writesPlainly(plan))
        return std::nullopt;
    return refuse(3, "result",
                  fmt::format("{} does not simply write elements of the type of {} to a plain "
                              "container.",
                              quoted(*plan.reduce), quoted(*plan.access)),
                  plan.ids());
}

/// By dimension of the element: the parameter that it moves with by an offset.
using Moving = std::vector<std::optional<std::size_t>>;

/// Condition 4.
bool writesOwnElements(const ReducePlan& plan, const Moving& moving) {
    const ir::Map& map = plan.map.map();
    for (std::size_t p = 0; p < map.params.size(); ++p)
        if (std::ranges::count(moving, std::optional(p)) != 1 ||
            !map.range.dims[p].step.isInteger(1))
            return false;
    return std::ranges::all_of(plan.element.dims, [&](const Range& range) {
        return range.isPoint() && writtenAlong(map, range);
    });
}

/// Condition 4; sets what is known of the element.
MaybeRefusal checkWrites(ReducePlan& plan, Moving& moving) {
    const auto inner = analysis::innerEdges(plan.index(), *plan.written);
    const auto element =
        inner.empty() ? std::nullopt : analysis::destinationSubset(plan.index(), *inner.front());
    if (inner.size() != 1 || !element)
        return refuseUncertain(4, "several-writes",
                               fmt::format("{} writes {} in several ways, or it is not known "
                                           "where.",
                                           quoted(plan.map.map()), quoted(*plan.access)),
                               plan.ids());
    plan.producer = inner.front();
    plan.element = *element;
    for (const Range& range : plan.element.dims) {
        const auto along = writtenAlong(plan.map.map(), range);
        moving.push_back(along ? along->parameter : std::nullopt);
    }
    if (!writesOwnElements(plan, moving))
        return refuseUncertain(4, "unknown-element",
                               fmt::format("It is not certain that every iteration of {} writes an "
                                           "element of its own of {}.",
                                           quoted(plan.map.map()), quoted(*plan.access)),
                               plan.ids());
    SubsetRelation relation(plan.map.map(), plan.map.around());
    if (relation.coveredBy(analysis::certainWrites(plan.sdfg(), plan.index(), *plan.producer),
                           plan.element))
        return std::nullopt;
    return refuseUncertain(4, "not-always-written",
                           fmt::format("It is not certain that every iteration of {} writes its "
                                       "element of {}.",
                                       quoted(plan.map.map()), quoted(*plan.access)),
                           plan.ids());
}

/// Which parameters stay parallel, and which are reduced in which order.
void divideParameters(ReducePlan& plan, const Moving& moving) {
    for (std::size_t p = 0; p < plan.map.map().params.size(); ++p) {
        const auto dimension = std::ranges::find(moving, std::optional(p)) - moving.begin();
        if (!plan.reduction.reduced[static_cast<std::size_t>(dimension)])
            plan.kept.push_back(p);
    }
    for (std::size_t d = 0; d < moving.size(); ++d)
        if (moving[d] && plan.reduction.reduced[d])
            plan.reduced.push_back(*moving[d]);
}

/// The elements that all iterations write.
Subset writtenByAll(const ReducePlan& plan, const Moving& moving) {
    const ir::Map& map = plan.map.map();
    Subset written = plan.element;
    for (std::size_t d = 0; d < moving.size(); ++d) {
        if (!moving[d])
            continue;
        const Range& values = map.range.dims[*moving[d]];
        const Expr offset = plan.element.dims[d].begin - Expr::symbol(map.params[*moving[d]]);
        written.dims[d].begin = symbolic::simplify(values.begin + offset);
        written.dims[d].end = symbolic::simplify(values.end + offset);
    }
    return written;
}

/// Condition 5.
MaybeRefusal checkReads(ReducePlan& plan, const Moving& moving) {
    divideParameters(plan, moving);
    const Subset written = writtenByAll(plan, moving);
    const ir::Memlet& read = plan.read->memlet;
    if (!plan.reduced.empty() && read.subset && read.data == plan.temporary() && !read.dynamic &&
        sameRegion(written, *read.subset))
        return std::nullopt;
    return refuseUncertain(5, "reads-other-elements",
                           fmt::format("It is not certain that {} reads just what {} writes, and "
                                       "combines results of several iterations.",
                                       quoted(*plan.reduce), quoted(plan.map.map())),
                           plan.ids());
}

/// Condition 6.
MaybeRefusal checkTarget(ReducePlan& plan, const Moving& moving) {
    const ir::Map& map = plan.map.map();
    std::vector<KeptDimension> kept;
    for (std::size_t d = 0; d < moving.size(); ++d) {
        if (plan.reduction.reduced[d])
            continue;
        if (!moving[d])
            kept.push_back({0, 1});
        else
            kept.push_back({Expr::symbol(map.params[*moving[d]]) - map.range.dims[*moving[d]].begin,
                            map.range.dims[*moving[d]].size()});
    }
    if (auto target = elementOf(*plan.result->memlet.subset, kept)) {
        plan.target = std::move(*target);
        return std::nullopt;
    }
    return refuseUncertain(6, "result-shape",
                           fmt::format("It is not known which element of '{}' each iteration of {} "
                                       "contributes to.",
                                       plan.result->memlet.data, quoted(map)),
                           plan.ids());
}

/// Condition 7.
MaybeRefusal checkParallel(const DocumentView& view, const ReducePlan& plan) {
    const ir::Map& map = plan.map.map();
    if (!plan.kept.empty())
        return std::nullopt;
    if (!plan.index().scope(plan.map.entry->id) && !insideMap(view, plan.state()))
        return refuse(7, "nothing-parallel",
                      fmt::format("All of {} would be one loop, in one thread.", quoted(map)),
                      plan.ids());
    if (map.schedule != ir::Schedule::Sequential && map.schedule != ir::Schedule::Default)
        return refuse(
            7, "own-threads",
            fmt::format("{} has threads of its own, and would become a loop.", quoted(map)),
            plan.ids());
    return std::nullopt;
}

/// Condition 8.
MaybeRefusal checkOrder(const ReducePlan& plan) {
    std::vector<std::size_t> order = plan.kept;
    order.insert(order.end(), plan.reduced.begin(), plan.reduced.end());
    if (std::ranges::is_sorted(order))
        return std::nullopt;
    return checkIndependentIterations(8, plan.map.at, *plan.map.entry);
}

/// Condition 9: something in the map uses the result's container.
const ir::Node* userInMap(const DocumentView& view, const ReducePlan& plan,
                          const std::string& container) {
    const ir::StateIndex& index = plan.index();
    const auto uses = [&](const ir::Node* node) {
        const bool access = node && node->as<ir::AccessNode>();
        return !access ||
               maySharePlace(view, plan.sdfg(), rootData(index, plan.sdfg(), *node), container);
    };
    for (const ir::Edge* edge : index.inEdges(plan.map.entry->id))
        if (!edge->memlet.empty())
            if (const ir::Node* node = index.node(analysis::memletPath(index, *edge).front()->src);
                uses(node))
                return node;
    for (const ir::Edge* edge : index.outEdges(plan.map.exit->id))
        if (!edge->memlet.empty())
            if (const ir::Node* node = index.node(analysis::memletPath(index, *edge).back()->dst);
                uses(node))
                return node;
    for (const auto& [data, id] : dataInside(index, plan.map.entry->id))
        if (uses(index.node(id)))
            return index.node(id);
    return nullptr;
}

/// Condition 9.
MaybeRefusal checkMeanwhile(const DocumentView& view, const ReducePlan& plan) {
    const ir::Node& result = *resultNode(plan);
    const std::string container = rootData(plan.index(), plan.sdfg(), result);
    if (const ir::Node* user = plan.kept.empty() ? nullptr : userInMap(view, plan, container))
        return refuse(9, "used-in-map",
                      fmt::format("{} uses {}, which may be what it would write: {}.",
                                  quoted(plan.map.map()), quoted(*user), quoted(result)),
                      {user->id, plan.map.entry->id});
    if (const ir::Node* other =
            unorderedUse(view, plan.map.at, *plan.reduce, {plan.result, &result, false}))
        return refuseUncertain(9, "unordered-use",
                               fmt::format("{} is used elsewhere in the state, neither before nor "
                                           "after {} by the dataflow.",
                                           quoted(result), quoted(*plan.reduce)),
                               {other->id, plan.reduce->id});
    std::set<std::string, std::less<>> said;
    symbolic::collectSymbols(*plan.result->memlet.subset, said);
    for (const std::string& parameter : plan.map.map().params)
        if (!plan.kept.empty() && said.contains(parameter))
            return refuse(9, "name-rebound",
                          fmt::format("'{}' in the region of {} is something else in {}.",
                                      parameter, quoted(result), quoted(plan.map.map())),
                          plan.ids());
    return std::nullopt;
}

/// Condition 10.
MaybeRefusal checkWriter(ReducePlan& plan) {
    const Part part = plan.part();
    for (const ir::Edge* edge : analysis::branchesAbove(plan.index(), *plan.producer)) {
        if (const auto obstacle =
                planLayout(plan.map.at, *edge, false, plan.temporary(), part.dims(), plan.layout))
            return refuse(10, "layout",
                          fmt::format("{} writes to {} in a way that depends on how it lies in "
                                      "memory.",
                                      obstacle->what, quoted(*plan.access)),
                          {obstacle->element, plan.access->id});
    }
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    auto bound = boundPlan(view, match);
    if (auto* refusal = std::get_if<Refusal>(&bound))
        return std::move(*refusal);
    ReducePlan& plan = std::get<ReducePlan>(bound);
    Moving moving;
    if (auto refusal = checkAlone(view, plan))
        return *refusal;
    if (auto refusal = checkReduction(plan))
        return *refusal;
    if (auto refusal = checkWrites(plan, moving))
        return *refusal;
    if (auto refusal = checkReads(plan, moving))
        return *refusal;
    if (auto refusal = checkTarget(plan, moving))
        return *refusal;
    if (auto refusal = checkParallel(view, plan))
        return *refusal;
    if (auto refusal = checkOrder(plan))
        return *refusal;
    if (auto refusal = checkMeanwhile(view, plan))
        return *refusal;
    if (auto refusal = checkWriter(plan))
        return *refusal;
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    return accumulate(view.document(), plan.as<ReducePlan>());
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-reduce-fusion",
        "Fuse a map with a reduction",
        "Joins a map with the Reduce node that combines its results; the array between them is "
        "gone.",
        "The map writes an array, and the Reduce node combines the elements along some of its "
        "dimensions. After the fusion each element of the result has a loop over these dimensions, "
        "which computes the values and accumulates them in a register. The loops of different "
        "elements run in parallel; nothing is written by several threads, and values are combined "
        "in the order in which they were before, so that sums stay what they were to the last "
        "bit.\n\n"
        "Where nothing would run in parallel any more, as in the sum of a whole field, the map "
        "stays as it is. Inside of kernels, where a thread sums over its neighbours, that does not "
        "count.",
        Category::fusion,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_reduce_fusion

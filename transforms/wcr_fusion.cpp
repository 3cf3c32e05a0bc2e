// Fusion with an expanded reduction: a map computes what maps inside each other accumulate; it
// becomes such a nest too, and both levels are fused.
//
//     [i = 0:N, j = 0:M] tmp[i, j] = f(i, j);  [k = 0:N] { [l = 0:M] b[k] += tmp[k, l] }
//  => [i = 0:N] { [j = 0:M] b[i] += f(i, j) }
//
// Conditions, in this order:
//  1. The match names a map exit, an access node behind it, and a map entry behind that.
//  2. The second map has nothing inside but one other map, which accumulates.
//  3. Each parameter of the first map moves along a dimension of what it writes along which just
//     one of the two others moves when it is read, and each of these has one.
//  4. The iterations of the first map keep their order, or it does not matter.
//  5. Vertical map fusion applies to the outer maps, of which nobody else needs what lies between
//     them, and then to the inner ones.
//
// Effect: the first map becomes maps inside each other as the second one is, and is fused with it
// at both levels; of the array between them a value of one iteration is left. What is accumulated,
// where, and in which order stays as it is.

#include "core/analysis/analysis.h"
#include "transforms/toolkit/between_maps.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/map_pair.h"
#include "transforms/toolkit/nest_map.h"
#include "transforms/toolkit/two_edits.h"
#include "transforms/toolkit/written_along.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::wcr_fusion {

namespace {

/// The map inside the second one, when it is all that is in there and accumulates; else null.
const ir::Node* accumulatingMap(const StateView& at, const ir::Node& entry) {
    const ir::StateIndex& index = *at.index;
    const ir::Node* inner = nullptr;
    for (const NodeId id : index.children(entry.id)) {
        if (id == ir::exitOf(entry))
            continue;
        const ir::Node* node = index.node(id);
        if (inner || !node->as<ir::MapEntry>())
            return nullptr;
        inner = node;
    }
    const auto accumulates = [](const ir::Edge* edge) { return !edge->memlet.wcr.empty(); };
    return inner && std::ranges::any_of(index.outEdges(ir::exitOf(*inner)), accumulates) ? inner
                                                                                         : nullptr;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const BetweenMaps& found : findBetweenMaps(view, region))
        if (accumulatingMap(found.at, *found.entry))
            matches.push_back(betweenMaps().match(found, labelOf(found)));
    return matches;
}

/// Conditions 1 and 2: the maps of a match.
struct AccumulatingNest {
    BetweenMaps found;
    MapPair maps;
    const ir::Node* inner = nullptr; ///< entry of the map inside the second one

    const ir::StateIndex& index() const { return maps.index(); }
    const ir::Map& innerMap() const { return inner->as<ir::MapEntry>()->map; }
};

std::variant<AccumulatingNest, Refusal> nestOf(const DocumentView& view, const Match& match) {
    const auto bound = betweenMaps().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<BetweenMaps>(bound);
    const auto pair = mapPair(found.at, *found.exit, *found.entry);
    if (const auto* refusal = std::get_if<Refusal>(&pair))
        return *refusal;
    const ir::Node* inner = accumulatingMap(found.at, *found.entry);
    if (!inner)
        return refuse(2, "no-reduction",
                      fmt::format("{} has something else inside than one map that accumulates.",
                                  quoted(std::get<MapPair>(pair).secondMap())),
                      {found.entry->id});
    return AccumulatingNest{found, std::get<MapPair>(pair), inner};
}

/// The parameters of the second map and the one inside, as one map.
ir::Map asOneMap(const AccumulatingNest& of) {
    ir::Map both = of.maps.secondMap();
    const ir::Map& inner = of.innerMap();
    both.params.insert(both.params.end(), inner.params.begin(), inner.params.end());
    both.range.dims.insert(both.range.dims.end(), inner.range.dims.begin(), inner.range.dims.end());
    return both;
}

/// What one iteration writes at the access node, and what one of the innermost map reads there;
/// nullopt: it is not one region.
std::optional<symbolic::Subset> writtenBetween(const AccumulatingNest& of) {
    const ir::StateIndex& index = of.index();
    std::optional<symbolic::Subset> region;
    for (const ir::Edge* in : index.inEdges(of.found.access->id))
        for (const ir::Edge* inner : analysis::innerEdges(index, *in)) {
            if (region)
                return std::nullopt;
            region = analysis::destinationSubset(index, *inner);
        }
    return region;
}

std::optional<symbolic::Subset> readBetween(const AccumulatingNest& of) {
    const ir::StateIndex& index = of.index();
    for (const ir::Edge* out : index.outEdges(of.found.access->id))
        for (const ir::Edge* edge : analysis::branchesBelow(index, *out))
            if (edge->src == of.inner->id)
                return analysis::sourceSubset(index, *edge);
    return std::nullopt;
}

/// Condition 3: the first map's parameters in the order of those of the second and the inner map;
/// empty: they are not the same.
std::vector<std::size_t> orderOfParameters(const AccumulatingNest& of) {
    const ir::Map both = asOneMap(of);
    const auto written = writtenBetween(of), read = readBetween(of);
    if (!written || !read || written->rank() != read->rank() ||
        both.params.size() != of.maps.firstMap().params.size())
        return {};
    std::vector<std::size_t> order;
    for (std::size_t p = 0; p < both.params.size(); ++p)
        for (std::size_t d = 0; d < read->rank(); ++d) {
            const auto reading = writtenAlong(both, read->dims[d]);
            const auto writing = writtenAlong(of.maps.firstMap(), written->dims[d]);
            if (reading && writing && reading->parameter == p && writing->parameter &&
                std::ranges::find(order, *writing->parameter) == order.end())
                order.push_back(*writing->parameter);
        }
    return order.size() == both.params.size() ? order : std::vector<std::size_t>();
}

/// The first map as a nest; the exit of its inner map.
struct Nested {
    ir::EditResult result;
    NodeId innerExit;
};

Nested nested(const DocumentView& view, const AccumulatingNest& of,
              const std::vector<std::size_t>& order) {
    ir::Editor editor(view.document());
    const BlockId state = of.maps.at.id;
    const ir::Map before = of.maps.firstMap();
    const std::size_t outer = of.maps.secondMap().params.size();
    ir::Map inner = of.innerMap();
    inner.params.clear();
    inner.range.dims.clear();
    inner.label = before.label + "_" + before.params[order[outer]];
    ir::Map& first = editor.node(state, of.maps.firstEntry->id).as<ir::MapEntry>()->map;
    first.params.clear();
    first.range.dims.clear();
    first.gpuBlockSize.clear();
    first.collapse = 1;
    for (std::size_t i = 0; i < order.size(); ++i) {
        ir::Map& into = i < outer ? first : inner;
        into.params.push_back(before.params[order[i]]);
        into.range.dims.push_back(before.range.dims[order[i]]);
    }
    const NodeId exit =
        nestMap(editor, state, of.maps.sdfg().id, of.maps.firstEntry->id, std::move(inner)).second;
    return {editor.commit(), exit};
}

/// Condition 5 for the maps of one level.
std::variant<ir::EditResult, Refusal> fused(const DocumentView& view, const Match& match) {
    const Transformation& fusion = *findTransformation("map-fusion-vertical");
    const auto verdict = fusion.check(
        view, match, *completeParams(fusion, {{"require-exclusive-intermediates", true}}));
    if (const auto* refusal = refusalOf(verdict))
        return refuse(5, "not-fusable", *refusal,
                      "As maps inside each other they cannot be fused: ");
    return *fusion.apply(view, std::get<Plan>(verdict));
}

/// What the two inner maps have between them after the outer ones were fused.
Match innerMatch(const DocumentView& view, const AccumulatingNest& of, NodeId innerExit) {
    const StateView at = *view.state(of.maps.at.id);
    BetweenMaps inner{at, at.index->node(innerExit), of.found.access, at.index->node(of.inner->id)};
    for (const ir::Edge* out : at.index->outEdges(innerExit))
        for (const ir::Edge* next : at.index->outEdges(out->dst))
            if (next->dst == of.inner->id)
                inner.access = at.index->node(out->dst);
    return betweenMaps().match(inner, {});
}

struct FusedNests {
    ir::EditResult result;
};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = nestOf(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nest = std::get<AccumulatingNest>(bound);
    const auto order = orderOfParameters(nest);
    if (order.empty())
        return refuseUncertain(3, "unlike-parameters",
                               fmt::format("It is not certain that {} and the one inside run over "
                                           "what {} writes, dimension by dimension.",
                                           quoted(nest.maps.secondMap()),
                                           quoted(nest.maps.firstMap())),
                               nest.maps.entries());
    if (!std::ranges::is_sorted(order))
        if (auto refusal = checkIndependentIterations(4, nest.maps.at, *nest.maps.firstEntry))
            return *refusal;
    const Nested first = nested(view, nest, order);
    const DocumentView nests = view.tried(first.result.document);
    auto outer = fused(nests, match);
    if (auto* refusal = std::get_if<Refusal>(&outer))
        return std::move(*refusal);
    const auto& joined = std::get<ir::EditResult>(outer);
    const DocumentView one = nests.tried(joined.document);
    auto inner = fused(one, innerMatch(one, nest, first.innerExit));
    if (auto* refusal = std::get_if<Refusal>(&inner))
        return std::move(*refusal);
    EditsInOne edits(view.document());
    edits.add(first.result);
    edits.add(joined);
    edits.add(std::get<ir::EditResult>(inner));
    return Plan::of(FusedNests{edits.result()});
}

Expected<ir::EditResult> apply(const DocumentView&, const Plan& plan) {
    return plan.as<FusedNests>().result;
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "wcr-fusion",
        "Fuse a map with an expanded reduction",
        "Joins a map with maps inside each other that accumulate its results; the array between "
        "them is gone.",
        "DaCe expands a reduction to a map over the elements of the result and a map inside it "
        "that "
        "accumulates. The map that computes the values becomes such a nest as well, and what both "
        "do at each level is done by one map: the values are added as soon as they are known.\n\n"
        "Where a Reduce node stands instead of the maps, map-reduce-fusion does the same.",
        Category::fusion,
        {},
        betweenMaps().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::wcr_fusion

// Map promotion: a map gets the dimensions of the map that reads its results, and is fused with it:
// what it computed once for all levels is computed at each, and no longer stored.
//
//     [i]  -> tmp[N] -> [i, k]             [i, k]
//       tmp[i] = f(a[i])            =>       t = f(a[i])
//       b[i, k] = g(tmp[i], k)               b[i, k] = g(t, k)
//
// Conditions, in this order:
//  1. The match names a map exit, an access node behind it, and a map entry behind that.
//  2. Both maps are in the same scope, at the level that the options ask for.
//  3. The first map lacks parameters of the second, of kinds that the options allow; it has no
//     others, and over equal ranges. The ranges of those that it lacks use nothing of the second
//     map, and their names mean nothing inside the first.
//  4. All that the first map writes are temporaries that the second map alone reads, in nodes that
//     see elements and not how these lie in memory.
//  5. An iteration of the first map may be repeated: it depends on no other, and does no more than
//     write its outputs.
//  6. The promoted map can be fused with the second, unless the options leave that for later.
//
// Effect: the first map has the parameters of the second; its temporaries have a further dimension
// for each new one, in which every iteration has elements of its own. Then both maps are fused.

#include "core/analysis/analysis.h"
#include "core/conventions/conventions.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/map_pair.h"
#include "transforms/toolkit/one_map.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/replacement.h"
#include "transforms/toolkit/two_edits.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::map_promotion {

namespace {

using symbolic::Expr;
using symbolic::Range;

struct Found {
    StateView at;
    const ir::Node* firstExit = nullptr;
    const ir::Node* intermediate = nullptr;
    const ir::Node* secondEntry = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern(
        "a map exit, an access node and a map entry",
        {role<ir::MapExit>("first-exit", &Found::firstExit),
         role<ir::AccessNode>("intermediate", &Found::intermediate),
         role<ir::MapEntry>("second-entry", &Found::secondEntry)});
    return kPattern;
}

const ir::Map* mapAt(const ir::StateIndex& index, NodeId entry) {
    const ir::Node* node = index.node(entry);
    const auto* map = node ? node->as<ir::MapEntry>() : nullptr;
    return map ? &map->map : nullptr;
}

void findAt(const StateView& at, const ir::Node& access, const Region& region,
            std::vector<Match>& matches) {
    const ir::StateIndex& index = *at.index;
    for (const ir::Edge* in : index.inEdges(access.id))
        for (const ir::Edge* out : index.outEdges(access.id)) {
            const ir::Node* exit = index.node(in->src);
            const ir::Node* entry = index.node(out->dst);
            if (!exit || !exit->as<ir::MapExit>() || !entry || !entry->as<ir::MapEntry>() ||
                !region.touches(at.id, {exit->id, access.id, entry->id}))
                continue;
            const ir::Map* first = mapAt(index, ir::entryOf(*exit));
            if (!first)
                continue;
            auto match =
                pattern().match({at, exit, &access, entry},
                                fmt::format("{} -> {} -> {}", shortLabel(first->label),
                                            access.as<ir::AccessNode>()->data,
                                            shortLabel(entry->as<ir::MapEntry>()->map.label)));
            if (std::ranges::find(matches, match) == matches.end())
                matches.push_back(std::move(match));
        }
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findAtNodes<ir::AccessNode>(
        view, region,
        [](const StateView& at, const ir::Node& node, const Region& in,
           std::vector<Match>& matches) { findAt(at, node, in, matches); });
}

/// A parameter of the second map that the first gets.
struct Missing {
    std::string parameter;
    Range range;

    Expr index() const { return symbolic::simplify(Expr::symbol(parameter) - range.begin); }
    Expr extent() const {
        const Expr size = extentOf(range);
        return size.isInteger() ? size : symbolic::max(0, size);
    }
};

struct PromotionPlan {
    MapPair maps;
    std::vector<Missing> missing;
    std::vector<const ir::Node*> intermediates;
    std::vector<EdgeId> outside; ///< their edges between the maps
    std::set<EdgeId> inside;     ///< those inside both
    bool fuse = true;
    Match match; ///< of the fusion
};

bool isAllowed(const std::string& parameter, const Params& params) {
    const auto name = conventions::parameterName(parameter);
    if (isSet(params, "promote-everything"))
        return true;
    if (!name || !name->kind)
        return false;
    switch (*name->kind) {
    case conventions::DimensionKind::horizontal:
        return isSet(params, "promote-horizontal");
    case conventions::DimensionKind::vertical:
        return isSet(params, "promote-vertical");
    case conventions::DimensionKind::local:
        break;
    }
    return isSet(params, "promote-local");
}

/// Condition 3: what the first map has, the second has too.
MaybeRefusal checkShared(const MapPair& maps) {
    const ir::Map& first = maps.firstMap();
    const ir::Map& second = maps.secondMap();
    for (std::size_t f = 0; f < first.params.size(); ++f) {
        const auto same = std::ranges::find(second.params, first.params[f]);
        const auto s = static_cast<std::size_t>(same - second.params.begin());
        if (same == second.params.end() || !sameRange(first.range.dims[f], second.range.dims[s]))
            return refuse(3, "other-parameters",
                          fmt::format("{} runs over '{}' = {}, {} does not.", quoted(first),
                                      first.params[f], symbolic::print(first.range.dims[f]),
                                      quoted(second)),
                          maps.entries());
    }
    if (first.params.size() == second.params.size())
        return refuse(3, "nothing-to-promote",
                      fmt::format("{} has all parameters of {}.", quoted(first), quoted(second)),
                      maps.entries());
    return std::nullopt;
}

/// Whether the name means something inside the first map, or something else inside the second.
bool isTaken(const MapPair& maps, const std::string& parameter) {
    const auto dynamic = ir::dynamicInputs(*maps.firstEntry);
    return namesInside(maps.at, maps.firstEntry->id).contains(parameter) ||
           namesInside(maps.at, maps.secondEntry->id).bound.contains(parameter) ||
           std::ranges::count(dynamic, parameter) > 0;
}

/// Condition 3: one parameter that the first lacks.
MaybeRefusal checkMissing(const MapPair& maps, const Missing& missing, const Params& params) {
    const auto sentence = [&](std::string_view why) {
        return fmt::format("{} lacks the parameter '{}' of {}, {}.", quoted(maps.firstMap()),
                           missing.parameter, quoted(maps.secondMap()), why);
    };
    if (!isAllowed(missing.parameter, params))
        return refuse(3, "kind-not-asked", sentence("a kind that the options leave out"),
                      maps.entries());
    std::set<std::string, std::less<>> used;
    symbolic::collectSymbols(symbolic::Subset{{missing.range}}, used);
    auto own = ir::dynamicInputs(*maps.secondEntry);
    own.insert(own.end(), maps.secondMap().params.begin(), maps.secondMap().params.end());
    for (const auto& name : own)
        if (used.contains(name))
            return refuse(3, "dependent-range", sentence("whose range is known inside it only"),
                          maps.entries());
    const auto dimension =
        static_cast<std::size_t>(std::ranges::find(maps.secondMap().params, missing.parameter) -
                                 maps.secondMap().params.begin());
    if (auto refusal = checkNoFraction(3, {maps.at, maps.secondEntry, maps.secondExit}, dimension))
        return refusal;
    if (isTaken(maps, missing.parameter))
        return refuse(3, "parameter-name-taken", sentence("a name that means something else too"),
                      maps.entries());
    return std::nullopt;
}

/// Condition 3.
std::variant<std::vector<Missing>, Refusal> missingOf(const MapPair& maps, const Params& params) {
    if (auto refusal = checkShared(maps))
        return *refusal;
    const ir::Map& second = maps.secondMap();
    std::vector<Missing> missing;
    for (std::size_t s = 0; s < second.params.size(); ++s) {
        if (std::ranges::count(maps.firstMap().params, second.params[s]) > 0)
            continue;
        missing.push_back({second.params[s], second.range.dims[s]});
        if (auto refusal = checkMissing(maps, missing.back(), params))
            return *refusal;
    }
    return missing;
}

/// Sees elements, whatever their layout.
bool seesElements(const ir::Sdfg& sdfg, const ir::Node& node) {
    return node.as<ir::Tasklet>() || (node.as<ir::AccessNode>() && !isView(sdfg, node));
}

/// Condition 4 for one edge between the maps: its tree inside may have one more dimension.
MaybeRefusal checkTree(const MapPair& maps, const ir::Node& access, const ir::Edge& outer,
                       bool reads, std::set<EdgeId>& inside) {
    const auto& data = access.as<ir::AccessNode>()->data;
    for (const ir::Edge* start : analysis::innerEdges(maps.index(), outer))
        for (const ir::Edge* edge : reads ? analysis::branchesBelow(maps.index(), *start)
                                          : analysis::branchesAbove(maps.index(), *start)) {
            const ir::Node& end = *maps.index().node(reads ? edge->dst : edge->src);
            const bool scope = end.isEntry() || end.isExit();
            if (edge->memlet.data != data || !edge->memlet.subset ||
                !(scope || seesElements(maps.sdfg(), end)))
                return refuseUncertain(4, "looks-at-memory",
                                       fmt::format("{} may depend on how {} lies in memory.",
                                                   quoted(end), quoted(access)),
                                       {end.id, access.id});
            inside.insert(edge->id);
        }
    return std::nullopt;
}

/// Condition 4.
MaybeRefusal checkOutputs(const DocumentView& view, PromotionPlan& plan) {
    const MapPair& maps = plan.maps;
    const auto singleUse = view.singleUseData(maps.at.sdfg);
    for (const ir::Edge* out : maps.index().outEdges(maps.firstExit->id)) {
        const ir::Node& access = *maps.index().node(out->dst);
        const auto* node = access.as<ir::AccessNode>();
        const auto* data = node ? maps.sdfg().data(node->data) : nullptr;
        const bool own =
            data && data->transient && data->kind == ir::DataKind::array &&
            singleUse.contains(node->data) && maps.index().inEdges(access.id).size() == 1 &&
            !maps.index().outEdges(access.id).empty() &&
            std::ranges::all_of(maps.index().outEdges(access.id), [&](const ir::Edge* edge) {
                return edge->dst == maps.secondEntry->id && ir::isPassIn(edge->dstConnector) &&
                       edge->memlet.data == node->data && edge->memlet.subset;
            });
        if (!own || out->memlet.data != node->data || !out->memlet.subset)
            return refuse(4, "other-output",
                          fmt::format("{} of {} is not a temporary that {} alone reads.",
                                      quoted(access), quoted(maps.firstMap()),
                                      quoted(maps.secondMap())),
                          {access.id});
        plan.intermediates.push_back(&access);
        plan.outside.push_back(out->id);
        if (auto refusal = checkTree(maps, access, *out, false, plan.inside))
            return refusal;
        for (const ir::Edge* in : maps.index().outEdges(access.id)) {
            plan.outside.push_back(in->id);
            if (auto refusal = checkTree(maps, access, *in, true, plan.inside))
                return refusal;
        }
    }
    return std::nullopt;
}

/// The temporary with one more dimension for each new parameter. What it was lies together, so that
/// strides stay.
ir::DataDescriptor widened(ir::DataDescriptor data, const std::vector<Missing>& missing) {
    Expr stride = data.totalSize;
    for (const Missing& m : missing) {
        data.shape.push_back(m.extent());
        data.strides.push_back(stride);
        data.offset.push_back(0);
        stride = symbolic::simplify(stride * m.extent());
    }
    data.totalSize = stride;
    return data;
}

ir::EditResult promoted(const ir::DocumentPtr& document, const PromotionPlan& plan) {
    ir::Editor editor(document);
    const MapPair& maps = plan.maps;
    const BlockId state = maps.at.id;
    ir::Map& map = editor.node(state, maps.firstEntry->id).as<ir::MapEntry>()->map;
    map.params = maps.secondMap().params;
    map.range = maps.secondMap().range;
    for (const ir::Node* access : plan.intermediates) {
        const auto& name = access->as<ir::AccessNode>()->data;
        editor.sdfg(maps.sdfg().id)
            .arrays.set(name, std::make_shared<const ir::DataDescriptor>(
                                  widened(*maps.sdfg().data(name), plan.missing)));
    }
    for (const Missing& m : plan.missing) {
        for (const EdgeId id : plan.outside)
            editor.edge(state, id).memlet.subset->dims.push_back(
                analysis::wholeDimension(m.extent()));
        for (const EdgeId id : plan.inside)
            editor.edge(state, id).memlet.subset->dims.push_back(Range::point(m.index()));
    }
    analysis::propagateScope(editor, state, maps.firstEntry->id);
    analysis::propagateScope(editor, state, maps.secondEntry->id);
    return editor.commit();
}

const Transformation& fusion() {
    return *findTransformation("map-fusion-vertical");
}

CheckResult checkFusion(const DocumentView& after, const Match& match) {
    const auto params = completeParams(
        fusion(), {{"require-all-intermediates", true}, {"require-exclusive-intermediates", true}});
    return fusion().check(after, match, *params);
}

/// Condition 6.
MaybeRefusal checkFusable(const DocumentView& view, const PromotionPlan& plan) {
    const auto result = promoted(view.document(), plan);
    const auto verdict = checkFusion(view.tried(result.document), plan.match);
    const auto* refusal = refusalOf(verdict);
    if (!refusal)
        return std::nullopt;
    return refuse(6, "not-fusable", *refusal, "After the promotion the maps cannot be fused: ");
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    const auto pair = mapPair(found.at, *found.firstExit, *found.secondEntry);
    if (const auto* refusal = std::get_if<Refusal>(&pair))
        return *refusal;
    PromotionPlan plan{
        std::get<MapPair>(pair), {}, {}, {}, {}, isSet(params, "fuse-after-promotion"), match};
    if (auto refusal = checkLevel(2, plan.maps, isSet(params, "only-inner-maps"),
                                  isSet(params, "only-toplevel-maps")))
        return *refusal;
    auto missing = missingOf(plan.maps, params);
    if (const auto* refusal = std::get_if<Refusal>(&missing))
        return *refusal;
    plan.missing = std::get<std::vector<Missing>>(std::move(missing));
    if (auto refusal = checkOutputs(view, plan))
        return *refusal;
    if (auto refusal = checkIndependentIterations(5, plan.maps.at, *plan.maps.firstEntry))
        return *refusal;
    if (auto refusal = plan.fuse ? checkFusable(view, plan) : std::nullopt)
        return *refusal;
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& promotion = plan.as<PromotionPlan>();
    ir::EditResult first = promoted(view.document(), promotion);
    if (!promotion.fuse)
        return first;
    const DocumentView after = view.tried(first.document);
    MW_TRY(ir::EditResult fused,
           fusion().apply(after, std::get<Plan>(checkFusion(after, promotion.match))));
    return inOne(view.document(), first, std::move(fused));
}

std::vector<ParamSpec> parameters() {
    return {
        flag("only-inner-maps", "Promote only maps inside other maps."),
        flag("only-toplevel-maps", "Promote only maps at the top level of a state."),
        flagSetByDefault("promote-vertical", "Add vertical parameters."),
        flagSetByDefault("promote-local", "Add parameters over neighbours."),
        flag("promote-horizontal", "Add horizontal parameters."),
        flag("promote-everything", "Add parameters of any kind, whatever they are called."),
        flagSetByDefault("fuse-after-promotion",
                         "Fuse the maps, and refuse where that is not possible. Otherwise the "
                         "temporary grows by the new dimensions."),
    };
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-promotion",
        "Promote a map and fuse it",
        "Computes at every level what a map computed once for all, so that it can be fused with "
        "the map that reads it.",
        "A map over fewer dimensions, edges only say, feeds a map over more, edges and levels. The "
        "two cannot be one kernel as they are. Promoted, the first computes its value for every "
        "level again; fused, the value stays in a register and its array is gone: computing in "
        "place of storing and loading.\n\n"
        "That pays when the value is cheap and the kernel is bound by memory. To compute it once "
        "per block of levels, block the fused map afterwards.",
        Category::fusion,
        parameters(),
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_promotion

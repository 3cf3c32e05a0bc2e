// Iteration order: the parameters of a map change places, so that those along which memory is
// contiguous come last: the last parameter is the innermost loop of a CPU and x of a GPU's grid.
//
//     [i_Cell_gtx_horizontal, i_K_gtx_vertical]  =>  [i_K_gtx_vertical, i_Cell_gtx_horizontal]
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. The order that the options ask for is another than the map's.
//  3. No range uses a parameter that would come after its own.
//  4. The order of the iterations does not matter: each writes elements of its own, accumulates
//     into nothing that others touch, and reads nothing that others write. Nothing inside does more
//     than write its outputs.
//
// Effect: parameters and ranges in the new order. Parameters that the options do not name keep
// their order and come first. What the map says about blocks and threads stays as it is.

#include "core/conventions/conventions.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/parameter_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::transforms::map_iteration_order {

namespace {

bool hasSeveralParameters(const StateView&, const ir::Node& entry) {
    return entry.as<ir::MapEntry>()->map.params.size() > 1;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, hasSeveralParameters);
}

constexpr std::array<std::string_view, 3> kKinds = {"horizontal", "vertical", "local"};

/// How far to the right a parameter belongs: 0 for those that stay in front.
std::size_t rankOf(const std::string& param, const Params& params) {
    const auto name = conventions::parameterName(param);
    const auto dimensions = listOf(params, "unit-stride-dimensions");
    if (dimensions.empty())
        return name && name->kind &&
                       kKinds.at(static_cast<std::size_t>(*name->kind)) ==
                           textOf(params, "unit-stride-kind")
                   ? 1
                   : 0;
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        if (isMeant(param, dimensions[i]))
            return dimensions.size() - i;
    return 0;
}

ParameterOrder orderOf(const ir::Map& map, const Params& params) {
    ParameterOrder order(map.params.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, {},
                             [&](std::size_t i) { return rankOf(map.params[i], params); });
    return order;
}

struct OrderPlan {
    OneMap map;
    ParameterOrder order;
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto found = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& map = std::get<OneMap>(found);
    const ParameterOrder order = orderOf(map.map(), params);
    if (auto refusal = checkOrderIsNew(2, map, order))
        return *refusal;
    if (auto refusal = checkOrderOfRanges(3, map, order))
        return *refusal;
    if (auto refusal = checkIndependentIterations(4, map.at, *map.entry))
        return *refusal;
    return Plan::of(OrderPlan{map, order});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [map, order] = plan.as<OrderPlan>();
    return reordered(view, map, order);
}

std::vector<ParamSpec> parameters() {
    ParamSpec kind;
    kind.name = "unit-stride-kind";
    kind.defaultValue = std::string("horizontal");
    kind.help = "Parameters of this kind of dimension come last.";
    kind.choices.assign(kKinds.begin(), kKinds.end());
    return {kind, textParam("unit-stride-dimensions",
                            "Instead of a kind: dimensions or parameters that come last, separated "
                            "by commas; the first of them is the very last.")};
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-iteration-order",
        "Put the unit-stride dimension last",
        "Changes the order of a map's parameters, so that neighbouring threads and iterations "
        "touch "
        "neighbouring elements.",
        "The last parameter of a map is the innermost loop on a CPU and the x dimension of a GPU's "
        "grid. Where the fields are contiguous along a dimension, that dimension belongs there: "
        "then the threads of a warp load from one cache line.\n\n"
        "Nothing else changes. The order of the iterations must not matter: every iteration writes "
        "elements of its own, which no other reads. Block sizes that the map names already stay as "
        "they are; choose them afterwards.",
        Category::loops,
        parameters(),
        oneMapPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_iteration_order

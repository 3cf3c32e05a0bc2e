// Dimension shuffle: the parameters of a map in an order that is asked for by name.
//
//     [i = 0:N, j = 0:M, k = 0:K]   =>   [k = 0:K, i = 0:N, j = 0:M]
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. The names that the options give are those of the parameters, each once.
//  3. That is another order than the map's.
//  4. No range uses a parameter that would come after its own.
//  5. The order of the iterations does not matter.
//
// Effect: parameters and ranges in the new order. What the map says about blocks and threads stays
// as it is.

#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/parameter_order.h"

#include <algorithm>

namespace mw::transforms::map_dim_shuffle {

namespace {

bool hasSeveralParameters(const StateView&, const ir::Node& entry) {
    return entry.as<ir::MapEntry>()->map.params.size() > 1;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, hasSeveralParameters);
}

std::variant<ParameterOrder, Refusal> orderOf(const OneMap& map, const Params& params) {
    const auto& old = map.map().params;
    auto names = listOf(params, "parameters");
    if (names.empty()) {
        names = old;
        std::ranges::sort(names);
    }
    ParameterOrder order;
    for (const std::string& name : names)
        order.push_back(static_cast<std::size_t>(std::ranges::find(old, name) - old.begin()));
    ParameterOrder places = order;
    std::ranges::sort(places);
    const bool each = order.size() == old.size() && places.back() < old.size() &&
                      std::ranges::adjacent_find(places) == places.end();
    if (each)
        return order;
    return refuse(2, "other-parameters",
                  fmt::format("{} has the parameters [{}], not [{}].", quoted(map.map()),
                              fmt::join(old, ", "), fmt::join(names, ", ")),
                  {map.entry->id});
}

struct ShufflePlan {
    OneMap map;
    ParameterOrder order;
};

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto found = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& map = std::get<OneMap>(found);
    const auto wanted = orderOf(map, params);
    if (const auto* refusal = std::get_if<Refusal>(&wanted))
        return *refusal;
    const auto& order = std::get<ParameterOrder>(wanted);
    if (auto refusal = checkOrderIsNew(3, map, order))
        return *refusal;
    if (auto refusal = checkOrderOfRanges(4, map, order))
        return *refusal;
    if (auto refusal = checkIndependentIterations(5, map.at, *map.entry))
        return *refusal;
    return Plan::of(ShufflePlan{map, order});
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [map, order] = plan.as<ShufflePlan>();
    return reordered(view, map, order);
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-dim-shuffle",
        "Order dimensions by name",
        "Puts the parameters of a map into the order that is asked for.",
        "The last parameter is the innermost loop of a CPU and the x dimension of a GPU's grid. To "
        "put the dimension there along which memory is contiguous, whatever it is called, use "
        "'Put the unit-stride dimension last' instead.",
        Category::loops,
        {textParam("parameters", "All parameters of the map in their new order, separated by "
                                 "commas. Empty: in alphabetical order.")},
        oneMapPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::map_dim_shuffle

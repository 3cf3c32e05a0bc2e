// Strip mining: one parameter of a map is cut into strips; an outer map counts them.
//
//     [i = 0:N, j = 0:M]   =>   [tile_j = 0:M:64] { [i = 0:N, j = tile_j:min(tile_j + 64, M)] }
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. It has the parameter that the options ask for.
//  3. The parameter takes steps of one, its range uses no other parameter, and it is not known to
//     fit into one strip.
//  4. The order of the iterations does not matter, unless it stays: the first parameter is cut.
//
// Effect: the map counts strips; a sequential map inside has all of the old parameters. A block
// size of a GPU is dropped: it was chosen for other parameters. Memlets are propagated.

#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/tiling.h"

namespace mw::transforms::strip_mining {

namespace {

bool isAny(const StateView&, const ir::Node&) {
    return true;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, isAny);
}

/// Condition 2.
std::variant<TileSizes, Refusal> sizesOf(const OneMap& map, const Params& params) {
    const auto& all = map.map().params;
    const auto names = listOf(params, "dimension");
    const std::size_t cut = names.empty() ? all.size() - 1 : meantDimension(all, names);
    if (cut == kNoDimension)
        return refuse(2, "no-such-dimension",
                      fmt::format("{} has the parameters [{}], not [{}].", quoted(map.map()),
                                  fmt::join(all, ", "), fmt::join(names, ", ")),
                      {map.entry->id});
    TileSizes sizes(all.size(), 0);
    sizes[cut] = numberOf(params, "tile-size");
    return sizes;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto found = boundMap(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& map = std::get<OneMap>(found);
    const auto wanted = sizesOf(map, params);
    if (const auto* refusal = std::get_if<Refusal>(&wanted))
        return *refusal;
    const auto sizes = tilesOf(3, map, std::get<TileSizes>(wanted));
    if (const auto* refusal = std::get_if<Refusal>(&sizes))
        return *refusal;
    if (auto refusal = keepsOrder(std::get<TileSizes>(sizes))
                           ? std::nullopt
                           : checkIndependentIterations(4, map.at, *map.entry))
        return *refusal;
    return Plan::of(TilingPlan{map, std::get<TileSizes>(sizes)});
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "strip-mining",
        "Cut a dimension into strips",
        "Runs over one dimension of a map strip by strip: an outer map counts strips, an inner one "
        "runs over what is in them.",
        "On a CPU the elements of a strip stay in a cache. On a GPU each thread does a whole "
        "strip: to keep more threads, or to compute once per strip what is the same in it, block "
        "the dimension instead.",
        Category::loops,
        {textParam("dimension", "The dimension or parameter to cut. Empty: the last."),
         numberParam("tile-size", 64, 2, 1'000'000, "Iterations of a strip.")},
        oneMapPattern().roleNames(),
        find,
        check,
        applyTiling};
    return t;
}

} // namespace mw::transforms::strip_mining

// Map tiling: all parameters of a map are cut; an outer map counts tiles.
//
//     [i = 0:N, j = 0:M]   =>   [tile_i = 0:N:32, tile_j = 0:M:32] {
//                                   [i = tile_i:min(tile_i + 32, N),
//                                    j = tile_j:min(tile_j + 32, M)] }
//
// Conditions, in this order:
//  1. The match names a map entry.
//  2. The options give sizes: numbers from 1 on, separated by commas.
//  3. What is cut takes steps of one, and its range uses no other parameter; something is left to
//     cut. Parameters with a size of 1 and those that are known to fit into a tile stay whole.
//  4. The order of the iterations does not matter, unless it stays: only the first parameter is
//     cut.
//
// Effect: the map counts tiles; a sequential map inside has all of the old parameters. A block
// size of a GPU is dropped: it was chosen for other parameters. Memlets are propagated.

#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/options.h"
#include "transforms/toolkit/tiling.h"

#include <charconv>

namespace mw::transforms::map_tiling {

namespace {

constexpr std::int64_t kLargest = 1'000'000;

bool isAny(const StateView&, const ir::Node&) {
    return true;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findMaps(view, region, isAny);
}

/// 0: none.
std::int64_t numberIn(const std::string& text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && last == end && value >= 1 && value <= kLargest ? value : 0;
}

/// Condition 2. The last size holds for all further parameters.
std::variant<TileSizes, Refusal> sizesOf(const OneMap& map, const Params& params) {
    const auto texts = listOf(params, "tile-sizes");
    TileSizes sizes;
    for (std::size_t d = 0; d < map.map().params.size() && !texts.empty(); ++d) {
        const std::int64_t size = numberIn(texts[std::min(d, texts.size() - 1)]);
        if (size == 0)
            break;
        sizes.push_back(size == 1 ? 0 : size);
    }
    if (sizes.size() == map.map().params.size())
        return sizes;
    return refuse(2, "no-sizes",
                  fmt::format("'{}' are no sizes of tiles: numbers from 1 to {}, separated by "
                              "commas.",
                              textOf(params, "tile-sizes"), kLargest),
                  {map.entry->id});
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

std::vector<ParamSpec> parameters() {
    ParamSpec sizes =
        textParam("tile-sizes", "Iterations of a tile along each parameter, separated by commas; "
                                "the last holds for all that follow. 1: not cut.");
    sizes.defaultValue = std::string("32");
    return {sizes};
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "map-tiling",
        "Tile a map",
        "Runs over a map tile by tile, in all dimensions: an outer map counts tiles, an inner one "
        "runs over what is in them.",
        "On a CPU a tile's data stays in a cache while it is used. On a GPU each thread does a "
        "whole tile. To cut one dimension only, cut it into strips or block it.",
        Category::loops,
        parameters(),
        oneMapPattern().roleNames(),
        find,
        check,
        applyTiling};
    return t;
}

} // namespace mw::transforms::map_tiling

// Cutting a map into tiles.

#include "transforms/toolkit/tiling.h"

#include "transforms/toolkit/nest_map.h"
#include "transforms/toolkit/rename.h"

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;

Expr sizeOf(const Range& range) {
    return range.end - range.begin + Expr(1);
}

/// The values of `range` in the tile that begins at `begin`.
Range inTile(const Range& range, const std::string& begin, std::int64_t size) {
    const Expr from = Expr::symbol(begin);
    const Expr next = from + Expr(size);
    return {from, symbolic::min(next, symbolic::simplify(range.end + Expr(1))) - Expr(1), 1, 1};
}

std::string tileName(ir::Editor& editor, SdfgId sdfg, const std::string& parameter,
                     const std::vector<std::string>& taken) {
    std::string name = freshName(editor, sdfg, "tile_" + parameter);
    while (std::ranges::find(taken, name) != taken.end())
        name = freshName(editor, sdfg, name + "_0");
    return name;
}

} // namespace

std::variant<TileSizes, Refusal> tilesOf(int condition, const OneMap& map, TileSizes sizes) {
    symbolic::Prover prover(map.around());
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (sizes[d] != 0 && prover.lessEqual(sizeOf(map.map().range.dims[d]), sizes[d]).proven())
            sizes[d] = 0;
    if (std::ranges::all_of(sizes, [](std::int64_t size) { return size == 0; }))
        return refuse(condition, "fits-one-tile",
                      fmt::format("What is to be cut of {} fits into one tile.", quoted(map.map())),
                      {map.entry->id});
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        const auto parameter = fmt::format("'{}' of {}", map.map().params[d], quoted(map.map()));
        const Range& range = map.map().range.dims[d];
        if (sizes[d] != 0 && !(range.step.isInteger(1) && range.tile.isInteger(1)))
            return refuse(condition, "stepped-range",
                          fmt::format("The parameter {} takes steps other than one.", parameter),
                          {map.entry->id});
        if (auto refusal = sizes[d] != 0 ? checkNoFraction(condition, map, d) : std::nullopt)
            return *refusal;
        const auto used = map.symbolsOfRange(d);
        for (const auto& other : map.map().params)
            if (sizes[d] != 0 && used.contains(other))
                return refuse(condition, "dependent-range",
                              fmt::format("The range of {} uses '{}'.", parameter, other),
                              {map.entry->id});
    }
    return sizes;
}

bool keepsOrder(const TileSizes& sizes) {
    return std::all_of(sizes.begin() + 1, sizes.end(), [](std::int64_t size) { return size == 0; });
}

void tileMap(ir::Editor& editor, const OneMap& map, const TileSizes& sizes) {
    const ir::Map old = map.map();
    ir::Map inner;
    inner.label = "inner_" + old.label;
    inner.params = old.params;
    inner.range = old.range;
    inner.schedule = ir::Schedule::Sequential;
    std::vector<std::string> tiles;
    symbolic::Subset ranges;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        if (sizes[d] == 0)
            continue;
        tiles.push_back(tileName(editor, map.sdfg().id, old.params[d], tiles));
        ranges.dims.push_back({old.range.dims[d].begin, old.range.dims[d].end, sizes[d], 1});
        inner.range.dims[d] = inTile(old.range.dims[d], tiles.back(), sizes[d]);
    }
    ir::Map& outer = editor.node(map.at.id, map.entry->id).as<ir::MapEntry>()->map;
    outer.params = std::move(tiles);
    outer.range = std::move(ranges);
    outer.gpuBlockSize.clear();
    outer.collapse = std::min<int>(outer.collapse, static_cast<int>(outer.params.size()));
    nestMap(editor, map.at.id, map.sdfg().id, map.entry->id, std::move(inner));
}

Expected<ir::EditResult> applyTiling(const DocumentView& view, const Plan& plan) {
    const auto& [map, sizes] = plan.as<TilingPlan>();
    ir::Editor editor(view.document());
    tileMap(editor, map, sizes);
    return editor.commit();
}

} // namespace mw::transforms

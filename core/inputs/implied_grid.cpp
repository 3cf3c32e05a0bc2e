// The grid that a program was lowered for, from the numbers in its ranges.
#include "core/inputs/implied_grid.h"

#include "core/analysis/flatten_structures.h"
#include "core/conventions/conventions.h"
#include "core/ir/index.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace mw::inputs {

namespace {

using DimensionEnds = std::map<std::string, std::set<std::int64_t>, std::less<>>;

/// The numbers that a bound is, or is kept within.
void addNumbers(const symbolic::Expr& bound, std::set<std::int64_t>& numbers) {
    if (bound.isInteger() && bound.value() > 1)
        numbers.insert(bound.value());
    if (bound.op() == symbolic::Op::min || bound.op() == symbolic::Op::max)
        for (const auto& part : bound.args())
            addNumbers(part, numbers);
}

void addEnds(const ir::Map& map, DimensionEnds& ends) {
    const auto& ranges = map.range.dims;
    for (std::size_t i = 0; i < map.params.size() && i < ranges.size(); ++i) {
        const auto name = conventions::parameterName(map.params[i]);
        if (name && !name->derived)
            addNumbers(ranges[i].end + 1, ends[name->dimension]); // ends are inclusive
    }
}

/// The numbers that ranges of each dimension end before, anywhere in the program.
void addEnds(const ir::Sdfg& sdfg, DimensionEnds& ends) {
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const ir::NodePtr& node : state->nodes) {
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                addEnds(*nested->sdfg, ends);
            else if (const auto* entry = node->as<ir::MapEntry>())
                addEnds(entry->map, ends);
        }
    });
}

std::int64_t last(const DimensionEnds& ends, const char* dimension) {
    const auto found = ends.find(dimension);
    return found == ends.end() || found->second.empty() ? 0 : *found->second.rbegin();
}

/// The torus of this many vertices, or the next larger one, that is nearest to a square.
std::pair<int, int> torusOf(std::int64_t vertices) {
    constexpr std::int64_t kLeast = 3;
    for (;; ++vertices)
        for (auto ny = static_cast<std::int64_t>(std::sqrt(static_cast<double>(vertices)));
             ny >= kLeast && vertices / ny <= 4 * ny; --ny)
            if (vertices % ny == 0)
                return {static_cast<int>(vertices / ny), static_cast<int>(ny)};
}

/// Full levels first: half levels are one more.
std::vector<int> levelsOf(const std::set<std::int64_t>& ends) {
    const auto most = static_cast<int>(*ends.rbegin());
    if (ends.contains(most - 1))
        return {most - 1, most, most - 2};
    return {most, most - 1, most - 2};
}

} // namespace

ImpliedGrids impliedGrids(const ir::Sdfg& original, const std::vector<Grid>& free) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    constexpr std::int64_t kMost = std::int64_t{1} << 27; // elements
    DimensionEnds ends;
    addEnds(program, ends);
    // A torus has two cells and three edges for each vertex.
    const auto vertices = std::max(
        {(last(ends, "Cell") + 1) / 2, (last(ends, "Edge") + 2) / 3, last(ends, "Vertex")});
    const auto& levels = ends["K"];
    const bool hasLevels = !levels.empty() && *levels.rbegin() < kMost;
    const bool hasSize = vertices > 0 && vertices < kMost;
    if (!hasSize && !hasLevels)
        return {};
    ImpliedGrids implied{{}, hasSize};
    auto& grids = implied.grids;
    for (const Grid& other : free) {
        Grid grid = other;
        if (hasSize)
            std::tie(grid.nx, grid.ny) = torusOf(vertices);
        for (const int count : hasLevels ? levelsOf(levels) : std::vector{other.levels}) {
            grid.levels = count;
            if (count > 0 && std::ranges::find(grids, grid) == grids.end())
                grids.push_back(grid);
        }
    }
    return implied;
}

} // namespace mw::inputs

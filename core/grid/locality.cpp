// Sectors that gathers through a table touch.
#include "core/grid/locality.h"

#include <algorithm>

namespace mw::grid {

namespace {

constexpr std::int64_t kWarp = 32, kBlock = 256;
constexpr std::int64_t kSectorBytes = 32, kValuesPerSector = kSectorBytes / 8;

/// Different sectors among the neighbours of some rows and columns.
std::int64_t sectors(const NeighbourTable& table, std::int64_t firstRow, std::int64_t rows,
                     std::int64_t firstColumn, std::int64_t columns,
                     std::vector<std::int64_t>& scratch) {
    scratch.clear();
    for (std::int64_t column = firstColumn; column < firstColumn + columns; ++column)
        for (std::int64_t row = firstRow; row < firstRow + rows; ++row)
            if (const auto neighbour = table.at(row, column); neighbour != kMissing)
                scratch.push_back(neighbour / kValuesPerSector);
    std::ranges::sort(scratch);
    return std::unique(scratch.begin(), scratch.end()) - scratch.begin();
}

} // namespace

Locality locality(const NeighbourTable& table) {
    std::vector<std::int64_t> scratch;
    // What is left at the end is no full warp, and counts only where there is nothing else.
    const std::int64_t warp = std::min(kWarp, table.rows);
    std::int64_t loads = 0;
    std::int64_t touched = 0;
    for (std::int64_t row = 0; row + warp <= table.rows && warp > 0; row += warp)
        for (std::int64_t column = 0; column < table.columns; ++column, ++loads)
            touched += sectors(table, row, warp, column, 1, scratch);
    std::int64_t inBlocks = 0;
    for (std::int64_t row = 0; row < table.rows; row += kBlock)
        inBlocks +=
            sectors(table, row, std::min(kBlock, table.rows - row), 0, table.columns, scratch);
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
    };
    return {share(touched, loads), share(kSectorBytes * inBlocks, table.rows)};
}

} // namespace mw::grid

#pragma once

#include "core/grid/locality.h"
#include "core/inputs/grid.h"
#include "core/support/expected.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// A neighbour table of a grid.
struct DescribedTable {
    std::string name;
    std::int64_t rows = 0, columns = 0;
    std::int64_t missing = 0;     ///< entries without a neighbour
    std::int64_t rowsMissing = 0; ///< rows with such entries
    /// With each of the description's numberings.
    std::vector<grid::Locality> locality;
};
/// What a grid is, and what numberings would make of gathers on it.
struct GridDescription {
    inputs::Grid grid;
    bool planar = false;
    std::int64_t boundaryEdges = 0; ///< with a cell on one side only
    std::int64_t pentagons = 0;     ///< vertices inside with five edges
    std::vector<grid::Numbering> numberings;
    std::vector<DescribedTable> tables;
};
/// Makes or reads the grid, whose tables are held against each other. A numbering that it has no
/// places for is left out.
Expected<GridDescription> describeGrid(const inputs::Grid& grid);
/// For the terminal. Figures of gathers are called what they are: counted, not measured.
std::string toText(const GridDescription& description);
std::string toJson(const GridDescription& description);

/// The grid as an ICON grid file, in its numbering. "input-file": that is the file it was read
/// from.
Expected<void> writeGrid(const inputs::Grid& grid, const std::filesystem::path& file);

} // namespace mw::workbench

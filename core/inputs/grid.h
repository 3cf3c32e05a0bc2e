#pragma once

#include "core/grid/mesh.h"
#include "core/grid/numbering.h"
#include "core/support/expected.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mw::inputs {

/// Which horizontal grid a run is on, and how many levels it has (`levels` + 2 in arrays): a value
/// that says so; its mesh is made, or read, where tables are wanted. All zero: the scenario is a
/// captured call, and says every size itself.
struct Grid {
    enum class Kind : std::uint8_t {
        torus,       ///< nx by ny vertices
        icosahedral, ///< ICON's RnBk: `root` n, `bisections` k
        limited,     ///< what lies within `radius` degrees of a place of that
        file,        ///< an ICON grid file
    };
    int nx = 0, ny = 0, levels = 0;
    Kind kind = Kind::torus;
    int root = 0, bisections = 0;
    double radius = 0;
    std::string file{};
    grid::Numbering numbering = grid::Numbering::asMade;
    bool replaceMissing = false; ///< tables without -1: grid::replaceMissing
    /// Cells, edges, vertices of a limited area or a file, once they are known (resolved()).
    std::array<std::int64_t, 3> counts{};

    bool operator==(const Grid&) const = default;
};

/// "torus:NX,NY,LEVELS", "icosahedral:RnBk,LEVELS", "limited:RnBk,DEGREES,LEVELS",
/// "FILE.nc,LEVELS", each with ",numbering=hilbert", ",skip-values=replaced" behind it or not; RnBk
/// may be k alone. The error says what is wrong with it. No file is looked at.
Expected<Grid> parseGrid(std::string_view text);
/// What parseGrid() reads; "captured" for none.
std::string toString(const Grid& grid);

/// With the counts of its elements. Reads the file of one that has none yet.
Expected<Grid> resolved(const Grid& grid);
/// The mesh, in its numbering; the last ones are kept. "other-grid": it does not have the counts
/// that the grid has.
Expected<std::shared_ptr<const grid::Mesh>> meshOf(const Grid& grid);

/// Extent of "Cell", "Edge", "Vertex", "K" on a resolved grid; nullopt for other names.
std::optional<std::int64_t> extent(const Grid& grid, std::string_view dimension);

using grid::NeighbourTable;
/// Neighbour table by name ("E2C2V", ...), column-major (unit stride over the source elements).
Expected<NeighbourTable> neighbourTable(const Grid& grid, std::string_view name);

} // namespace mw::inputs

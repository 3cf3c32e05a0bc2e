#pragma once

#include "core/grid/mesh.h"
#include "core/support/expected.h"

#include <span>
#include <string>
#include <string_view>

namespace mw::grid {

/// A neighbour table that stencils use, by GT4Py's name.
struct TableInfo {
    std::string_view name; ///< "E2C2V"
    Element source, target;
    int columns;
    std::string_view icon; ///< "adjacent_cell_of_edge": in ICON's files; empty: it is derived
};
/// Those that files hold, in the order of `Stored`.
std::span<const TableInfo> storedTables();
const TableInfo& info(Stored table);
/// All of them.
std::span<const TableInfo> allTables();
/// nullptr: there is none of this name.
const TableInfo* tableNamed(std::string_view name);

/// Any table of a mesh, as icon4py makes it: E2C2V is E2V and the far corners of both cells, E2C2E
/// the other edges of both cells, each pair in the cell's cyclic order; those with an O begin with
/// the element itself. Beyond a missing neighbour all is missing. `name`: of one of
/// allTables().
NeighbourTable table(const Mesh& mesh, std::string_view name);

/// Puts the largest neighbour of the row, 0 where it has none, in place of missing ones, as icon4py
/// does for programs that read tables everywhere.
void replaceMissing(NeighbourTable& table);

} // namespace mw::grid

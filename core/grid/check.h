#pragma once

#include "core/grid/mesh.h"
#include "core/support/expected.h"

namespace mw::grid {

/// Whether the tables of a mesh are those of one grid of triangles: each of its shape, entries of
/// elements that exist, cells and edges with all their edges and ends, no neighbour twice, and what
/// one table says, the others say too (an edge of a cell has the cell, a neighbour is across its
/// edge). The error ("bad-table") is the first that is not so, with table and row.
Expected<void> check(const Mesh& mesh);

} // namespace mw::grid

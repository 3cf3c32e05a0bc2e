#pragma once

#include "core/grid/mesh.h"
#include "core/support/expected.h"

#include <filesystem>
#include <string>

namespace mw::grid {

/// A grid as ICON's files have it: tables from 1, neighbour by element, -1 (or 0) where none is;
/// here from 0, element by neighbour. Centres (clon, clat, ...; cartesian ones of a torus) and rows
/// from the boundary (refin_c_ctrl, ...) where they are there. The mesh is one that check()
/// accepts. Errors name the file, and the variable or the table's row.
Expected<Mesh> readIconFile(const std::filesystem::path& path);

/// The bytes of such a file: what a Mesh holds, `title`, and what icon4py's GridManager reads
/// besides: uuidOfHGrid (of the tables), grid_root, grid_level, zones (zones.h) and, where elements
/// have places, lengths, areas and orientations (geometry.h). "not-ordered": elements do not stand
/// in the order of their rows from the boundary.
Expected<std::string> iconFile(const Mesh& mesh, const std::string& title);

} // namespace mw::grid

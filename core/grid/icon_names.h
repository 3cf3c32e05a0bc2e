#pragma once

#include "core/grid/mesh.h"

#include <array>
#include <chrono>

// What ICON's grid files call things, for reading and writing.

namespace mw::grid {

/// For libnetcdf to read or write a file.
constexpr std::chrono::seconds kFileLimit{300};
constexpr int kOnTorus = 2; ///< ICON's grid_geometry
/// An attribute of tori that were made here: their points, in units of the lattice, stand in the
/// file as those of equilateral triangles.
constexpr const char* kLattice = "mapwright_lattice";

/// Of the elements of a kind.
struct ElementNames {
    const char* dimension;
    const char *longitude, *latitude; ///< in radians
    const char *x, *y, *z;            ///< of a torus
    const char* rows;
};
inline constexpr std::array<ElementNames, 3> kElementNames{{
    {"cell", "clon", "clat", "cell_circumcenter_cartesian_x", "cell_circumcenter_cartesian_y",
     "cell_circumcenter_cartesian_z", "refin_c_ctrl"},
    {"edge", "elon", "elat", "edge_middle_cartesian_x", "edge_middle_cartesian_y",
     "edge_middle_cartesian_z", "refin_e_ctrl"},
    {"vertex", "vlon", "vlat", "cartesian_x_vertices", "cartesian_y_vertices",
     "cartesian_z_vertices", "refin_v_ctrl"},
}};

} // namespace mw::grid

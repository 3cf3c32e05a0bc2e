#pragma once

#include "core/grid/mesh.h"

namespace mw::grid {

/// A triangulated torus in closed form: 2 nx ny cells, 3 nx ny edges, nx ny vertices, each at least
/// 3. Points are in units of the lattice.
Mesh torus(int nx, int ny);

/// The icosahedron, its edges cut into `parts` and the triangles pushed out to the sphere: 20
/// parts^2 cells, 30 parts^2 edges, 10 parts^2 + 2 vertices, twelve of them pentagons. ICON's RnBk
/// has n 2^k parts and is as large; where its points lie differs a little.
Mesh icosahedral(int parts);

/// The cells around the vertices that lie within `radius` degrees (of the sphere's angle) of a
/// place. It has a boundary, from which elements are numbered inwards, row by row, as in ICON's
/// limited areas; what is beyond is missing. The whole sphere has none, and the mesh stays as it
/// is.
Mesh limitedArea(const Mesh& whole, double radius);

} // namespace mw::grid

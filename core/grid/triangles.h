#pragma once

#include "core/grid/mesh.h"

#include <array>
#include <vector>

namespace mw::grid {

using Triangle = std::array<std::int32_t, 3>;

/// The mesh on the sphere of triangles between these points, closed or with a boundary. Corners
/// stand counter-clockwise, seen from outside; edges are numbered as they first occur, edge i of a
/// cell leads from its corner i to the next. No edge may belong to more than two triangles, no
/// point to more than six.
Mesh meshOf(const std::vector<Point>& points, const std::vector<Triangle>& triangles);

} // namespace mw::grid

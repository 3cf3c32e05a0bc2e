#pragma once

#include "core/grid/mesh.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

// Lengths, areas and orientations of a grid, as ICON's grid files have them.

namespace mw::grid {

/// The radius of the sphere that ICON computes on, m.
constexpr double kSphereRadius = 6.371229e6;
/// Length of the edges of a torus that is made here, m.
constexpr double kTorusEdge = 1000;

/// In m and m^2. Distances and neighbours: of the first neighbour of all elements first.
struct Geometry {
    std::vector<double> cellAreas, dualAreas;     ///< of cells; around vertices
    std::vector<double> edgeLengths, dualLengths; ///< along edges; from cell to cell across them
    std::vector<double> edgeToCells, edgeToVertices;
    std::vector<double> tangents;            ///< 1: vertex 1 to 2 is left of the normal, else -1
    std::vector<double> normals;             ///< of cells' edges, 1: the normal leads out, else -1
    std::vector<std::int32_t> edgesOutwards; ///< of vertices' edges, 1: the tangent leads away
};

/// nullopt: where elements lie is not known. Normals lead from the first cell of an edge to the
/// second, tangents stand such that tangent x normal leads outwards (mo_model_domain.f90). On the
/// sphere lengths are along great circles and areas spherical; a torus is made of equilateral
/// triangles. Beyond a missing cell the dual edge ends at the edge, and is counted twice.
std::optional<Geometry> geometryOf(const Mesh& mesh);

/// Of a torus that is made here: a place in units of its lattice, whose three directions are those
/// of edges, as one of equilateral triangles, in m; and the other way.
Point torusPoint(const Point& lattice);
Point latticePoint(const Point& place);

} // namespace mw::grid

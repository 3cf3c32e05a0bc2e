// Writes ICON's grid files.
#include "core/grid/geometry.h"
#include "core/grid/icon_file.h"
#include "core/grid/icon_names.h"
#include "core/grid/netcdf.h"
#include "core/grid/tables.h"
#include "core/grid/zones.h"
#include "core/support/hash.h"
#include "core/support/isolated.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace mw::grid {

namespace {

/// Puts a mesh into a new file.
class Writer {
public:
    Writer(const Mesh& mesh, NetCdf& file) : mesh_(mesh), file_(file) {}

    Expected<std::string> run(const std::string& title) {
        geometry_ = geometryOf(mesh_);
        MW_CHECK(file_.create());
        MW_CHECK(addAttributes(title));
        MW_CHECK(define());
        MW_CHECK(file_.endDefinitions());
        for (const auto& [variable, values] : integers_)
            MW_CHECK(file_.write(variable, values));
        for (const auto& [variable, values] : reals_)
            MW_CHECK(file_.write(variable, values));
        return file_.bytes();
    }

private:
    Expected<void> addAttributes(const std::string& title) {
        MW_CHECK(file_.addAttribute("title", title));
        MW_CHECK(file_.addAttribute("institution", std::string("written by Mapwright")));
        MW_CHECK(file_.addAttribute("uuidOfHGrid", uuid()));
        MW_CHECK(file_.addAttribute("grid_root", mesh_.root));
        MW_CHECK(file_.addAttribute("grid_level", mesh_.bisections));
        MW_CHECK(file_.addAttribute("grid_geometry", mesh_.planar ? kOnTorus : 1));
        if (!mesh_.planar)
            return file_.addAttribute("sphere_radius", kSphereRadius);
        MW_CHECK(file_.addAttribute(kLattice, 1));
        const auto [length, height] = torusSize();
        MW_CHECK(file_.addAttribute("domain_length", length));
        return file_.addAttribute("domain_height", height);
    }

    /// Of the tables: another grid has another one, and the same has the same again.
    std::string uuid() const {
        std::uint64_t first = fnv1a64("Mapwright's grids"), second = first;
        for (const NeighbourTable& table : mesh_.tables)
            for (const std::int32_t value : table.values)
                first = hashCombine(first, static_cast<std::uint32_t>(value));
        for (const Point& p : mesh_.centresOf(Element::vertex))
            second =
                hashCombine(second, fnv1a64(fmt::format("{:.9f} {:.9f} {:.9f}", p.x, p.y, p.z)));
        second = hashCombine(second, first);
        return fmt::format("{:08x}-{:04x}-8{:03x}-a{:03x}-{:012x}", first >> 32U,
                           first >> 16U & 0xffffU, first & 0xfffU, second >> 48U & 0xfffU,
                           second & 0xffffffffffffU);
    }

    /// Length of its rows, height of all, m: NX edges, NY rows of triangles.
    std::pair<double, double> torusSize() const {
        double x = 0, y = 0;
        for (const Point& p : mesh_.centresOf(Element::vertex)) {
            x = std::max(x, p.x + 1);
            y = std::max(y, p.y + 1);
        }
        return {kTorusEdge * x, torusPoint({0, y, 0}).y};
    }

    Expected<void> define() {
        std::array<int, 3> elements{};
        for (std::size_t e = 0; e < elements.size(); ++e) {
            MW_TRY(elements[e], file_.addDimension(kElementNames[e].dimension, mesh_.counts[e]));
        }
        // Neighbours of edges, cells and vertices.
        std::array<int, 7> neighbours{};
        MW_TRY(neighbours[2], file_.addDimension("nc", 2));
        MW_TRY(neighbours[3], file_.addDimension("nv", 3));
        MW_TRY(neighbours[6], file_.addDimension("ne", 6));
        for (std::size_t t = 0; t < kStoredTables; ++t) {
            const TableInfo& table = storedTables()[t];
            MW_CHECK(addTable(table, mesh_.tables[t],
                              {neighbours.at(static_cast<std::size_t>(table.columns)),
                               elements[static_cast<std::size_t>(table.source)]}));
        }
        for (const Element element : kElements) {
            MW_CHECK(addPlaces(element, elements[static_cast<std::size_t>(element)]));
        }
        MW_CHECK(addZones());
        return geometry_ ? addGeometry(elements, neighbours) : Expected<void>();
    }

    Expected<void> addZones() {
        MW_TRY(const int domains, file_.addDimension("max_chdom", 1));
        for (const Element element : kElements) {
            const ZoneNames& names = kZoneNames.at(static_cast<std::size_t>(element));
            const auto& rows = mesh_.rowsOf(element);
            if (!rows.empty() && !isOrderedByRows(rows))
                return fail("not-ordered",
                            fmt::format("{}s do not stand in the order of their rows from the "
                                        "boundary, as the zones of a grid file need them",
                                        name(element)));
            MW_TRY(const int levels, file_.addDimension(names.dimension, names.levels));
            Zones zones = zonesOf(mesh_, element);
            MW_TRY(const int starts,
                   file_.addIntegers(names.starts, {domains, levels}, "zones: first, from 1"));
            MW_TRY(const int ends,
                   file_.addIntegers(names.ends, {domains, levels}, "zones: last, from 1"));
            integers_.emplace_back(starts, std::move(zones.starts));
            integers_.emplace_back(ends, std::move(zones.ends));
        }
        return {};
    }

    Expected<void> addGeometry(const std::array<int, 3>& elements,
                               const std::array<int, 7>& neighbours) {
        const int cell = elements[0], edge = elements[1], vertex = elements[2];
        const auto add = [&](const char* name, const std::vector<int>& dimensions,
                             std::vector<double>& values, const char* meaning) -> Expected<void> {
            MW_TRY(const int id, file_.addReals(name, dimensions, meaning));
            reals_.emplace_back(id, std::move(values));
            return {};
        };
        Geometry& g = *geometry_;
        MW_CHECK(add("cell_area", {cell}, g.cellAreas, "area of the cell, m2"));
        MW_CHECK(add("dual_area", {vertex}, g.dualAreas, "area around the vertex, m2"));
        MW_CHECK(add("edge_length", {edge}, g.edgeLengths, "length of the edge, m"));
        MW_CHECK(add("dual_edge_length", {edge}, g.dualLengths, "from cell to cell, m"));
        MW_CHECK(add("edge_cell_distance", {neighbours[2], edge}, g.edgeToCells,
                     "from the middle of the edge to its cells, m"));
        MW_CHECK(add("edge_vert_distance", {neighbours[2], edge}, g.edgeToVertices,
                     "from the middle of the edge to its ends, m"));
        MW_CHECK(add("edge_system_orientation", {edge}, g.tangents,
                     "1: from end 1 to 2 is along the tangent, -1: against it"));
        MW_CHECK(add("orientation_of_normal", {neighbours[3], cell}, g.normals,
                     "1: the normal of the edge leads out of the cell, -1: into it"));
        MW_TRY(const int id, file_.addIntegers("edge_orientation", {neighbours[6], vertex},
                                               "1: the tangent of the edge leads away, -1: here"));
        integers_.emplace_back(id, std::move(g.edgesOutwards));
        return {};
    }

    Expected<void> addTable(const TableInfo& table, const NeighbourTable& values,
                            const std::vector<int>& dimensions) {
        const std::string meaning = fmt::format(
            "{} of each {}, from 1 ({})",
            table.target == Element::vertex ? "vertices" : std::string(name(table.target)) + "s",
            name(table.source), table.name);
        MW_TRY(const int id, file_.addIntegers(std::string(table.icon), dimensions, meaning));
        std::vector<std::int32_t> fromOne = values.values;
        for (std::int32_t& value : fromOne)
            value = value == kMissing ? kMissing : value + 1;
        integers_.emplace_back(id, std::move(fromOne));
        return {};
    }

    Expected<void> addPlaces(Element element, int dimension) {
        const ElementNames& names = kElementNames.at(static_cast<std::size_t>(element));
        auto rows = mesh_.rowsOf(element);
        rows.resize(static_cast<std::size_t>(mesh_.count(element)), 0); // no boundary
        MW_TRY(const int id, file_.addIntegers(names.rows, {dimension}, "row from the boundary"));
        integers_.emplace_back(id, std::move(rows));
        const auto& points = mesh_.centresOf(element);
        if (points.empty())
            return {};
        const auto [length, height] = mesh_.planar ? torusSize() : std::pair(1.0, 1.0);
        std::vector<double> longitudes, latitudes;
        std::array<std::vector<double>, 3> places;
        for (const Point& lattice : points) {
            const Point p = mesh_.planar ? torusPoint(lattice) : lattice;
            // Of a torus, angles that stand for the place: all around, near the equator.
            longitudes.push_back(mesh_.planar ? 2 * std::numbers::pi * p.x / length
                                              : std::atan2(p.y, p.x));
            latitudes.push_back(mesh_.planar ? (p.y / height - 0.5) / 10
                                             : std::atan2(p.z, std::hypot(p.x, p.y)));
            places[0].push_back(p.x);
            places[1].push_back(p.y);
            places[2].push_back(p.z);
        }
        const auto add = [&](const char* name, std::vector<double>& values,
                             const char* meaning) -> Expected<void> {
            MW_TRY(const int variable, file_.addReals(name, {dimension}, meaning));
            reals_.emplace_back(variable, std::move(values));
            return {};
        };
        MW_CHECK(add(names.longitude, longitudes, "longitude, radian"));
        MW_CHECK(add(names.latitude, latitudes, "latitude, radian"));
        const bool plane = mesh_.planar;
        MW_CHECK(add(names.x, places[0], plane ? "x, m" : "x on the unit sphere"));
        MW_CHECK(add(names.y, places[1], plane ? "y, m" : "y on the unit sphere"));
        return add(names.z, places[2], plane ? "z, m" : "z on the unit sphere");
    }

    const Mesh& mesh_;
    NetCdf& file_;
    std::optional<Geometry> geometry_;
    std::vector<std::pair<int, std::vector<std::int32_t>>> integers_;
    std::vector<std::pair<int, std::vector<double>>> reals_;
};

} // namespace

Expected<std::string> iconFile(const Mesh& mesh, const std::string& title) {
    return isolated("writing a grid file", kFileLimit, [&]() -> Expected<std::string> {
        MW_TRY(NetCdf file, NetCdf::load());
        return Writer(mesh, file).run(title);
    });
}

} // namespace mw::grid

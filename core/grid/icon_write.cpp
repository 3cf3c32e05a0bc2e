// Writes ICON's grid files.
#include "core/grid/icon_file.h"
#include "core/grid/icon_names.h"
#include "core/grid/netcdf.h"
#include "core/grid/tables.h"
#include "core/support/isolated.h"

#include <fmt/format.h>

#include <cmath>

namespace mw::grid {

namespace {

/// Puts a mesh into a new file.
class Writer {
public:
    Writer(const Mesh& mesh, NetCdf& file) : mesh_(mesh), file_(file) {}

    Expected<std::string> run(const std::string& title) {
        MW_CHECK(file_.create());
        MW_CHECK(file_.addAttribute("title", title));
        MW_CHECK(file_.addAttribute("institution", std::string("written by Mapwright")));
        MW_CHECK(file_.addAttribute("grid_geometry", mesh_.planar ? kOnTorus : 1));
        MW_CHECK(define());
        MW_CHECK(file_.endDefinitions());
        for (const auto& [variable, values] : integers_)
            MW_CHECK(file_.write(variable, values));
        for (const auto& [variable, values] : reals_)
            MW_CHECK(file_.write(variable, values));
        return file_.bytes();
    }

private:
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
        for (const Element element : kElements)
            MW_CHECK(addPlaces(element, elements[static_cast<std::size_t>(element)]));
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
        if (const auto& rows = mesh_.rowsOf(element); !rows.empty()) {
            MW_TRY(const int id,
                   file_.addIntegers(names.rows, {dimension}, "row from the boundary"));
            integers_.emplace_back(id, rows);
        }
        const auto& points = mesh_.centresOf(element);
        if (points.empty())
            return {};
        std::vector<double> a;
        std::vector<double> b;
        for (const Point& p : points) {
            a.push_back(mesh_.planar ? p.x : std::atan2(p.y, p.x));
            b.push_back(mesh_.planar ? p.y : std::atan2(p.z, std::hypot(p.x, p.y)));
        }
        MW_TRY(const int first,
               file_.addReals(mesh_.planar ? names.x : names.longitude, {dimension},
                              mesh_.planar ? "x, in units of the lattice" : "longitude, radian"));
        MW_TRY(const int second,
               file_.addReals(mesh_.planar ? names.y : names.latitude, {dimension},
                              mesh_.planar ? "y, in units of the lattice" : "latitude, radian"));
        reals_.emplace_back(first, std::move(a));
        reals_.emplace_back(second, std::move(b));
        return {};
    }

    const Mesh& mesh_;
    NetCdf& file_;
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

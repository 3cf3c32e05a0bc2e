// ICON grid files as ICON's and DWD's generators lay them out: order of dimensions, variables and
// attributes that nobody here needs, formats, types, and all marks of a missing neighbour.
#include "core/grid/check.h"
#include "core/grid/icon_file.h"
#include "core/grid/make.h"
#include "core/grid/tables.h"
#include "core/io/file.h"
#include "core/support/hash.h"
#include "core/support/library.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cmath>
#include <filesystem>
#include <limits>
#include <unistd.h>

namespace icon_layout_test {

using namespace mw;
using namespace mw::grid;

namespace {

constexpr int kInt = 4, kDouble = 6, kInt64 = 10, kGlobal = -1;
/// netcdf.h's modes.
constexpr int kClassic = 0, k64BitOffset = 0x0200, kCdf5 = 0x0020, kNetcdf4 = 0x1000,
              kNetcdf4Classic = 0x1100;
constexpr std::int32_t kFill = -2147483647;

/// A file written by libnetcdf itself, which has more formats than our writer.
class RawFile {
public:
    /// Not loaded where libnetcdf is not here.
    RawFile() {
        auto library = Library::open({"libnetcdf.so.19", "libnetcdf.so"}, "libnetcdf");
        loaded_ =
            library && library->bind(create_, {"nc_create"}) &&
            library->bind(defDim_, {"nc_def_dim"}) && library->bind(defVar_, {"nc_def_var"}) &&
            library->bind(putText_, {"nc_put_att_text"}) &&
            library->bind(putInt_, {"nc_put_att_int"}) && library->bind(endDef_, {"nc_enddef"}) &&
            library->bind(putInts_, {"nc_put_var_int"}) &&
            library->bind(putDoubles_, {"nc_put_var_double"}) &&
            library->bind(close_, {"nc_close"});
    }
    bool loaded() const { return loaded_; }

    void create(const std::string& path, int mode) { ok(create_(path.c_str(), mode, &file_)); }
    int dimension(const char* name, std::int64_t length) {
        int id = 0;
        ok(defDim_(file_, name, static_cast<std::size_t>(length), &id));
        return id;
    }
    int variable(const char* name, int type, const std::vector<int>& dimensions) {
        int id = 0;
        ok(defVar_(file_, name, type, static_cast<int>(dimensions.size()), dimensions.data(), &id));
        return id;
    }
    void text(int variable, const char* name, const std::string& value) {
        ok(putText_(file_, variable, name, value.size(), value.c_str()));
    }
    void number(const char* name, int value) { ok(putInt_(file_, kGlobal, name, kInt, 1, &value)); }
    void endDefinitions() { ok(endDef_(file_)); }
    void put(int variable, const std::vector<std::int32_t>& values) {
        ok(putInts_(file_, variable, values.data()));
    }
    void put(int variable, const std::vector<double>& values) {
        ok(putDoubles_(file_, variable, values.data()));
    }
    void close() { ok(close_(file_)); }

private:
    static void ok(int status) { REQUIRE(status == 0); }

    bool loaded_ = false;
    int file_ = 0;
    int (*create_)(const char*, int, int*) = nullptr;
    int (*defDim_)(int, const char*, std::size_t, int*) = nullptr;
    int (*defVar_)(int, const char*, int, int, const int*, int*) = nullptr;
    int (*putText_)(int, int, const char*, std::size_t, const char*) = nullptr;
    int (*putInt_)(int, int, const char*, int, std::size_t, const int*) = nullptr;
    int (*endDef_)(int) = nullptr;
    int (*putInts_)(int, int, const int*) = nullptr;
    int (*putDoubles_)(int, int, const double*) = nullptr;
    int (*close_)(int) = nullptr;
};

struct Layout {
    int mode = k64BitOffset;
    int tableType = kInt;
    std::int32_t missing = -1;
};

std::vector<std::int32_t> fromOne(const NeighbourTable& table, std::int32_t missing) {
    auto values = table.values;
    for (auto& value : values)
        value = value == kMissing ? missing : value + 1;
    return values;
}

/// Dimensions and variables in the order and with the names of the generators; of what is not read
/// here one of each kind.
void write(RawFile& file, const std::string& path, const Mesh& mesh, const Layout& layout) {
    file.create(path, layout.mode);
    file.text(kGlobal, "title", "ICON grid description");
    file.text(kGlobal, "uuidOfHGrid", "375efa30-9e2d-11e2-8c93-2b8ef7d2c1b3");
    file.text(kGlobal, "grid_mapping_name", "lat_long_on_sphere");
    file.number("grid_root", 2);
    file.number("grid_level", 4);
    file.number("grid_geometry", mesh.planar ? 2 : 1);
    const int cell = file.dimension("cell", mesh.count(Element::cell));
    const int vertex = file.dimension("vertex", mesh.count(Element::vertex));
    const int edge = file.dimension("edge", mesh.count(Element::edge));
    const int nc = file.dimension("nc", 2), nv = file.dimension("nv", 3),
              ne = file.dimension("ne", 6), no = file.dimension("no", 4);
    const int grf = file.dimension("cell_grf", 14), childs = file.dimension("max_chdom", 1);
    const std::array<int, 3> of{cell, edge, vertex};
    std::vector<std::pair<int, std::vector<std::int32_t>>> integers;
    std::vector<std::pair<int, std::vector<double>>> reals;
    const auto places = [&](const char* a, const char* b, Element element, auto first,
                            auto second) {
        if (mesh.centresOf(element).empty())
            return;
        std::vector<double> x, y;
        for (const Point& p : mesh.centresOf(element)) {
            x.push_back(first(p));
            y.push_back(second(p));
        }
        reals.emplace_back(file.variable(a, kDouble, {of.at(static_cast<std::size_t>(element))}),
                           x);
        file.text(reals.back().first, "units", "radian");
        reals.emplace_back(file.variable(b, kDouble, {of.at(static_cast<std::size_t>(element))}),
                           y);
    };
    const auto longitude = [](const Point& p) { return std::atan2(p.y, p.x); };
    const auto latitude = [](const Point& p) { return std::atan2(p.z, std::hypot(p.x, p.y)); };
    places("clon", "clat", Element::cell, longitude, latitude);
    file.variable("clon_vertices", kDouble, {cell, nv}); // never written: the library's fill
    places("vlon", "vlat", Element::vertex, longitude, latitude);
    file.variable("vlon_vertices", kDouble, {vertex, ne});
    places("elon", "elat", Element::edge, longitude, latitude);
    file.variable("elon_vertices", kDouble, {edge, no});
    file.variable("cell_area", kDouble, {cell});
    for (const Stored table : {Stored::c2e, Stored::c2v, Stored::e2c, Stored::e2v, Stored::v2c,
                               Stored::v2e, Stored::v2e2v, Stored::c2e2c}) {
        const TableInfo& about = info(table);
        const int neighbours = about.columns == 2 ? nc : about.columns == 3 ? nv : ne;
        integers.emplace_back(
            file.variable(std::string(about.icon).c_str(), layout.tableType,
                          {neighbours, of.at(static_cast<std::size_t>(about.source))}),
            fromOne(mesh[table], layout.missing));
        file.text(integers.back().first, "cdi", "ignore");
        if (table == Stored::e2v)
            file.variable("edge_length", kDouble, {edge});
    }
    file.variable("orientation_of_normal", kInt, {nv, cell});
    file.variable("child_cell_index", kInt, {no, cell});
    file.variable("start_idx_c", kInt, {childs, grf});
    const std::array<const char*, 3> rows{"refin_c_ctrl", "refin_e_ctrl", "refin_v_ctrl"};
    for (std::size_t e = 0; e < 3; ++e)
        if (!mesh.boundaryRows[e].empty())
            integers.emplace_back(file.variable(rows[e], kInt, {of[e]}), mesh.boundaryRows[e]);
    if (mesh.planar) { // besides longitudes that are no places on a sphere
        const auto x = [](const Point& p) { return p.x; };
        const auto y = [](const Point& p) { return p.y; };
        places("cartesian_x_vertices", "cartesian_y_vertices", Element::vertex, x, y);
        places("cell_circumcenter_cartesian_x", "cell_circumcenter_cartesian_y", Element::cell, x,
               y);
        places("edge_middle_cartesian_x", "edge_middle_cartesian_y", Element::edge, x, y);
    }
    file.endDefinitions();
    for (const auto& [id, values] : integers)
        file.put(id, values);
    for (const auto& [id, values] : reals)
        file.put(id, values);
    file.close();
}

/// What vertices lack stands anywhere in a row of a real file.
Mesh withGapsInRows(Mesh mesh) {
    for (const Stored stored : {Stored::v2e, Stored::v2c, Stored::v2e2v}) {
        NeighbourTable& table = mesh.tables[static_cast<std::size_t>(stored)];
        const NeighbourTable before = table;
        for (std::int64_t row = 0; row < table.rows; ++row)
            for (std::int64_t i = 0; i < 6; ++i)
                table.at(row, (i + row) % 6) = before.at(row, i);
    }
    return mesh;
}

/// ICON's torus: rows of vertices, each moved by half an edge against the one before. With two rows
/// the neighbours above a vertex are those below it.
Mesh staggeredTorus(int columns, int rows) {
    Mesh mesh;
    const int n = columns * rows;
    mesh.planar = true;
    mesh.counts = {2 * n, 3 * n, n};
    const auto at = [&](int x, int y) {
        return (y + rows) % rows * columns + (x + 2 * columns) % columns;
    };
    for (std::size_t t = 0; t < kStoredTables; ++t)
        mesh.tables[t] =
            NeighbourTable(mesh.count(storedTables()[t].source), storedTables()[t].columns);
    const auto table = [&](Stored t) -> NeighbourTable& {
        return mesh.tables[static_cast<std::size_t>(t)];
    };
    std::vector<std::int64_t> cellsOfEdge(3 * static_cast<std::size_t>(n)),
        ofVertex[2] = {std::vector<std::int64_t>(static_cast<std::size_t>(n)),
                       std::vector<std::int64_t>(static_cast<std::size_t>(n))};
    for (auto& values : mesh.tables)
        std::ranges::fill(values.values, kMissing);
    // Edges of vertex (x, y): 3v to the left above, 3v + 1 to the right above, 3v + 2 to the right.
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const int v = at(x, y), left = at(x - y % 2, y + 1), right = at(x + 1 - y % 2, y + 1);
            const int ends[3] = {left, right, at(x + 1, y)};
            for (int i = 0; i < 3; ++i) {
                table(Stored::e2v).at(3 * v + i, 0) = v;
                table(Stored::e2v).at(3 * v + i, 1) = ends[i];
                for (const auto& [one, other] : {std::pair{v, ends[i]}, std::pair{ends[i], v}}) {
                    const auto slot = ofVertex[0][static_cast<std::size_t>(one)]++;
                    table(Stored::v2e).at(one, slot) = 3 * v + i;
                    table(Stored::v2e2v).at(one, slot) = other;
                }
            }
            const int cells[2][3] = {{3 * v, 3 * left + 2, 3 * v + 1},
                                     {3 * v + 1, 3 * at(x + 1, y), 3 * v + 2}};
            const int corners[2][3] = {{v, left, right}, {v, right, at(x + 1, y)}};
            for (int half = 0; half < 2; ++half)
                for (int i = 0; i < 3; ++i) {
                    const int c = 2 * v + half, e = cells[half][i], corner = corners[half][i];
                    table(Stored::c2e).at(c, i) = e;
                    table(Stored::c2v).at(c, i) = corner;
                    table(Stored::e2c).at(e, cellsOfEdge[static_cast<std::size_t>(e)]++) = c;
                    table(Stored::v2c).at(corner, ofVertex[1][static_cast<std::size_t>(corner)]++) =
                        c;
                }
        }
    for (std::int64_t c = 0; c < 2 * n; ++c)
        for (std::int64_t i = 0; i < 3; ++i) {
            const auto edge = table(Stored::c2e).at(c, i);
            const auto& cells = table(Stored::e2c);
            table(Stored::c2e2c).at(c, i) =
                cells.at(edge, 0) == c ? cells.at(edge, 1) : cells.at(edge, 0);
        }
    return mesh;
}

struct File {
    std::string path =
        (std::filesystem::temp_directory_path() / ("mw-icon-" + std::to_string(getpid()) + ".nc"))
            .string();
    ~File() { std::filesystem::remove(path); }
};

void checkRead(const std::string& path, const Mesh& mesh) {
    const auto read = readIconFile(path);
    INFO((read ? std::string() : read.error().sentence));
    REQUIRE(read);
    CHECK(read->counts == mesh.counts);
    CHECK(read->planar == mesh.planar);
    CHECK((read->tables == mesh.tables));
    CHECK((read->boundaryRows == mesh.boundaryRows));
    for (const Element element : kElements)
        for (std::size_t i = 0; i < mesh.centresOf(element).size(); ++i) {
            const Point apart = read->centresOf(element).at(i) - mesh.centresOf(element)[i];
            REQUIRE(dot(apart, apart) < 1e-24);
        }
}

} // namespace

TEST_CASE("grid files of ICON's layout are read in all formats of NetCDF") {
    RawFile file;
    if (!file.loaded())
        return test::skip("libnetcdf is not installed");
    const File at;
    const Mesh mesh = withGapsInRows(limitedArea(icosahedral(6), 45));
    for (const Layout& layout : {Layout{kClassic}, Layout{k64BitOffset}, Layout{kCdf5},
                                 Layout{kNetcdf4}, Layout{kNetcdf4Classic}}) {
        INFO(layout.mode);
        write(file, at.path, mesh, layout);
        checkRead(at.path, mesh);
    }
    write(file, at.path, torus(5, 4), {kNetcdf4});
    checkRead(at.path, torus(5, 4));
}

TEST_CASE("a missing neighbour is -1, 0, or what was never written, in integers of any kind") {
    RawFile file;
    if (!file.loaded())
        return test::skip("libnetcdf is not installed");
    const File at;
    const Mesh mesh = withGapsInRows(limitedArea(icosahedral(6), 45));
    for (const int type : {kInt, kInt64, kDouble})
        for (const std::int32_t missing : {-1, 0, kFill}) {
            INFO(type << ", " << missing);
            write(file, at.path, mesh, {kNetcdf4, type, missing});
            checkRead(at.path, mesh);
        }
    // Any other number that is none of an element is an error.
    write(file, at.path, mesh, {kNetcdf4, kInt, -2});
    const auto read = readIconFile(at.path);
    REQUIRE_FALSE(read);
    CHECK(read.error().sentence.find("has the cell -2; there are") != std::string::npos);
}

TEST_CASE("a damaged file of NetCDF-4 is read, or refused in a sentence, and never a crash") {
    RawFile file;
    if (!file.loaded())
        return test::skip("libnetcdf is not installed");
    const File at;
    write(file, at.path, limitedArea(icosahedral(4), 60), {kNetcdf4});
    const auto whole = io::readFile(at.path);
    REQUIRE(whole);
    const auto outcome = [&](const std::string& bytes) {
        REQUIRE(io::writeFileAtomically(at.path, bytes, io::Flush::no));
        const auto read = readIconFile(at.path);
        const std::string sentence = read ? "" : read.error().sentence;
        CHECK(sentence.find('\n') == std::string::npos);
        CHECK((read || sentence.find(at.path) != std::string::npos));
        return read.has_value();
    };
    CHECK(outcome(*whole));
    for (std::size_t i = 0; i < 12; ++i)
        CHECK_FALSE(outcome(whole->substr(0, whole->size() * i / 12)));
    for (std::uint64_t i = 0; i < 40; ++i) {
        std::string bytes = *whole;
        for (std::uint64_t n = 0; n <= i % 4; ++n)
            bytes[splitmix64(8 * i + n) % std::min<std::size_t>(bytes.size(), 8000)] =
                static_cast<char>(splitmix64(8 * i + n + 4));
        outcome(bytes);
    }
}

TEST_CASE("ICON's torus of two rows, whose vertices have neighbours twice, is a grid") {
    // 24 cells, 36 edges, 12 vertices: a grid of icon4py's tests is as large.
    const Mesh mesh = staggeredTorus(6, 2);
    const auto checked = check(mesh);
    INFO((checked ? std::string() : checked.error().sentence));
    CHECK(checked);
    CHECK(check(staggeredTorus(6, 4)));
    RawFile file;
    if (!file.loaded())
        return test::skip("libnetcdf is not installed");
    const File at;
    write(file, at.path, mesh, {kNetcdf4});
    checkRead(at.path, mesh);
}

} // namespace icon_layout_test

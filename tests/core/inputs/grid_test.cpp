// Grids: neighbour tables of the torus, sizes, text.
#include "core/grid/tables.h"
#include "core/inputs/scenario.h"
#include "core/support/hash.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <array>

namespace grid_test {

using namespace mw;
using namespace mw::inputs;

namespace {

NeighbourTable tableOf(const Grid& grid, const std::string& name) {
    auto table = neighbourTable(grid, name);
    REQUIRE(table);
    return std::move(*table);
}

std::int32_t at(const NeighbourTable& table, std::int64_t row, std::int64_t column) {
    return table.values[static_cast<std::size_t>(column * table.rows + row)];
}

bool rowContains(const NeighbourTable& table, std::int64_t row, std::int32_t value) {
    for (std::int64_t column = 0; column < table.columns; ++column)
        if (at(table, row, column) == value)
            return true;
    return false;
}

/// How often each of `count` targets occurs; empty when one is out of range.
std::vector<int> occurrences(const NeighbourTable& table, std::int64_t count) {
    std::vector<int> found(static_cast<std::size_t>(count), 0);
    for (const std::int32_t value : table.values) {
        if (value < 0 || value >= count)
            return {};
        ++found[static_cast<std::size_t>(value)];
    }
    return found;
}

bool allEqual(const std::vector<int>& values, int expected) {
    return !values.empty() &&
           std::all_of(values.begin(), values.end(), [&](int v) { return v == expected; });
}

std::uint64_t contentOf(const NeighbourTable& table) {
    return fnv1a64({reinterpret_cast<const char*>(table.values.data()),
                    table.values.size() * sizeof(std::int32_t)});
}

} // namespace

TEST_CASE("every neighbour table of the torus equals the published closed form") {
    struct Expected {
        const char* name;
        std::int64_t rows8x6, columns;
        std::uint64_t hash8x6, hash5x4;
    };
    // FNV-1a over the column-major int32 bytes of torus.py's tables.
    const std::array<Expected, 13> expected = {{
        {"C2E", 96, 3, 0x1095efc6398b6fc5, 0x118fef6a1f1c4565},
        {"C2V", 96, 3, 0xccda192f9ac31f25, 0xb7d4a7585425dbc5},
        {"C2E2C", 96, 3, 0x49d32dad9a7bfea5, 0xad3edd0b16f60565},
        {"E2C", 144, 2, 0xbb1fd171e01afc25, 0x68275cbedff3bc05},
        {"E2V", 144, 2, 0x5de9f4e97e0051a5, 0x2fbbad512e19ff45},
        {"E2C2V", 144, 4, 0x5609a8cb62169025, 0x2a936c71e16b2b05},
        {"V2E", 48, 6, 0xd55099f254f54ea5, 0xec1ddc8a068c7de5},
        {"V2C", 48, 6, 0x02e09a7470fb24a5, 0x1a527bfed6075205},
        {"C2E2CO", 96, 4, 0xc7d8487dfd986525, 0xb4a108bea6f75d65},
        {"E2C2E", 144, 4, 0x2bbff80ee7320325, 0x54a123606b99ca45},
        {"E2C2EO", 144, 5, 0xcf01cda09b94a325, 0x8781f7b01037c5e5},
        {"C2E2C2E", 96, 9, 0x46a28e7408372545, 0x040c037ed6c1cca5},
        {"C2E2C2E2C", 96, 9, 0x48960c70b97c8aa5, 0x8b664eb48983b4e5},
    }};
    for (const Expected& e : expected) {
        INFO(e.name);
        const NeighbourTable table = tableOf({8, 6, 10}, e.name);
        CHECK(table.rows == e.rows8x6);
        CHECK(table.columns == e.columns);
        CHECK(contentOf(table) == e.hash8x6);
        CHECK(contentOf(tableOf({5, 4, 10}, e.name)) == e.hash5x4);
    }
}

TEST_CASE("the torus is closed: every edge has two cells, every vertex six edges") {
    const Grid grid = GENERATE(Grid{3, 3, 1}, Grid{8, 6, 10}, Grid{7, 5, 2});
    const NeighbourTable c2e = tableOf(grid, "C2E");
    const NeighbourTable e2c = tableOf(grid, "E2C");
    const NeighbourTable c2e2c = tableOf(grid, "C2E2C");
    CHECK(allEqual(occurrences(c2e, *extent(grid, "Edge")), 2));
    CHECK(allEqual(occurrences(tableOf(grid, "E2V"), *extent(grid, "Vertex")), 6));
    for (std::int64_t cell = 0; cell < c2e.rows; ++cell) {
        for (std::int64_t i = 0; i < 3; ++i) {
            const std::int32_t edge = at(c2e, cell, i);
            REQUIRE(rowContains(e2c, edge, static_cast<std::int32_t>(cell)));
            REQUIRE(rowContains(e2c, edge, at(c2e2c, cell, i)));
        }
    }
}

TEST_CASE("a grid reads from text and prints back") {
    const auto grid = parseGrid("torus:160,140,80");
    REQUIRE(grid);
    CHECK(*grid == Grid{160, 140, 80});
    CHECK(toString(*grid) == "torus:160,140,80");
    CHECK(extent(*grid, "Cell") == 44800);
    CHECK(extent(*grid, "Edge") == 67200);
    CHECK(extent(*grid, "Vertex") == 22400);
    CHECK(extent(*grid, "K") == 82);
    CHECK_FALSE(extent(*grid, "E2C2V"));
}

TEST_CASE("grids of all kinds read from text and print back") {
    for (const char* text :
         {"icosahedral:R02B04,80", "limited:R02B06,43.5,65", "my, own/grid.nc,10",
          "torus:8,6,10,numbering=hilbert", "icosahedral:R01B02,10,numbering=random",
          "limited:R01B03,40,10,numbering=hilbert,skip-values=replaced"}) {
        INFO(text);
        const auto grid = parseGrid(text);
        REQUIRE(grid);
        CHECK(toString(*grid) == text);
    }
    CHECK((*parseGrid("icosahedral:4,80") == *parseGrid("icosahedral:R01B04,80")));
    CHECK((*parseGrid("torus:8,6,10,numbering=as-made,skip-values=kept") ==
           *parseGrid("torus:8,6,10")));
    CHECK(parseGrid("my, own/grid.nc,10")->file == "my, own/grid.nc");
}

TEST_CASE("sizes of icosahedral grids follow from their name") {
    const auto grid = parseGrid("icosahedral:R02B04,80");
    REQUIRE(grid);
    CHECK(extent(*grid, "Cell") == 20480);
    CHECK(extent(*grid, "Edge") == 30720);
    CHECK(extent(*grid, "Vertex") == 10242);
    for (const char* text : {"icosahedral:R03B01,5", "torus:5,4,5,numbering=hilbert"}) {
        const auto small = *parseGrid(text);
        const auto mesh = meshOf(small);
        REQUIRE(mesh);
        CHECK(extent(small, "Cell") == (*mesh)->count(grid::Element::cell));
        CHECK(extent(small, "Edge") == (*mesh)->count(grid::Element::edge));
        CHECK(extent(small, "Vertex") == (*mesh)->count(grid::Element::vertex));
    }
}

TEST_CASE("a limited area has its sizes once it is resolved, and must keep them") {
    auto grid = *parseGrid("limited:R01B03,40,10");
    CHECK(extent(grid, "Cell") == 0);
    grid = *resolved(grid);
    CHECK(extent(grid, "Cell") > 100);
    const auto table = tableOf(grid, "E2C");
    CHECK(table.rows == extent(grid, "Edge"));
    CHECK(std::ranges::count(table.values, -1) > 10);
    auto other = grid;
    ++other.counts[0];
    const auto refused = neighbourTable(other, "E2C");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "other-grid");
    CHECK(refused.error().sentence.find("the scenario was made for") != std::string::npos);
}

TEST_CASE("with replaced skip values tables hold neighbours only") {
    const auto grid = *resolved(*parseGrid("limited:R01B03,40,10,skip-values=replaced"));
    for (const auto& table : grid::allTables()) {
        INFO(table.name);
        const auto values = tableOf(grid, std::string(table.name)).values;
        CHECK(std::ranges::count(values, -1) == 0);
    }
}

TEST_CASE("an area without a vertex is refused") {
    const auto grid = resolved(*parseGrid("limited:R01B00,1,10"));
    REQUIRE_FALSE(grid);
    CHECK(grid.error().sentence.find("give a larger radius") != std::string::npos);
}

TEST_CASE("a grid file that is missing is named where its tables are wanted") {
    const auto grid = *parseGrid("/nowhere/grid.nc,10");
    const auto refused = resolved(grid);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().sentence.find("'/nowhere/grid.nc'") != std::string::npos);
}

TEST_CASE("a grid that is wrong says what is wrong") {
    const auto error = [](const char* text) {
        const auto grid = parseGrid(text);
        REQUIRE_FALSE(grid);
        CHECK(grid.error().code == "bad-grid");
        return grid.error().sentence;
    };
    CHECK(error("8,6,10").find("is of no known kind") != std::string::npos);
    CHECK(error("grid.nc").find("is of no known kind") != std::string::npos);
    CHECK(error("grid.nc,0").find("not between 1 and") != std::string::npos);
    CHECK(error("icosahedral:R02B04").find("does not have two parts") != std::string::npos);
    for (const char* text : {"icosahedral:R0B1,5", "icosahedral:R02,5", "icosahedral:R3B9,5",
                             "icosahedral:-1,5", "icosahedral:R1B11,5", "icosahedral:RB,5"})
        CHECK(error(text).find("does not begin with ICON's RnBk") != std::string::npos);
    CHECK(error("limited:2,5").find("does not have three parts") != std::string::npos);
    for (const char* text :
         {"limited:2,0,5", "limited:2,180,5", "limited:2,nan,5", "limited:2,x,5"})
        CHECK(error(text).find("between 0 and 180 degrees") != std::string::npos);
    CHECK(error("torus:8,6,10,numbering=morton").find("has the option 'numbering=morton'") !=
          std::string::npos);
    CHECK(error("torus:8,6,10,number=hilbert").find("has the option 'number=hilbert'") !=
          std::string::npos);
    CHECK(error("torus:8,6").find("does not have three numbers") != std::string::npos);
    CHECK(error("torus:8,6,10,2").find("does not have three numbers") != std::string::npos);
    CHECK(error("torus:8,x,10").find("not between 1 and") != std::string::npos);
    CHECK(error("torus:8,0,10").find("not between 1 and") != std::string::npos);
    CHECK(error("torus:2,6,10").find("too small") != std::string::npos);
    CHECK(error("torus:99999999999,6,10").find("not between 1 and") != std::string::npos);
}

TEST_CASE("an unknown table is refused with the names of the known ones") {
    const auto table = neighbourTable({8, 6, 10}, "C2X");
    REQUIRE_FALSE(table);
    CHECK(table.error().sentence.find("'C2X'") != std::string::npos);
    CHECK(table.error().sentence.find("E2C2V") != std::string::npos);
}

} // namespace grid_test

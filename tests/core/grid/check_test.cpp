// Tables that do not fit together are found, with table and row.
#include "core/grid/check.h"
#include "core/grid/make.h"
#include "tests/support/catch.h"

namespace check_test {

using namespace mw;
using namespace mw::grid;

namespace {

/// What is said of a grid whose entry was changed.
std::string changed(Stored table, std::int64_t row, std::int64_t column, std::int32_t value) {
    Mesh mesh = icosahedral(2);
    mesh[table].at(row, column) = value;
    const auto checked = check(mesh);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == "bad-table");
    return checked.error().sentence;
}

std::string beginning(const std::string& sentence, const std::string& table) {
    return sentence.substr(0, sentence.find(table) + table.size());
}

} // namespace

TEST_CASE("an entry of no element is found") {
    CHECK(changed(Stored::e2c, 7, 1, 80) ==
          "in the table E2C (adjacent_cell_of_edge), edge 7 has the cell 80; there are 80, from 0");
    CHECK(changed(Stored::v2e, 3, 0, -2) ==
          "in the table V2E (edges_of_vertex), vertex 3 has the edge -2; there are 120, from 0");
}

TEST_CASE("a missing neighbour is found where there must be one") {
    CHECK(changed(Stored::c2v, 5, 2, kMissing) ==
          "in the table C2V (vertex_of_cell), cell 5 has 2 of the 3 neighbours that it needs");
    CHECK(changed(Stored::e2v, 5, 0, kMissing) ==
          "in the table E2V (edge_vertices), edge 5 has 1 of the 2 neighbours that it needs");
}

TEST_CASE("a neighbour that is there twice is found") {
    const Mesh mesh = icosahedral(2);
    CHECK(changed(Stored::c2e, 0, 1, mesh[Stored::c2e].at(0, 0))
              .find("cell 0 has the edge 0 twice") != std::string::npos);
}

TEST_CASE("tables that contradict each other are found") {
    const Mesh mesh = icosahedral(2);
    // Another cell's edge: that edge does not know the cell.
    CHECK(changed(Stored::c2e, 0, 0, mesh[Stored::c2e].at(40, 0))
              .find("which does not have it in E2C (adjacent_cell_of_edge)") != std::string::npos);
    CHECK(beginning(changed(Stored::c2e2c, 4, 2, 60), "(") == "in the table C2E2C (");
    CHECK(changed(Stored::c2e2c, 4, 2, 60)
              .find("cell 4 has the cell 60 as neighbour 2; across its "
                    "edge") != std::string::npos);
    CHECK(changed(Stored::v2e2v, 20, 1, 20).find("vertex 20 does not have the vertex") !=
          std::string::npos);
}

TEST_CASE("ends of edges are corners of their cells") {
    Mesh mesh = icosahedral(2);
    // Two cells change places in the tables of corners: each table alone stays in order.
    for (std::int64_t i = 0; i < 3; ++i) {
        std::swap(mesh[Stored::c2v].at(0, i), mesh[Stored::c2v].at(50, i));
    }
    for (std::int64_t vertex = 0; vertex < mesh.count(Element::vertex); ++vertex)
        for (std::int64_t i = 0; i < 6; ++i) {
            auto& cell = mesh[Stored::v2c].at(vertex, i);
            cell = cell == 0 ? 50 : cell == 50 ? 0 : cell;
        }
    const auto checked = check(mesh);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().sentence.find("in the table C2V (vertex_of_cell), cell 0 does not have "
                                        "the vertex") == 0);
}

TEST_CASE("a table of another shape is found") {
    Mesh mesh = icosahedral(2);
    mesh[Stored::v2c] = NeighbourTable(mesh.count(Element::vertex), 5);
    const auto checked = check(mesh);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().sentence.find("V2C (cells_of_vertex) is 42 x 5") != std::string::npos);
}

} // namespace check_test

// mw grid, and the grids that other commands take.

#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

namespace grid_test {

namespace fs = std::filesystem;
using namespace mw::test;

namespace {

/// Whether mw can read and write grid files here; says so where not.
bool hasNetCdf(const Folder& folder) {
    const auto written = runMw("grid torus:4,3,5 -o " + (folder / "try.nc"));
    if (written.exit == 0)
        return true;
    CHECK(contains(written.text, "libnetcdf"));
    CHECK(written.exit == 4);
    skip("libnetcdf is not installed");
    return false;
}

} // namespace

TEST_CASE("grid says what a grid is, and what numberings do, as counted figures") {
    const auto closed = runMw("grid icosahedral:R01B03,10");
    INFO(closed.text);
    CHECK(closed.exit == 0);
    CHECK(contains(closed.text,
                   "icosahedral:R01B03,10: 1280 cells, 1920 edges, 642 vertices, 10 levels"));
    CHECK(contains(closed.text, "closed: every edge has two cells; 12 vertices have five edges"));
    CHECK(contains(closed.text, "V2E 642 x 6: 12 entries without a neighbour, in 12 rows"));
    CHECK(contains(closed.text, "Counted from the tables, one element to a thread; not measured"));
    CHECK(contains(closed.text, "as-made"));
    const auto json = nlohmann::json::parse(runMw("grid limited:R01B03,45,10 --json").text);
    CHECK(json.at("boundary_edges").get<int>() > 10);
    CHECK(json.at("tables").at("E2C").at("missing") == json.at("boundary_edges"));
    const auto& counted = json.at("tables").at("C2E").at("counted");
    CHECK(counted.at("hilbert").at("sectors_per_load") <
          counted.at("random").at("sectors_per_load"));
}

TEST_CASE("a grid that is wrong is refused") {
    const auto refused = runMw("grid hexagonal:5,5");
    CHECK(refused.exit == 2);
    CHECK(contains(refused.text, "the grid 'hexagonal:5,5' is of no known kind"));
    const auto missing = runMw("grid /nowhere/icon.nc,5");
    CHECK(missing.exit == 3);
    CHECK(contains(missing.text, "the grid file '/nowhere/icon.nc' cannot be used: No such file"));
}

TEST_CASE("no grid is written under the name of something else") {
    const Folder folder;
    const std::string graph = folder / "tuned.sdfg";
    std::filesystem::copy_file(sample(), graph);
    const auto refused = runMw("grid torus:8,6,10 -o " + graph);
    CHECK(refused.exit == 2);
    CHECK(contains(refused.text, "a name that ends in .nc, not"));
    CHECK(contents(graph) == contents(sample()));
}

TEST_CASE("grid writes ICON grid files, which are read back, and never over their source") {
    const Folder folder;
    if (!hasNetCdf(folder))
        return;
    const std::string file = folder / "limited.nc";
    const auto written = runMw("grid limited:R01B03,45,10,numbering=hilbert -o " + file);
    INFO(written.text);
    REQUIRE(written.exit == 0);
    const auto made = nlohmann::json::parse(runMw("grid limited:R01B03,45,10 --json").text);
    const auto read = nlohmann::json::parse(runMw("grid " + file + ",10 --json").text);
    for (const char* key : {"cells", "edges", "vertices", "boundary_edges", "levels"})
        CHECK(read.at(key) == made.at(key));
    CHECK(read.at("tables").at("E2C2V").at("missing") ==
          made.at("tables").at("E2C2V").at("missing"));
    const std::string before = contents(file);
    const auto refused = runMw("grid " + file + ",10 -o " + file);
    CHECK(refused.exit == 3);
    CHECK((contents(file) == before));
}

TEST_CASE("commands take grids of all kinds") {
    const Folder folder;
    const auto run = runMw("run " + sample() + " --target interp --grid icosahedral:R01B01,10");
    INFO(run.text);
    CHECK(run.exit == 0);
    CHECK(contains(run.text, "icosahedral:R01B01,10"));
    const auto info = runMw("info " + sample() + " --grid limited:R01B03,45,10");
    INFO(info.text);
    CHECK(info.exit == 0);
    CHECK(contains(info.text, "sizes of limited:R01B03,45,10"));
    if (!hasNetCdf(folder))
        return;
    const std::string grid = (folder / "try.nc") + ",5";
    const auto read = runMw("run " + sample() + " --target interp --grid " + grid);
    INFO(read.text);
    CHECK(read.exit == 0);
    CHECK(contains(read.text, grid));
}

} // namespace grid_test

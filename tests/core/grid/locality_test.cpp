// Sectors of gathers, worked out by hand.
#include "core/grid/locality.h"
#include "tests/support/catch.h"

namespace locality_test {

using namespace mw::grid;

namespace {

NeighbourTable oneNeighbour(std::int64_t rows, std::int32_t step) {
    NeighbourTable table(rows, 1);
    for (std::int64_t row = 0; row < rows; ++row)
        table.at(row, 0) = static_cast<std::int32_t>(row) * step;
    return table;
}

} // namespace

TEST_CASE("neighbours side by side take 8 sectors a load and 8 bytes an element") {
    const auto found = locality(oneNeighbour(512, 1));
    CHECK(found.sectorsPerLoad == 8);
    CHECK(found.bytesPerElement == 8);
}

TEST_CASE("neighbours in sectors of their own take 32 sectors a load and 32 bytes an element") {
    const auto found = locality(oneNeighbour(512, 4));
    CHECK(found.sectorsPerLoad == 32);
    CHECK(found.bytesPerElement == 32);
}

TEST_CASE("a block brings what its columns share once, loads touch it each") {
    NeighbourTable table(256, 2);
    for (std::int64_t row = 0; row < 256; ++row)
        table.at(row, 0) = table.at(row, 1) = static_cast<std::int32_t>(row);
    const auto found = locality(table);
    CHECK(found.sectorsPerLoad == 8);
    CHECK(found.bytesPerElement == 8);
}

TEST_CASE("missing neighbours touch nothing, and small tables are one warp") {
    NeighbourTable table = oneNeighbour(8, 1);
    CHECK(locality(table).sectorsPerLoad == 2);
    for (std::int64_t row = 0; row < 4; ++row)
        table.at(row, 0) = kMissing;
    CHECK(locality(table).sectorsPerLoad == 1);
    CHECK(locality(table).bytesPerElement == 4);
}

} // namespace locality_test

// The table of names, for the spellings of both generations of the pipeline and names that only
// look like them.
#include "core/conventions/conventions.h"
#include "tests/support/catch.h"

namespace mw::conventions {

TEST_CASE("a map parameter's name says its dimension and kind", "[conventions]") {
    const auto level = parameterName("i_K_gtx_vertical");
    REQUIRE(level);
    CHECK(level->dimension == "K");
    CHECK(level->kind == DimensionKind::vertical);
    CHECK_FALSE(level->derived);

    const auto cell = parameterName("__i_Cell");
    REQUIRE(cell);
    CHECK(cell->dimension == "Cell");
    CHECK_FALSE(cell->kind);

    const auto coarse = parameterName("__gtx_coarse_i_K_gtx_vertical");
    REQUIRE(coarse);
    CHECK(coarse->derived);
    CHECK(coarse->blocks);
    CHECK_FALSE(level->blocks);
    const auto other = parameterName("__tile_i_K_gtx_vertical");
    REQUIRE(other);
    CHECK(other->derived);
    CHECK_FALSE(other->blocks);

    CHECK_FALSE(parameterName("level"));
    CHECK_FALSE(parameterName("i_"));

    const auto edge = parameterName("EDim_horizontal");
    REQUIRE(edge);
    CHECK(edge->dimension == "EDim");
    CHECK(edge->kind == DimensionKind::horizontal);
    CHECK_FALSE(edge->derived);
    CHECK(parameterName("V2EDim_localdim")->kind == DimensionKind::local);
    CHECK_FALSE(parameterName("_horizontal"));
}

TEST_CASE("neighbour tables have one name in both generations", "[conventions]") {
    CHECK(tableOfArray("gt_conn_E2C2V") == "E2C2V");
    CHECK(tableOfArray("connectivity_E2C2V") == "E2C2V");
    CHECK_FALSE(tableOfArray("gt_conn_"));
    CHECK_FALSE(tableOfArray("vn"));
}

TEST_CASE("a stride's name says the dimension of its field", "[conventions]") {
    CHECK(fieldStride("__vn_K_stride", "vn") == "K");
    CHECK(fieldStride("__vn_E2C2V_stride", "vn") == "E2C2V");
    CHECK(fieldStride("__vn_stride_1", "vn") == "1");
    CHECK(fieldStride("__vn_ie_Edge_stride", "vn_ie") == "Edge");
    CHECK_FALSE(fieldStride("__vn_K_stride", "v"));
    CHECK_FALSE(fieldStride("__vn_K_range_0", "vn"));
    CHECK_FALSE(fieldStride("vn_K_stride", "vn"));
    CHECK(isVerticalDimension("K"));
    CHECK(isVerticalDimension("KHalf"));
    CHECK_FALSE(isVerticalDimension("Cell"));
}

TEST_CASE("symbols of a field's memory have their names for another field", "[conventions]") {
    CHECK(symbolForField("__vn_K_range_1", "vn", "next_vn") == "__next_vn_K_range_1");
    CHECK(symbolForField("__vn_Edge_stride", "vn", "next_vn") == "__next_vn_Edge_stride");
    CHECK(symbolForField("__vn_stride_1", "vn", "next_vn") == "__next_vn_stride_1");
    CHECK_FALSE(symbolForField("__vn_ie_K_range_1", "vn", "next_vn")); // of the field vn_ie
    CHECK_FALSE(symbolForField("__vn_ie_K_stride", "vn", "next_vn"));
    CHECK_FALSE(symbolForField("vertical_end", "vn", "next_vn"));
}

TEST_CASE("a table's name says where it leads from and to", "[conventions]") {
    const auto check = [](std::string_view table, std::string_view source,
                          std::string_view target) {
        CAPTURE(table);
        const auto dimensions = tableDimensions(table);
        REQUIRE(dimensions);
        CHECK(dimensions->source == source);
        CHECK(dimensions->target == target);
    };
    check("E2C2V", "Edge", "Vertex");
    check("C2E", "Cell", "Edge");
    check("C2E2CO", "Cell", "Cell");
    check("V2C", "Vertex", "Cell");
    for (const std::string_view other : {"", "O", "C", "CO", "K2E", "E2K"}) {
        CAPTURE(other);
        CHECK_FALSE(tableDimensions(other));
    }
}

TEST_CASE("symbols describe a table's memory in either generation's words", "[conventions]") {
    for (const std::string_view name :
         {"__gt_conn_C2E_size_0", "__gt_conn_C2E_source_size", "__gt_conn_C2E_stride_1",
          "__gt_conn_C2E_neighbor_stride"}) {
        CAPTURE(name);
        const auto symbol = tableSymbol(name);
        REQUIRE(symbol);
        CHECK(symbol->table == "C2E");
        CHECK_FALSE(symbol->unit);
    }
    for (const std::string_view name : {"__gt_conn_C2E_stride_0", "__gt_conn_C2E_source_stride"}) {
        CAPTURE(name);
        REQUIRE(tableSymbol(name));
        CHECK(tableSymbol(name)->unit);
    }
    CHECK_FALSE(tableSymbol("__vn_stride_1"));
}

TEST_CASE("a field's domain is bounded by symbols of its name", "[conventions]") {
    const auto upper = fieldBound("__w_now_K_range_1");
    REQUIRE(upper);
    CHECK(upper->dimension == "K");
    CHECK(upper->upper);
    CHECK_FALSE(fieldBound("__vn_Edge_range_0")->upper);
    CHECK_FALSE(fieldBound("__K_range_2"));
    CHECK_FALSE(fieldBound("__range_0"));
}

} // namespace mw::conventions

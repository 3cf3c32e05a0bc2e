// The builder writes graphs as GT4Py does: one map to an operation, names of both generations,
// ranges and conditions with copies, scans as loops.

#include "core/ir/dump.h"
#include "core/ir/index.h"
#include "samples/builder/lower.h"
#include "tests/support/catch.h"

namespace builder_test {

using namespace mw;
using namespace mw::samples;

namespace {

std::string textOf(const Program& program, Generation generation = Generation::gt4py121) {
    const auto document = lower(program, generation);
    INFO(graphText(program, generation));
    INFO((document ? std::string() : toString(document.error())));
    REQUIRE(document.has_value());
    return ir::dump(*(*document)->root);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

int countOf(const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

int mapsOf(const std::string& text) {
    return countOf(text, "= map map_");
}

Program product() {
    Program p("product", Cell);
    const auto a = p.field("a", {Cell, K});
    const auto b = p.field("b", {Cell});
    const auto out = p.field("out", {Cell, K});
    p.set(p.domain(), {{out, a * b}});
    return p;
}

} // namespace

TEST_CASE("an operation is a map, a tasklet and a temporary, named as the newer generation does") {
    const auto text = textOf(product());
    INFO(text);
    CHECK(contains(text,
                   "array a float64 [-__a_Cell_range_0 + __a_Cell_range_1, "
                   "-__a_K_range_0 + __a_K_range_1] strides [__a_Cell_stride, __a_K_stride]"));
    CHECK(contains(text, "array gtir_tmp_0 float64 [Max(0, horizontal_end - horizontal_start), "
                         "Max(0, vertical_end - vertical_start)] transient"));
    CHECK(contains(text, "= map map_0_fieldop [i_Cell_gtx_horizontal = "
                         "horizontal_start:horizontal_end, i_K_gtx_vertical = "
                         "vertical_start:vertical_end]"));
    CHECK(
        contains(text, "tasklet tlet_0_multiplies `__tlet_result = (__tlet_arg0 * __tlet_arg1)`"));
    CHECK(mapsOf(text) == 1);
}

TEST_CASE("the older generation has other names for strides, connectors and temporaries") {
    const auto text = textOf(product(), Generation::gt4py109);
    INFO(text);
    CHECK(contains(text, "strides [__a_stride_0, __a_stride_1]"));
    CHECK(contains(text, "array __tmp0 float64 [horizontal_end - horizontal_start, "
                         "vertical_end - vertical_start] transient"));
    CHECK(contains(text, "`result = (__arg0 * __arg1)`"));
}

TEST_CASE("what stands in two places is computed once") {
    Program p("square", Cell);
    const auto a = p.field("a", {Cell, K});
    const auto out = p.field("out", {Cell, K});
    const auto twice = a + a;
    p.set(p.domain(), {{out, twice * twice}});
    const auto text = textOf(p);
    INFO(text);
    CHECK(mapsOf(text) == 2);
}

TEST_CASE("what the program also reads is written after all of it has been read") {
    Program p("swap", Cell);
    const auto a = p.field("a", {Cell, K});
    const auto b = p.field("b", {Cell, K});
    p.set(p.domain(), {{a, b + 0.5}, {b, a + 0.5}});
    const auto text = textOf(p);
    INFO(text);
    CHECK(contains(text, "state post_stmt_0"));
    CHECK(contains(text, "stmt_0 -> post_stmt_0"));
    CHECK_FALSE(contains(textOf(product()), "post_stmt_0"));
}

TEST_CASE("two ranges are two maps and two copies into one field") {
    Program p("ranges", Cell);
    p.bound("middle", 3);
    const auto a = p.field("a", {Cell, K});
    const auto out = p.field("out", {Cell, K});
    p.set(p.domain(), {{out, concatWhere(K, "middle", a + 1.0, a)}});
    const auto text = textOf(p);
    INFO(text);
    CHECK(mapsOf(text) == 1);
    CHECK(contains(text, "i_K_gtx_vertical = vertical_start:Min(middle, vertical_end)"));
    CHECK(contains(text, "vertical_start + Max(middle, vertical_start)"));
}

TEST_CASE("both branches of a choice use what was computed before it") {
    Program p("branches", Cell);
    p.flag("which", true);
    const auto a = p.field("a", {Cell, K});
    const auto out = p.field("out", {Cell, K});
    const auto both = a * a;
    p.set(p.domain(), {{out, choose("which", both + 1.0, both - 1.0)}});
    const auto text = textOf(p);
    INFO(text);
    CHECK(countOf(text, "_multiplies") == 1);
    CHECK(contains(text, "stmt_0_cond -> stmt_0_true_branch if `which`"));
    CHECK(contains(text, "stmt_0_cond -> stmt_0_false_branch if `(not which)`"));
    CHECK(contains(text, "stmt_0_false_branch -> stmt_0_join"));
}

TEST_CASE("a list of neighbours is gathered, multiplied and summed in maps of its own") {
    Program p("around", Cell);
    const auto a = p.field("a", {Edge, K});
    const auto weights = p.field("weights", {Cell, C2E});
    const auto out = p.field("out", {Cell, K});
    p.set(p.domain(), {{out, sum(a(C2E) * weights)}});
    const auto text = textOf(p);
    INFO(text);
    CHECK(mapsOf(text) == 3);
    CHECK(contains(text, "array gt_conn_C2E int32 [__gt_conn_C2E_source_size, 3] strides "
                         "[__gt_conn_C2E_source_stride, __gt_conn_C2E_neighbor_stride]"));
    CHECK(contains(text, "view view_a float64"));
    CHECK(contains(text, "[i_C2E_gtx_localdim = 0:3]"));
    CHECK(contains(text, "library reduce_0"));
    CHECK(contains(textOf(p, Generation::gt4py109), "[__gt_conn_C2E_size_0, 3] strides "
                                                    "[__gt_conn_C2E_stride_0, "
                                                    "__gt_conn_C2E_stride_1]"));
}

TEST_CASE("what is read through a table is computed for the whole dimension") {
    Program p("rings", Cell);
    const auto a = p.field("a", {Cell, K});
    const auto out = p.field("out", {Cell, K});
    p.set(p.domain(), {{out, (a + a)(C2E2C[1])}});
    const auto text = textOf(p);
    INFO(text);
    CHECK(
        contains(text, "map_0_fieldop [i_Cell_gtx_horizontal = __a_Cell_range_0:__a_Cell_range_1"));
    CHECK(contains(text, "map_1_fieldop [i_Cell_gtx_horizontal = horizontal_start:horizontal_end"));
}

TEST_CASE("a scan is a loop in a nested SDFG, which a map over columns calls") {
    Program p("sums", Cell);
    const auto a = p.field("a", {Cell, K});
    const auto out = p.field("out", {Cell, K});
    const auto [all] =
        scan(Sweep::backward, {{"below", 0.0}}, {{"here", a}},
             [](const auto& last, const auto& in) { return std::array{last[0] + in[0]}; });
    p.set(p.domain(), {{out, all}});
    const auto text = textOf(p);
    INFO(text);
    CHECK(
        contains(text, "map_0_fieldop [i_Cell_gtx_horizontal = horizontal_start:horizontal_end] "));
    CHECK(contains(text, "loop scan `i_K_gtx_vertical = (vertical_end - 1)` "
                         "`(i_K_gtx_vertical >= vertical_start)` "
                         "`i_K_gtx_vertical = (i_K_gtx_vertical - 1)`"));
    CHECK(contains(text, "__gtir_scan_output_below"));
}

} // namespace builder_test

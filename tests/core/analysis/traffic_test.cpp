// How many bytes kernels and copies move.
#include "core/analysis/figures.h"
#include "core/analysis/operations.h"
#include "core/ir/dump.h"
#include "tests/core/analysis/two_maps.h"
#include "tests/support/catch.h"

namespace traffic_test {

using namespace mw;
using symbolic::Value;
using test::kTwoMaps;

namespace {

std::int64_t at(const symbolic::Expr& e, int n) {
    const auto value = symbolic::evaluateInteger(e, {{"N", Value::integer(n)}});
    INFO(symbolic::print(e));
    REQUIRE(value);
    return *value;
}

ir::DocumentPtr parsed(const std::string& text) {
    auto document = ir::parseDump(text);
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    return *document;
}

} // namespace

TEST_CASE("a kernel reads and writes every distinct element once") {
    const auto estimate = analysis::estimate(*parsed(kTwoMaps));
    REQUIRE(estimate.kernels.size() == 2);
    const auto& first = estimate.kernels[0];
    CHECK(first.label == "first");
    CHECK(at(first.traffic.bytesRead, 100) == 8 * 100); // two shifted windows overlap
    CHECK(at(first.traffic.bytesWritten, 100) == 8 * 98);
    CHECK(at(first.operations, 100) == 2 * 98);
    const auto& second = estimate.kernels[1];
    CHECK(at(second.traffic.bytesRead, 100) == (8 + 4) * 98);
    CHECK(at(second.operations, 100) == 98); // the minus; comparison and choice count nothing
    CHECK(at(first.operations, 1) == 0);     // an empty map

    SECTION("the program moves its arguments alone") {
        CHECK(at(estimate.traffic.bytesRead, 100) == 8 * 100 + 4 * 98);
        CHECK(at(estimate.traffic.bytesWritten, 100) == 8 * 98);
    }
}

TEST_CASE("distant regions of one container are not counted as their box") {
    const auto document = parsed(R"(sdfg p {
  symbols N:int32
  array a float64 [N, N]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet x `o = (l + r)` in (l:float64 r:float64)
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:N, 0:N]
    n1.OUT_a -> n2.l : a[i, 0]
    n1.OUT_a -> n2.r : a[i, N - 1]
    n2.o -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:N]
  }
})");
    const auto estimate = analysis::estimate(*document);
    CHECK(at(estimate.traffic.bytesRead, 50) == 8 * 2 * 50);
    CHECK(at(estimate.traffic.bytesRead, 1) == 8); // both are the same element
}

TEST_CASE("temporaries live from the first kernel that touches them to the last") {
    const auto estimate = analysis::estimate(*parsed(kTwoMaps));
    REQUIRE(estimate.temporaries.size() == 1);
    CHECK(estimate.temporaries[0].name == "tmp");
    CHECK(estimate.temporaries[0].first == 0);
    CHECK(estimate.temporaries[0].last == 1);
    const auto figures = analysis::figures(*parsed(kTwoMaps), {{"N", Value::integer(10)}});
    CHECK(figures.temporaryBytes == 80);
    CHECK(figures.peakBytes == 80);
    CHECK_FALSE(analysis::figures(*parsed(kTwoMaps), {}).peakBytes);
}

TEST_CASE("volume of a memlet in bytes") {
    const auto document = parsed(kTwoMaps);
    ir::Memlet memlet =
        ir::Memlet::of("t", symbolic::parseSubset("0:N", symbolic::Dialect::plain).value());
    CHECK(at(analysis::memletBytes(*document->root, memlet), 7) == 28);
    memlet.dynamic = true;
    CHECK(analysis::memletBytes(*document->root, memlet).isInteger(0));
}

} // namespace traffic_test

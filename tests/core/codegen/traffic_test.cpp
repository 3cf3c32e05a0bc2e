// Traffic as modelled from a kernel's accesses, and which of them change with a parameter.
#include "core/codegen/codegen.h"
#include "core/codegen/dependence.h"
#include "core/codegen/traffic.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace traffic_test {

using namespace mw;
using namespace mw::codegen;
using symbolic::Expr;
using test::kernelOf;
using test::kMetric;
using test::kStream;

TEST_CASE("modelled traffic counts sectors of 32 threads") {
    // x and z once per point, 8 bytes each.
    CHECK(modelledTraffic(kernelOf(kStream), {}) == Approx(1280 * 80 * 16));
    // and w once more per level: nothing is kept between rows.
    CHECK(modelledTraffic(kernelOf(kMetric), {}) == Approx(1000 * 80 * 24));

    Kernel kernel = kernelOf(kStream);
    const auto load = [](const Expr& index) {
        return std::make_shared<const Value>(Value{Load{"x", index}});
    };
    const auto declared = [&](const Expr& index) {
        Kernel one = kernel;
        one.body = {{DeclareScalar{ir::ScalarType::float64, "v", load(index)}}};
        return modelledTraffic(one, {}) / (1280 * 80);
    };
    const Expr e = Expr::symbol("e");
    CHECK(declared(Expr::symbol("k")) == Approx(1)); // one sector for 32 threads
    CHECK(declared(2 * e) == Approx(16));            // every other element: twice the sectors
    CHECK(declared(100 * e) == Approx(32));          // a sector each
}

TEST_CASE("what does not change in a loop counts once for the loop") {
    Kernel kernel = kernelOf(kStream);
    const auto load = [](const Expr& index) {
        return std::make_shared<const Value>(Value{Load{"x", index}});
    };
    const Expr e = Expr::symbol("e");
    For loop{"j", ir::ScalarType::int32, 0, 9, 1, 0, {}};
    loop.body = {{DeclareScalar{ir::ScalarType::float64, "v", load(e)}}};
    kernel.body = {{loop}};
    CHECK(modelledTraffic(kernel, {}) == Approx(1280 * 80 * 8));
    loop.body = {{DeclareScalar{ir::ScalarType::float64, "v", load(e + 1280 * Expr::symbol("j"))}}};
    kernel.body = {{loop}};
    CHECK(modelledTraffic(kernel, {}) == Approx(1280 * 80 * 80));
    loop.begin = 10 * Expr::symbol("k"); // a block of levels
    loop.end = 10 * Expr::symbol("k") + 9;
    kernel.body = {{loop}};
    CHECK(modelledTraffic(kernel, {}) == Approx(1280 * 80 * 80));
    loop.end = Expr::symbol("M"); // not known: no figure
    kernel.body = {{loop}};
    CHECK(modelledTraffic(kernel, {}) == 0);
}

TEST_CASE("what the levels of a thread share counts once for them") {
    Kernel kernel = kernelOf(kMetric);
    const double rows = modelledTraffic(kernel, {});
    kernel.launch.levelsPerThread = 8;
    CHECK(modelledTraffic(kernel, {}) == Approx(rows - 1000 * 80 * 8 + 1000 * 10 * 8));
}

TEST_CASE("dependence passes through locals, loads and conditions") {
    const auto local = [](const char* name) {
        return std::make_shared<const Value>(Value{LocalRef{name}, ir::ScalarType::int32});
    };
    const auto number = std::make_shared<const Value>(Value{Literal{"1"}, ir::ScalarType::int32});
    Statements body = {
        {DeclareScalar{ir::ScalarType::int32, "row", local("e")}},
        {DeclareScalar{ir::ScalarType::int32, "other", local("k")}},
        {DeclareScalar{ir::ScalarType::int32, "picked", number}},
        {If{local("row"), {{AssignScalar{"picked", number}}}, {}}},
    };
    const Dependence onE(body, "e");
    CHECK(onE.on(Expr::symbol("row") + 1));
    CHECK_FALSE(onE.on(Expr::symbol("other")));
    CHECK(onE.on(Expr::symbol("picked")));
    CHECK_FALSE(onE.throughLocal(Expr::symbol("e")));
}

} // namespace traffic_test

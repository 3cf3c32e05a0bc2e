// Loads that wait for each other.
#include "core/codegen/waits.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace waits_test {

using namespace mw;
using namespace mw::codegen;
using symbolic::Expr;
using test::kernelOf;
using test::kStream;

namespace {

const Expr e = Expr::symbol("e"), k = Expr::symbol("k");

ValuePtr load(const Expr& index) {
    return std::make_shared<const Value>(Value{Load{"x", index}});
}
Statement declared(const char* name, const Expr& index) {
    return {DeclareScalar{ir::ScalarType::int32, name, load(index)}};
}
ValuePtr local(const char* name) {
    return std::make_shared<const Value>(Value{LocalRef{name}, ir::ScalarType::int32});
}

/// Of a launch over e and k whose threads have so many levels each.
Waits waits(Statements body, int levels) {
    Kernel kernel = kernelOf(kStream);
    kernel.body = std::move(body);
    kernel.launch.levelsPerThread = levels;
    return waitsOf(kernel);
}

} // namespace

TEST_CASE("what levels share waits for the loads that its index is made of") {
    const Statements gather = {declared("i", e), declared("v", Expr::symbol("i") + 1280 * k)};
    CHECK(waits(gather, 1).shared == 0); // a thread has one level
    CHECK(waits(gather, 8).shared == 1); // the table's value is the same for all levels
    const Statements beside = {declared("i", e), declared("j", e + 1),
                               declared("v", Expr::symbol("i") + Expr::symbol("j") + 1280 * k)};
    CHECK(waits(beside, 8).shared == 1); // under way together
    const Statements through = {declared("i", e), declared("j", Expr::symbol("i")),
                                declared("v", Expr::symbol("j") + 1280 * k)};
    CHECK(waits(through, 1).shared == 0);
    CHECK(waits(through, 8).shared == 2);
}

TEST_CASE("loads behind a branch wait for what decides it") {
    const Statements inside = {declared("w", e + 1280 * k + 1)};
    const Statements branch = {declared("v", e + 1280 * k), {If{local("v"), inside, {}}}};
    CHECK(waits(branch, 1).behindBranches == 1);
    // Behind the branch a gather waits twice: for the table, then for the element.
    const Statements gather = {declared("i", e + 1280 * k), declared("w", Expr::symbol("i"))};
    CHECK(waits({declared("v", e + 1280 * k), {If{local("v"), gather, {}}}}, 1).behindBranches ==
          2);
    const Statements twice = {declared("v", e + 1280 * k),
                              {If{local("v"), inside, inside}},
                              {If{local("v"), inside, {}}}};
    CHECK(waits(twice, 1).behindBranches == 2); // one after the other
    // What is known without a load decides, or nothing is loaded inside: nothing waits.
    CHECK(waits({declared("v", e + 1280 * k), {If{local("k"), inside, {}}}}, 1).behindBranches ==
          0);
    const auto number = std::make_shared<const Value>(Value{Literal{"1"}, ir::ScalarType::int32});
    CHECK(
        waits({declared("v", e + 1280 * k), {If{local("v"), {{AssignScalar{"v", number}}}, {}}}}, 1)
            .behindBranches == 0);
}

} // namespace waits_test

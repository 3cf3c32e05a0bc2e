// Loads of a loop's turns to come: the ring, and loops that have none.
#include "core/codegen/launch/choose_launch.h"
#include "core/codegen/launch/launch_facts.h"
#include "core/codegen/launch/prefetch_loops.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace prefetch_loops_test {

using namespace mw;
using namespace mw::codegen;
using symbolic::Expr;

namespace {

ValuePtr element(const std::string& buffer, const Expr& index) {
    return std::make_shared<Value>(Value{Load{buffer, index}, ir::ScalarType::float64});
}

/// for k = 0 .. 9: let a = x[index]; sum = a; z[e + 1000 * k] = a
Kernel scan(const Expr& index, std::int64_t turns = 10) {
    Kernel kernel = test::kernelOf(test::kMetric);
    kernel.dims.erase(kernel.dims.begin());
    const auto a = std::make_shared<Value>(Value{LocalRef{"a"}, ir::ScalarType::float64});
    For loop;
    loop.variable = std::string("k");
    loop.begin = 0;
    loop.end = turns - 1;
    loop.step = 1;
    loop.body = {{DeclareScalar{ir::ScalarType::float64, "a", element("x", index)}},
                 {AssignScalar{"sum", a}},
                 {Store{"z",
                        Expr::symbol("e") + Expr(1000) * Expr::symbol("k"),
                        a,
                        ir::ScalarType::float64,
                        {}}}};
    kernel.body = {{DeclareScalar{ir::ScalarType::float64, "sum", nullptr, false}}, {loop}};
    return kernel;
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++n;
    return n;
}

const Expr kLevel = Expr::symbol("e") + Expr(1000) * Expr::symbol("k");

} // namespace

TEST_CASE("a ring of loads runs ahead of a loop") {
    Kernel kernel = scan(kLevel);
    CHECK(prefetchableLoads(kernel) == 1);
    kernel.launch.prefetch = 3;
    const std::string text = dump(prefetched(kernel));
    INFO(text);
    // 10 turns: 2 groups of 3, then 4 turns that load one more element
    CHECK(text.find("for k: int32 = 0 .. 5 step 3 unroll 1 {") != std::string::npos);
    CHECK(count(text, "x[") == 3 + 3 + 1);
    CHECK(count(text, "z[") == 3 + 4);
}

TEST_CASE("short loops, and loads that other turns decide, have no ring") {
    Kernel kernel = scan(kLevel, 5);
    kernel.launch.prefetch = 3;
    CHECK(dump(prefetched(kernel)) == dump(kernel));
    CHECK(prefetchableLoads(scan(kLevel + Expr::symbol("sum"))) == 0);
    CHECK(prefetchableLoads(scan(Expr::symbol("e"))) == 0);
    Kernel inPlace = scan(kLevel);
    for (BufferParam& buffer : inPlace.buffers)
        buffer.written = true;
    CHECK(prefetchableLoads(inPlace) == 0);
}

TEST_CASE("a loop whose length is an argument asks in every turn, and before every load") {
    Kernel kernel = scan(kLevel);
    const auto loopOf = [&](const Expr& begin, const Expr& end, int step) {
        Kernel open = kernel;
        auto& loop = std::get<For>(open.body.back().kind);
        loop.begin = begin;
        loop.end = end;
        loop.step = step;
        open.launch.prefetch = 3;
        return open;
    };
    const Expr n = Expr::symbol("n");
    const Kernel up = loopOf(0, n - 1, 1);
    CHECK(prefetchableLoads(up) == 1);
    const std::string text = dump(prefetched(up));
    INFO(text);
    CHECK(text.find("for k: int32 = 0 .. n - 1 step 3 unroll 1 {") != std::string::npos);
    CHECK(count(text, "z[") == 3);
    CHECK(count(text, "x[") == 3 + 3);
    CHECK(count(text, "if 1 <= (n - 1)") == 1); // the second slot is filled if there is such a turn
    CHECK(count(text, "if (k + 2) <= (n - 1)") == 1);
    CHECK(count(text, "if (k + 5) <= (n - 1)") == 1);
    const std::string down = dump(prefetched(loopOf(n, 1, -1)));
    INFO(down);
    CHECK(count(down, "if (k - 2) >= 1") == 1);
    CHECK(prefetchableLoads(loopOf(0, Expr::symbol("sum"), 1)) == 0); // it changes
    Kernel box = up;
    std::get<For>(box.body.back().kind).over = For::Over::box;
    CHECK(prefetchableLoads(box) == 0);
}

TEST_CASE("the rule keeps about sixteen loads in flight") {
    LaunchFacts facts = launchFacts(scan(kLevel));
    facts.prefetchableLoads = 1;
    CHECK(chooseLaunch(facts, {}).prefetch == 8);
    facts.prefetchableLoads = 4;
    CHECK(chooseLaunch(facts, {}).prefetch == 4);
    facts.prefetchableLoads = 40;
    CHECK(chooseLaunch(facts, {}).prefetch == 1);
    facts.prefetchableLoads = 0;
    CHECK(chooseLaunch(facts, {}).prefetch == 0);
}

} // namespace prefetch_loops_test

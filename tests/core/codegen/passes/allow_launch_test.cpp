// The passes that say what a launch may make use of: each is seen in the kernel's text on a device,
// and missing there without it.
#include "core/codegen/codegen.h"
#include "core/codegen/launch/launch_choice.h"
#include "core/ir/dump.h"
#include "tests/core/codegen/passes/around_pass.h"
#include "tests/support/catch.h"

namespace allow_launch_test {

using namespace mw;
using test::aroundPass;
using test::changedLines;

namespace {

// z[e, k] = w[e] * v[e] * x[e, k] over edges e (unit stride) and levels k.
constexpr const char* kLevels = R"(sdfg levels {
  array v float64 [67200]
  array w float64 [67200]
  array x float64 [67200, 80] strides [1, 67200]
  array z float64 [67200, 80] strides [1, 67200]
  state main {
    nv = access v
    nw = access w
    nx = access x
    nz = access z
    m = map m [e = 0:67200, k = 0:80] -> x1
    t = tasklet t `o = a * b * c`
    x1 = exit m
    nv -> m.IN_v : v[0:67200]
    nw -> m.IN_w : w[0:67200]
    nx -> m.IN_x : x[0:67200, 0:80]
    m.OUT_v -> t.a : v[e]
    m.OUT_w -> t.b : w[e]
    m.OUT_x -> t.c : x[e, k]
    t.o -> x1.IN_z : z[e, k]
    x1.OUT_z -> nz : z[0:67200, 0:80]
  }
}
)";

// for k: z[e, k] = x[e, k] + z[e, k - 1], a column per thread.
constexpr const char* kScan = R"(sdfg scan {
  array x float64 [67200, 80] strides [1, 67200]
  array z float64 [67200, 80] strides [1, 67200]
  state main {
    nx = access x
    nz = access z
    m = map m [e = 0:67200] -> x1
    n = map n [k = 0:80] schedule Sequential -> x2
    t = tasklet t `o = 2.0 * a`
    x2 = exit n
    x1 = exit m
    nx -> m.IN_x : x[0:67200, 0:80]
    m.OUT_x -> n.IN_x : x[e, 0:80]
    n.OUT_x -> t.a : x[e, k]
    t.o -> x2.IN_z : z[e, k]
    x2.OUT_z -> x1.IN_z : z[e, 0:80]
    x1.OUT_z -> nz : z[0:67200, 0:80]
  }
}
)";

codegen::Plan planWithout(const char* program, const std::string& pass) {
    codegen::LowerOptions options;
    if (!pass.empty())
        options.without = {pass};
    auto plan = codegen::lower(**ir::parseDump(program), options);
    REQUIRE(plan);
    return *plan;
}

codegen::LaunchChoice launchWithout(const char* program, const std::string& pass) {
    return planWithout(program, pass).kernels.at(0).launch;
}

std::string textWithout(const char* program, const std::string& pass) {
    return codegen::print(planWithout(program, pass), codegen::Target::cuda).text;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("what a launch may make use of is dumped pass by pass") {
    CHECK(changedLines(aroundPass("choose-blocks", kLevels)) == "+ launch: a block by rule\n");
    CHECK(changedLines(aroundPass("schedule-levels", kLevels)) ==
          "- launch: a block by rule, bounds by registers\n"
          "+ launch: a block by rule, bounds by registers, levels per thread\n");
    CHECK(changedLines(aroundPass("prefetch-loops", kLevels)).empty());
    CHECK(changedLines(aroundPass("prefetch-loops", kScan)) ==
          "- launch: a block by rule\n+ launch: a block by rule, loads ahead of a loop\n");
}

TEST_CASE("schedule-levels: a thread for every level without it, and all else as it was") {
    const codegen::LaunchChoice with = launchWithout(kLevels, "");
    const codegen::LaunchChoice without = launchWithout(kLevels, "schedule-levels");
    CHECK(with.levelsPerThread == 20);
    CHECK(without.levelsPerThread == 1);
    CHECK(without.block == std::array<int, 3>{64, 2, 1}); // the rule for blocks still holds
    CHECK(without.minBlocksPerSm == with.minBlocksPerSm);
    CHECK_FALSE(has(textWithout(kLevels, "schedule-levels"), "k_run"));
}

TEST_CASE("hoist-shared: operands without a level are read for each level without it") {
    const auto loads = [](const std::string& text) {
        const auto loop = text.find("for (", text.find("void __launch"));
        return has(text.substr(loop), "&w[");
    };
    CHECK_FALSE(loads(textWithout(kLevels, "")));
    CHECK(loads(textWithout(kLevels, "hoist-shared")));
}

TEST_CASE("group-loads: one level at a time without it") {
    CHECK(launchWithout(kLevels, "").levelsPerGroup == 2);
    CHECK(launchWithout(kLevels, "group-loads").levelsPerGroup == 1);
    CHECK(launchWithout(kLevels, "group-loads").levelsPerThread == 20);
}

TEST_CASE("bound-registers: only what the map asks for without it") {
    CHECK(has(textWithout(kLevels, ""), "__launch_bounds__(128, 4)"));
    CHECK(has(textWithout(kLevels, "bound-registers"), "__launch_bounds__(128)"));
}

TEST_CASE("choose-blocks: the block of the map without it, else a row") {
    CHECK(launchWithout(kScan, "").block == std::array<int, 3>{64, 1, 1});
    CHECK(launchWithout(kScan, "choose-blocks").block == std::array<int, 3>{128, 1, 1});
}

TEST_CASE("prefetch-loops: no loads ahead without it") {
    CHECK(launchWithout(kScan, "").prefetch == 8);
    CHECK(launchWithout(kScan, "prefetch-loops").prefetch == 0);
    CHECK_FALSE(has(textWithout(kScan, "prefetch-loops"), "_ahead_"));
}

TEST_CASE("mark-read-only, mark-streaming: plain loads without them") {
    CHECK(has(textWithout(kLevels, ""), "__ldg(&w["));
    CHECK_FALSE(has(textWithout(kLevels, "mark-read-only"), "__ldg(&w["));
    CHECK(has(textWithout(kLevels, ""), "mw_load_cs(&x["));
    CHECK(has(textWithout(kLevels, "mark-streaming"), "__ldg(&x["));
}

} // namespace allow_launch_test

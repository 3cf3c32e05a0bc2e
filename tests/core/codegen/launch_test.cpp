#include "core/codegen/codegen.h"
#include "core/codegen/dependence.h"
#include "core/codegen/finish.h"
#include "core/codegen/traffic.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

using namespace mw;
using namespace mw::codegen;
using symbolic::Expr;

namespace {

/// z[e, k] = w[e] * x[t[e], k] over edges e (unit stride) and levels k; `row`: a map without w.
codegen::Kernel kernelOf(const char* text) {
    const auto document = ir::parseDump(text);
    if (!document)
        FAIL(document.error().sentence);
    const auto plan = lower(**document);
    if (!plan)
        FAIL(toString(plan.error()));
    REQUIRE(plan->kernels.size() == 1);
    return plan->kernels[0];
}

constexpr const char* kMetric = R"(sdfg metric {
  array w float64 [1000]
  array x float64 [1000, 80] strides [1, 1000]
  array z float64 [1000, 80] strides [1, 1000]
  state main {
    n0 = access x
    n5 = access w
    n1 = map m [e = 0:1000, k = 0:80] -> n3
    n2 = tasklet t `c = (a * b)`
    n3 = exit n1
    n4 = access z
    n0 -> n1.IN_x : x[0:1000, 0:80]
    n5 -> n1.IN_w : w[0:1000]
    n1.OUT_x -> n2.a : x[e, k]
    n1.OUT_w -> n2.b : w[e]
    n2.c -> n3.IN_z : z[e, k]
    n3.OUT_z -> n4 : z[0:1000, 0:80]
  }
}
)";

constexpr const char* kStream = R"(sdfg stream {
  array x float64 [1280, 80] strides [1, 1280]
  array z float64 [1280, 80] strides [1, 1280]
  state main {
    n0 = access x
    n1 = map m [e = 0:1280, k = 0:80] -> n3
    n2 = tasklet t `c = (2.0 * a)`
    n3 = exit n1
    n4 = access z
    n0 -> n1.IN_x : x[0:1280, 0:80]
    n1.OUT_x -> n2.a : x[e, k]
    n2.c -> n3.IN_z : z[e, k]
    n3.OUT_z -> n4 : z[0:1280, 0:80]
  }
}
)";

std::string textOf(const Kernel& kernel, Target target) {
    Plan plan;
    plan.program = "p";
    plan.kernels = {kernel};
    const std::string text = print(plan, target).text;
    return text.substr(text.find("extern \"C\" __global__"));
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("block, bounds, registers and warps come from the map") {
    ir::Map map;
    Kernel kernel;
    launchAttributes(map, kernel);
    CHECK(kernel.block == std::array<int, 3>{0, 0, 0}); // chosen when the body is known

    map.gpuBlockSize = {16, 4, 2, 3};
    map.gpuMaxRegisters = 40;
    map.gpuMinWarps = 2;
    map.gpuLaunchBounds = "512";
    launchAttributes(map, kernel);
    CHECK(kernel.block == std::array<int, 3>{16, 4, 6}); // what is more than three goes to z
    CHECK(kernel.maxRegisters == 40);
    CHECK(kernel.minBlocksPerSm == 2);
    CHECK(kernel.boundThreads == 512);
}

TEST_CASE("launch attributes stand in the printed kernel") {
    Kernel kernel = kernelOf(kStream);
    kernel.block = {32, 8, 1};
    CHECK(contains(textOf(kernel, Target::cuda), "void __launch_bounds__(256) m__z("));
    kernel.minBlocksPerSm = 3;
    CHECK(contains(textOf(kernel, Target::cuda), "void __launch_bounds__(256, 3) m__z("));
    CHECK(contains(textOf(kernel, Target::hip), "void __launch_bounds__(256, 3) m__z("));
    kernel.boundThreads = 512;
    CHECK(contains(textOf(kernel, Target::cuda), "void __launch_bounds__(512, 3) m__z("));
    kernel.boundThreads = -1;
    CHECK(contains(textOf(kernel, Target::cuda), "void m__z("));
    kernel.boundThreads = 0;
    kernel.maxRegisters = 40; // NVRTC takes it as an option, per kernel
    CHECK(contains(textOf(kernel, Target::cuda), "void __launch_bounds__(256) m__z("));
    CHECK(contains(textOf(kernel, Target::hip),
                   "void __launch_bounds__(256) __attribute__((amdgpu_num_vgpr(40))) m__z("));
}

TEST_CASE("unrolling is said before the loop, a factor of one included") {
    Kernel kernel = kernelOf(kStream);
    For loop;
    loop.variable = "j";
    loop.begin = 0;
    loop.end = 3;
    loop.step = 1;
    for (const auto& [unroll, line] :
         {std::pair{-1, "#pragma unroll\n"}, std::pair{1, "#pragma unroll 1\n"},
          std::pair{4, "#pragma unroll 4\n"}}) {
        loop.unroll = unroll;
        kernel.body = {{loop}};
        CHECK(contains(textOf(kernel, Target::cuda), line));
        CHECK(contains(textOf(kernel, Target::hip), line));
    }
    loop.unroll = 0;
    kernel.body = {{loop}};
    CHECK_FALSE(contains(textOf(kernel, Target::cuda), "#pragma"));
}

TEST_CASE("the block of a map that says none follows its shape and the device") {
    const Kernel metric = kernelOf(kMetric);
    CHECK(metric.block == std::array<int, 3>{32, 8, 1}); // w is read once for eight levels
    CHECK(defaultBlock(metric, 64) == std::array<int, 3>{64, 4, 1});
    const Kernel stream = kernelOf(kStream);
    CHECK(stream.block == std::array<int, 3>{128, 1, 1}); // nothing to share: whole rows

    Kernel narrow = stream; // 80 along x: 128 threads would leave 48 without work
    narrow.dims.back().end = 79;
    CHECK(defaultBlock(narrow, 32) == std::array<int, 3>{32, 8, 1});

    Kernel column = stream;
    column.dims.erase(column.dims.begin());
    CHECK(defaultBlock(column, 32) == std::array<int, 3>{128, 1, 1});
    column.body = {{For{"k", ir::ScalarType::int32, 0, 79, 1, 0, column.body}}};
    CHECK(defaultBlock(column, 32) == std::array<int, 3>{64, 1, 1});
}

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
    loop.end = Expr::symbol("M"); // not known: no figure
    kernel.body = {{loop}};
    CHECK(modelledTraffic(kernel, {}) == 0);
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

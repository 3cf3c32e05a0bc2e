#include "core/codegen/codegen.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"

using namespace mw;
using codegen::Target;

namespace {

// y = 2 x over a box; the horizontal dimension i has unit stride, so it must end on x.
constexpr const char* kScale = R"(sdfg scale {
  symbols N:int32 K:int32
  array x float64 [N, K] strides [1, N]
  array y float64 [N, K] strides [1, N]
  state main {
    n0 = access x
    n1 = map m [i = 0:N, k = 0:K] -> n3
    n2 = tasklet t `b = (2.0 * a)`
    n3 = exit n1
    n4 = access y
    n0 -> n1.IN_x : x[0:N, 0:K]
    n1.OUT_x -> n2.a : x[i, k]
    n2.b -> n3.IN_y : y[i, k]
    n3.OUT_y -> n4 : y[0:N, 0:K]
  }
}
)";

codegen::Plan lowered(bool specialised) {
    const auto document = ir::parseDump(kScale);
    REQUIRE(document);
    codegen::LowerOptions options;
    if (specialised) {
        options.constants["N"] = symbolic::Value::integer(1000);
        options.constants["K"] = symbolic::Value::integer(80);
    }
    auto plan = codegen::lower(**document, options);
    if (!plan)
        FAIL(toString(plan.error()));
    return *plan;
}

/// The text of the first kernel.
std::string kernelText(const codegen::Plan& plan, Target target) {
    const auto source = codegen::print(plan, target);
    REQUIRE(source.kernels.size() == 1);
    return source.text.substr(source.text.find("// m:"));
}

} // namespace

TEST_CASE("a map becomes one kernel with the unit stride innermost") {
    const auto plan = lowered(true);
    REQUIRE(plan.kernels.size() == 1);
    const auto& kernel = plan.kernels.front();
    CHECK(kernel.name == "m__y");
    CHECK(kernel.dims.back().param == "i");
    CHECK_FALSE(kernel.wideIndex);
    CHECK(kernel.bytesRead == symbolic::Expr(640000));
    CHECK(kernel.bytesWritten == symbolic::Expr(640000));
    CHECK(kernel.flops == symbolic::Expr(80000));
    const auto shape = codegen::launchShape(kernel, {});
    REQUIRE(shape);
    CHECK(shape->grid == std::array<unsigned, 3>{8, 80, 1});
    CHECK(shape->block == std::array<unsigned, 3>{128, 1, 1});
}

TEST_CASE("the text of a specialised kernel") {
    const auto plan = lowered(true);
    CHECK(kernelText(plan, Target::cuda) == R"(// m: k = 0 .. 79, i = 0 .. 999
extern "C" __global__ void __launch_bounds__(128) m__y(const double* __restrict__ x, double* __restrict__ y) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int k = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if (i > 999 || k > 79)
        return;
    __stcs(&y[i + 1000 * k], static_cast<double>(2.0 * __ldcs(&x[i + 1000 * k])));
}
)");
    CHECK(kernelText(plan, Target::hip).find("__builtin_nontemporal_load(&x[i + 1000 * k])") !=
          std::string::npos);
    CHECK(kernelText(plan, Target::cpu) == R"(// m: k = 0 .. 79, i = 0 .. 999
extern "C" void m__y(void** args) {
    const double* __restrict__ x = *static_cast<const double**>(args[0]);
    double* __restrict__ y = *static_cast<double**>(args[1]);
    #pragma omp parallel for schedule(static)
    for (int k = 0; k <= 79; ++k) {
        #pragma omp simd
        for (int i = 0; i <= 999; ++i) {
            y[i + 1000 * k] = 2.0 * x[i + 1000 * k];
        }
    }
}
)");
}

TEST_CASE("symbols that are not known stay arguments of 64 bits") {
    const auto plan = lowered(false);
    REQUIRE(plan.symbols.size() == 2);
    const auto& kernel = plan.kernels.front();
    CHECK(kernel.wideIndex);
    REQUIRE(kernel.scalars.size() == 2);
    CHECK(kernel.scalars.front().name == "K");
    CHECK(kernel.scalars.front().type == ir::ScalarType::int64);
    symbolic::Bindings empty;
    empty["N"] = symbolic::Value::integer(0);
    empty["K"] = symbolic::Value::integer(80);
    const auto shape = codegen::launchShape(kernel, empty);
    REQUIRE(shape);
    CHECK(shape->grid == std::array<unsigned, 3>{0, 0, 0});
}

TEST_CASE("a plan goes through JSON unchanged, and wrong JSON is one sentence") {
    const std::string json = codegen::toJson(lowered(false));
    const auto back = codegen::planFromJson(json);
    REQUIRE(back);
    CHECK(codegen::toJson(*back) == json);
    CHECK(codegen::planFromJson("{").error().code == "plan-json");
    CHECK(codegen::planFromJson("{\"program\": 3}").error().code == "plan-json");
}

// From a map to a plan and the text of its kernel, for every target.
#include "core/codegen/codegen.h"
#include "core/ir/dump.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

namespace codegen_test {

using namespace mw;
using codegen::Target;
using test::lowered;

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

codegen::Plan scale(bool specialised) {
    codegen::LowerOptions options;
    if (specialised) {
        options.constants["N"] = symbolic::Value::integer(1000);
        options.constants["K"] = symbolic::Value::integer(80);
    }
    return lowered(kScale, options);
}

/// The text of the first kernel.
std::string kernelText(const codegen::Plan& plan, Target target) {
    const auto source = codegen::print(plan, target);
    REQUIRE(source.kernels.size() == 1);
    return source.text.substr(source.text.find("// y (m):"));
}

} // namespace

TEST_CASE("a map becomes one kernel with the unit stride innermost") {
    const auto plan = scale(true);
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
    CHECK(shape->grid == std::array<unsigned, 3>{16, 40, 1});
    CHECK(shape->block == std::array<unsigned, 3>{64, 2, 1});
}

TEST_CASE("the text of a specialised kernel") {
    const auto plan = scale(true);
    CHECK(kernelText(plan, Target::cuda) == R"(// y (m): k = 0 .. 79, i = 0 .. 999
extern "C" __global__ void __launch_bounds__(128, 4) m__y(const double* __restrict__ x, double* __restrict__ y) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int k = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if (i > 999 || k > 79)
        return;
    const double x_element = mw_load_cs(&x[i + 1000 * k]);
    mw_store_cs(&y[i + 1000 * k], static_cast<double>(2.0 * x_element));
}
)");
    CHECK(kernelText(plan, Target::hip).find("__builtin_nontemporal_load(&x[i + 1000 * k])") !=
          std::string::npos);
    CHECK(kernelText(plan, Target::cpu) == R"(// y (m): k = 0 .. 79, i = 0 .. 999
extern "C" void m__y(void** args) {
    const double* __restrict__ x = *static_cast<const double**>(args[0]);
    double* __restrict__ y = *static_cast<double**>(args[1]);
    #pragma omp parallel for schedule(static)
    for (int k = 0; k <= 79; ++k) {
        #pragma omp simd
        for (int i = 0; i <= 999; ++i) {
            const double x_element = x[i + 1000 * k];
            y[i + 1000 * k] = 2.0 * x_element;
        }
    }
}
)");
}

TEST_CASE("symbols that are not known stay arguments of 64 bits") {
    const auto plan = scale(false);
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

TEST_CASE("a launch of more iterations than can be counted is refused") {
    auto kernel = scale(false).kernels.front();
    kernel.dims.back().begin = std::numeric_limits<std::int64_t>::min() + 1;
    kernel.dims.back().end = std::numeric_limits<std::int64_t>::max();
    const auto shape = codegen::launchShape(
        kernel, {{"N", symbolic::Value::integer(8)}, {"K", symbolic::Value::integer(8)}});
    REQUIRE_FALSE(shape);
    CHECK(shape.error().code == "launch-size");
    CHECK(shape.error().sentence.find("'i'") != std::string::npos);
}

TEST_CASE("a plan goes through JSON unchanged, and wrong JSON is one sentence") {
    const std::string json = codegen::toJson(scale(false));
    const auto back = codegen::planFromJson(json);
    REQUIRE(back);
    CHECK(codegen::toJson(*back) == json);
    CHECK(codegen::planFromJson("{").error().code == "plan-json");
    CHECK(codegen::planFromJson("{\"program\": 3}").error().code == "plan-json");
}

namespace {

bool has(const codegen::Plan& plan, Target target, const std::string& text) {
    const std::string source = codegen::print(plan, target).text;
    INFO(source);
    return source.find(text) != std::string::npos;
}

std::string accumulation(const std::string& lambda, const std::string& more) {
    return "sdfg g {\n symbols N:int32\n array x float64 [N]\n array y float64 [1]\n state s {\n"
           " a = access x; b = access y; m = map m [i = 0:N] -> e\n t = tasklet t `o = v`\n"
           " e = exit m\n a -> m.IN_x : x[0:N]; m.OUT_x -> t.v : x[i]\n t.o -> e.IN_y : y[0] wcr "
           "`" +
           lambda + "`" + more + "; e.OUT_y -> b : y[0] wcr `" + lambda + "`" + more + "\n }\n}\n";
}

/// y[i] = f[t[i], 1].
std::string gather(const std::string& rows, const std::string& stride) {
    return "sdfg g {\n array f float64 [" + rows + ", 4] strides [" + stride + ", 1] total [" +
           rows + " * " + stride +
           "]\n array t int32 [100]\n array y float64 [100]\n state s {\n"
           " a = access f; b = access t; c = access y; m = map m [i = 0:100] -> e\n"
           " g = tasklet g `o = v[k, 1]`\n e = exit m\n a -> m.IN_f : f[0:" +
           rows + ", 0:4]; b -> m.IN_t : t[0:100]\n m.OUT_f -> g.v : f[0:" + rows +
           ", 0:4]; m.OUT_t -> g.k : t[i]\n g.o -> e.IN_y : y[i]; e.OUT_y -> c : y[0:100]\n }\n}\n";
}

} // namespace

TEST_CASE("conflicts in a parallel map are atomic on every target, unless the graph says not") {
    const auto sum = lowered(accumulation("lambda a, b: a + b", ""));
    for (const Target target : {Target::cpu, Target::cuda, Target::hip})
        CHECK(has(sum, target, "mw_atomic_sum(&y[0], "));
    CHECK(has(sum, Target::cpu, "#pragma omp atomic"));
    CHECK(has(sum, Target::cuda, "atomicAdd(at, v)"));
    const auto custom = lowered(accumulation("lambda a, b: a - b", ""));
    CHECK(has(custom, Target::cuda, "mw_atomic_update(&y[0], [=](double mw_old) { return "));
    const auto plain = lowered(accumulation("lambda a, b: a + b", " nonatomic"));
    CHECK_FALSE(has(plain, Target::cuda, "mw_atomic_sum(&"));
}

TEST_CASE("index arithmetic has 32 bits only where that is proven") {
    CHECK_FALSE(lowered(gather("1000", "4")).kernels[0].wideIndex);
    CHECK(lowered(gather("1000000", "10000")).kernels[0].wideIndex); // the array is too large
    const auto plan = lowered(gather("1000000", "10000"));
    CHECK(has(plan, Target::cuda, "const long long k = ")); // the table's entry times 10000
}

TEST_CASE("sequential maps in a kernel unroll as the map says, scans are loops") {
    const auto plan = lowered(R"(sdfg g {
  symbols K:int32
  array y float64 [K]
  state s {
    m = map m [b = 0:K:4] -> e
    n = map n [k = b:Min(b + 4, K)] schedule Sequential unroll 2 -> f
    t = tasklet t `o = 1.0`
    f = exit n
    e = exit m
    c = access y
    m -> n
    n -> t
    t.o -> f.IN_y : y[k]
    f.OUT_y -> e.IN_y : y[b:Min(b + 4, K)]
    e.OUT_y -> c : y[0:K]
  }
}
)");
    CHECK(has(plan, Target::cpu, "#pragma GCC unroll 2\n"));
    CHECK(has(plan, Target::cuda, "#pragma unroll 2\n"));
    CHECK(has(plan, Target::cpu, "for (long long k = b; k <= "));
}

TEST_CASE("a sequential map of the program is a loop of one thread on every target") {
    const auto plan = lowered(R"(sdfg g {
  symbols K:int32
  array y float64 [K, 4]
  state s {
    m = map m [k = 0:K, j = 0:4] schedule Sequential -> e
    t = tasklet t `o = 1.0`
    e = exit m
    c = access y
    m -> t
    t.o -> e.IN_y : y[k, j]
    e.OUT_y -> c : y[0:K, 0:4]
  }
}
)");
    for (const Target target : {Target::cpu, Target::cuda, Target::hip}) {
        CHECK(has(plan, target, "for (long long k = 0; k <= "));
        CHECK(has(plan, target, "for (long long j = 0; j <= 3; ++j) {"));
    }
    CHECK_FALSE(has(plan, Target::cuda, "blockIdx"));
}

TEST_CASE("the same graph gives the same kernels and plan, read again or not") {
    const auto once = lowered(kScale), again = lowered(kScale);
    CHECK(codegen::toJson(once) == codegen::toJson(again));
    for (const Target target : {Target::cpu, Target::cuda, Target::hip})
        CHECK(codegen::print(once, target).text == codegen::print(again, target).text);
}

TEST_CASE("what code hands to code outside of maps is refused by name") {
    const auto document = ir::parseDump(R"(sdfg g {
  array a float64 [1]
  state main {
    t = tasklet first `o = 2.0`
    u = tasklet second `p = (v + 1.0)`
    a = access a
    t.o -> u.v
    u.p -> a : a[0]
  }
}
)");
    REQUIRE(document);
    const auto plan = codegen::lower(**document, {});
    REQUIRE_FALSE(plan);
    CHECK(plan.error().code == "cannot-lower");
    CHECK(plan.error().sentence.find("'second' gets a value from 'first'") != std::string::npos);
}

TEST_CASE("what an earlier call left in a temporary is not known") {
    // t counts calls, or is written before it is read.
    const auto counting = [](const std::string& attributes, bool beginning) {
        return ir::parseDump(
            "sdfg g {\n  array a float64 [1]\n  array t float64 [1] transient" + attributes + "\n" +
            (beginning ? "  state first { b = access a; t = access t; b -> t : a[0] "
                         "-> [0] }\n"
                       : "") +
            R"(  state main {
    t = access t
    f = tasklet more `o = (p + 1.0)`
    u = access t
    a = access a
    t -> f.p : t[0]
    f.o -> u : t[0]
    u -> a : t[0] -> [0]
  }
)" + (beginning ? "  first -> main\n}\n" : "}\n"));
    };
    for (const std::string lifetime : {"Persistent", "External", "Global"}) {
        const auto kept = counting(" lifetime " + lifetime, false);
        REQUIRE(kept);
        const auto plan = codegen::lower(**kept, {});
        REQUIRE_FALSE(plan);
        CHECK(plan.error().sentence.find("'t' has the lifetime " + lifetime) != std::string::npos);
        const auto written = counting(" lifetime " + lifetime, true);
        REQUIRE(written);
        CHECK(codegen::lower(**written, {}).has_value());
    }
    const auto scoped = counting("", false);
    REQUIRE(scoped);
    CHECK(codegen::lower(**scoped, {}).has_value());
}

} // namespace codegen_test

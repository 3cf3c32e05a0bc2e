// What callers of a library are told: its arguments, and the texts that C and Fortran include.

#include "app/workbench/callers/c_header.h"
#include "app/workbench/callers/call_description.h"
#include "app/workbench/callers/fortran_module.h"
#include "app/workbench/callers/fortran_sizes.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>

namespace callers_test {

using namespace mw;
using namespace mw::test;
using symbolic::Dialect;
using symbolic::Expr;
using workbench::CallDescription;
using workbench::CalledArgument;
using Kind = codegen::LibraryArgument::Kind;

namespace {

Expr expr(const std::string& text) {
    const auto parsed = symbolic::parse(text, Dialect::plain);
    REQUIRE(parsed);
    return *parsed;
}

CalledArgument arrayArgument(const std::string& name, const std::vector<std::string>& shape,
                             const std::vector<std::string>& strides,
                             ir::ScalarType type = ir::ScalarType::float64) {
    CalledArgument one;
    one.argument = {name, type, Kind::array};
    for (const auto& text : shape)
        one.shape.push_back(expr(text));
    for (const auto& text : strides)
        one.strides.push_back(expr(text));
    one.dimensions.resize(shape.size());
    one.origins.resize(shape.size());
    return one;
}
CalledArgument symbolArgument(const std::string& name,
                              ir::ScalarType type = ir::ScalarType::int32) {
    CalledArgument one;
    one.argument = {name, type, Kind::symbol};
    return one;
}

std::string stepText(const CallDescription& call, const workbench::SizeStep& step) {
    const auto& array = call.arguments[step.argument].argument.name;
    return array + (step.stride ? " stride " : " size ") + std::to_string(step.dimension) + ": " +
           (step.symbol.empty() ? "is " : step.symbol + " less ") + symbolic::print(step.rest);
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("symbols are found from the first array that says them, and compared with the others") {
    CallDescription call{"p", codegen::Target::cpu, {}, {}};
    call.arguments = {arrayArgument("a", {"N + 1", "r1 - r0"}, {"1", "S"}),
                      arrayArgument("b", {"N", "2*M"}, {"1", "T"}), symbolArgument("M"),
                      symbolArgument("C")};
    call.arguments[0].origins[1] = "r0";
    call.constants.emplace("T", symbolic::Value::integer(8));
    const auto plan = workbench::planSizes(call);
    CHECK(plan.derived == std::set<std::string, std::less<>>{"N", "S", "r1"});
    CHECK(plan.fixed.size() == 2);
    std::vector<std::string> steps;
    for (const auto& step : plan.steps)
        steps.push_back(stepText(call, step));
    CHECK(steps == std::vector<std::string>{"a size 0: N less 1", "a size 1: r1 less -r0",
                                            "b size 0: is N", "a stride 0: is 1",
                                            "a stride 1: S less 0", "b stride 0: is 1",
                                            "b stride 1: is T", "b size 1: is 2*M"});
}

TEST_CASE("what a library makes no use of need not be passed, unless sizes are checked by it") {
    CallDescription call{"p", codegen::Target::cpu, {}, {}};
    call.arguments = {arrayArgument("a", {"N"}, {"1"}), symbolArgument("N"), symbolArgument("M"),
                      symbolArgument("L")};
    workbench::leaveOut(call, {"N", "M"});
    CHECK_FALSE(call.arguments[1].usual);
    CHECK(call.arguments[2].usual == 0);
    CHECK_FALSE(call.arguments[3].usual);
    const auto module = workbench::fortranModule(call);
    REQUIRE(module);
    CHECK(has(*module, "subroutine p(a, L, status, message)"));
}

TEST_CASE("sizes in Fortran are sums and products of names that it has") {
    CHECK(workbench::fortranText(expr("2*__N + 1"), {{"__N", "mw_1"}}) == "2*mw_1 + 1");
    CHECK(workbench::fortranText(expr("N"), {}).empty());
    CHECK(workbench::fortranText(expr("Max(N, 3)"), {{"N", "mw_1"}}).empty());
    CHECK(workbench::fortranText(expr("int_floor(N, 2)"), {{"N", "mw_1"}}).empty());
}

TEST_CASE(
    "names of a Fortran module begin with a letter, are short, and differ whatever their case") {
    CallDescription call{"p", codegen::Target::cuda, {}, {}};
    const std::string longName = "x" + std::string(80, 'y');
    call.arguments = {arrayArgument("Status", {"3"}, {"1"}), arrayArgument("vn", {"3"}, {"1"}),
                      symbolArgument("VN"), symbolArgument("__vn"), symbolArgument(longName)};
    const auto module = workbench::fortranModule(call);
    REQUIRE(module);
    CHECK(has(*module, "subroutine p(Status_2, vn, VN_2, vn_3, "));
    CHECK(has(*module, "integer(c_int32_t), intent(in) :: x" + std::string(49, 'y') + "\n"));
    CHECK(has(*module, "!$acc host_data use_device"));
    CHECK(has(*module, "p_set_stream"));
    call.arguments.push_back(arrayArgument("h", {"3"}, {"1"}, ir::ScalarType::float16));
    const auto refused = workbench::fortranModule(call);
    REQUIRE_FALSE(refused);
    CHECK(has(refused.error().sentence, "the argument 'h' has the type float16"));
}

TEST_CASE("what a Fortran module has of a long program fits into Fortran's names") {
    CallDescription call{std::string(70, 'p'), codegen::Target::cuda, {}, {}};
    call.arguments = {arrayArgument("a", {"3"}, {"1"})};
    const auto module = workbench::fortranModule(call);
    REQUIRE(module);
    std::size_t longest = 0; // of what is declared
    for (const std::string keyword : {"module ", "subroutine "})
        for (auto at = module->find(keyword); at != std::string::npos;
             at = module->find(keyword, at + 1)) {
            const auto begin = at + keyword.size();
            longest = std::max(longest, module->find_first_of(" (\n", begin) - begin);
        }
    CHECK(longest <= 63);
    CHECK(longest > 50);
}

TEST_CASE("a size that Fortran cannot work out is an argument") {
    CallDescription call{"p", codegen::Target::cpu, {}, {}};
    call.arguments = {arrayArgument("a", {"N + int_floor(M, 2)"}, {"1"}), symbolArgument("N"),
                      symbolArgument("M")};
    CHECK(workbench::planSizes(call).derived.empty());
    const auto module = workbench::fortranModule(call);
    REQUIRE(module);
    CHECK(has(*module, "subroutine p(a, N, M, status, message)"));
}

TEST_CASE("what Fortran has no way to write is refused by name, other numbers are exact") {
    CallDescription call{"p", codegen::Target::cpu, {}, {}};
    call.arguments = {arrayArgument("a", {"3"}, {"1"})};
    CalledArgument dt;
    dt.argument = {"dt", ir::ScalarType::float64, Kind::scalar};
    call.arguments.push_back(dt);
    call.constants.emplace("dt", symbolic::Value::real(1e-5));
    const auto module = workbench::fortranModule(call);
    REQUIRE(module);
    CHECK(has(*module, "real(1.00000000000000008e-05_c_double, c_double)"));
    call.constants.insert_or_assign("dt",
                                    symbolic::Value::real(std::numeric_limits<double>::infinity()));
    const auto infinite = workbench::fortranModule(call);
    REQUIRE_FALSE(infinite);
    CHECK(has(infinite.error().sentence, "the argument 'dt' is inf"));
    call.constants.clear();
    call.arguments[0].offset = expr("3");
    const auto behind = workbench::fortranModule(call);
    REQUIRE_FALSE(behind);
    CHECK(has(behind.error().sentence, "the argument 'a' lies 3 elements behind"));
}

TEST_CASE("a library says what a sample reads, writes and touches") {
    const auto document = io::readSdfgFile(sourceFile("samples/laplacian.sdfg").string());
    REQUIRE(document);
    const ir::Sdfg& sdfg = *(*document)->root;
    const auto interface = codegen::libraryInterface(sdfg);
    REQUIRE(interface);
    const auto call = workbench::describeCall(sdfg, *interface, codegen::Target::cuda, {});
    const auto json = nlohmann::json::parse(workbench::toJson(call));
    CHECK(json.at("program") == "laplacian");
    CHECK(json.at("target") == "cuda");
    const auto argument = [&](const std::string& name) {
        for (const auto& one : json.at("arguments"))
            if (one.at("name") == name)
                return one;
        FAIL("there is no " << name);
        return nlohmann::json();
    };
    const auto lap = argument("lap");
    CHECK(lap.at("dimensions") == nlohmann::json{"Cell", "K"});
    CHECK(lap.at("strides") == nlohmann::json{"1", "__lap_K_stride"});
    CHECK((lap.at("writes") == true && lap.at("reads") == false));
    CHECK(lap.at("memory") == "device");
    CHECK(lap.at("touches").at(0).at("high") ==
          nlohmann::json{"horizontal_end - 1", "vertical_end - 1"});
    const auto psi = argument("psi");
    CHECK((psi.at("writes") == false && psi.at("reads") == true));
    CHECK(argument("gt_conn_C2E2C").at("table") == "C2E2C");
    CHECK(has(workbench::cHeader(call), "const double* psi,"));
    CHECK(has(workbench::cHeader(call), "__dace_gpu_set_all_streams"));
}

} // namespace callers_test

// Sequences of programs: what their files say wrongly, which arguments are one array, and that a
// pass gives what its calls give one by one.
#include "app/workbench/interpret.h"
#include "app/workbench/sequence_file.h"
#include "core/ir/dump.h"
#include "tests/app/workbench/folder.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace sequence_test {

using namespace mw;
using bench::SequenceResult;

namespace {

const std::string kSample = test::sourceFile("samples/diffusion.sequence.json").string();

std::string graph(const std::string& name) {
    return test::sourceFile("samples/" + name).string();
}

/// Writes a sequence of these programs, and reads it.
Expected<workbench::SequenceFile> read(const std::string& programs,
                                       const std::string& calls = R"(["a"])",
                                       const std::string& more = "") {
    const test::Folder folder;
    const auto file = folder / "s.sequence.json";
    std::ofstream(file) << R"({"programs": [)" << programs << R"(], "calls": )" << calls << more
                        << "}";
    return workbench::readSequence(file, "", codegen::Target::cpu);
}

std::string program(const std::string& name, const std::string& file,
                    const std::string& more = "") {
    return R"({"name": ")" + name + R"(", "graph": ")" + graph(file) + "\"" + more + "}";
}

/// What is wrong with the file.
std::string fault(const std::string& programs, const std::string& calls = R"(["a"])",
                  const std::string& more = "") {
    const auto file = read(programs, calls, more);
    return file ? "" : file.error().sentence;
}

bench::BenchOptions quick() {
    bench::BenchOptions options;
    options.measure.repeats = 3;
    options.measure.warmup = 1;
    return options;
}

/// What is wrong with what the programs are bound to.
std::string misfit(const std::string& programs, const std::string& calls) {
    const auto file = read(programs, calls);
    REQUIRE(file);
    const auto result = bench::measureSequence(file->input, quick());
    if (result)
        return "";
    CHECK(result.error().code == "sequence-binding");
    return result.error().sentence;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Each call in the reference executor.
Expected<inputs::HostArrays> interpreted(const bench::SequenceProgram& program,
                                         const inputs::HostArrays& arrays) {
    MW_TRY(auto result, workbench::interpretOn(*program.document, program.scenario, arrays, 60));
    return std::move(result.outputs);
}

const bench::SharedArray& array(const SequenceResult& result, const std::string& name) {
    const auto found = std::ranges::find(result.shared, name, &bench::SharedArray::name);
    REQUIRE(found != result.shared.end());
    return *found;
}

} // namespace

TEST_CASE("a sequence's file: programs with scenarios beside their graphs, bindings, calls") {
    const auto file = workbench::readSequence(kSample, "", codegen::Target::cpu);
    REQUIRE(file);
    CHECK(file->input.name == "diffusion");
    REQUIRE(file->input.programs.size() == 4);
    CHECK(file->input.programs[2].name == "step back");
    CHECK(file->input.programs[2].bindings.at("theta") == "theta_new");
    CHECK(file->input.programs[0].scenario.grid == inputs::Grid{8, 6, 10});
    REQUIRE(file->input.calls.size() == 4);
    CHECK(file->input.calls[1].program == 1);
    CHECK(file->input.calls[1].count == 2);
    const auto larger = workbench::readSequence(kSample, "torus:6,6,4", codegen::Target::cpu);
    REQUIRE(larger);
    CHECK(larger->input.programs[0].scenario.grid == inputs::Grid{6, 6, 4});
}

TEST_CASE("a sequence's file: what is wrong is named with its place") {
    const std::string a = program("a", "nabla4.sdfg");
    CHECK(has(fault("", "[\"a\"]"), "one or more \"programs\""));
    CHECK(has(fault(a, "[]"), "one or more \"calls\""));
    CHECK(has(fault(a, R"(["b"])"), "the call number 1 names no program 'b'; there are: a"));
    CHECK(has(fault(a, R"([{"program": "a", "count": 0}])"), "from 1 to 100000"));
    CHECK(has(fault(a, R"([7])"), "the call number 1 is neither"));
    CHECK(has(fault(a + "," + a), "two programs are called 'a'"));
    CHECK(has(fault(R"({"name": "a"})"), "the program number 1 needs a text as \"graph\""));
    CHECK(has(fault(program("a", "none.sdfg")), "the program 'a': "));
    CHECK(has(fault(program("a", "nabla4.sdfg", R"(, "scenario": "none.json")")),
              "the program 'a': "));
    CHECK(has(fault(program("a", "nabla4.sdfg", R"(, "binds": {})")),
              "a program has no \"binds\"; there are: name, graph, recipe, scenario, bind"));
    CHECK(has(fault(program("a", "nabla4.sdfg", R"(, "bind": {"u_vert": 3})")),
              "the program 'a' binds 'u_vert' to 3"));
    CHECK(has(fault(a, R"(["a"])", R"(, "grids": "torus:8,6,10")"), "a sequence has no \"grids\""));
}

TEST_CASE("bindings that cannot be are refused by program and argument") {
    const std::string step = program("a", "diffusion_step.sdfg");
    const auto bound = [](const std::string& name, const std::string& file,
                          const std::string& bind) {
        return program(name, file, R"(, "bind": )" + bind);
    };
    CHECK(has(misfit(bound("a", "nabla4.sdfg", R"({"w": "x"})"), R"(["a"])"),
              "the program 'a' of the sequence 's': it binds 'w', which is no array among its "
              "arguments"));
    CHECK(has(misfit(step + "," + bound("b", "nabla4.sdfg", R"({"z_nabla2_e": "theta"})"),
                     R"(["a", "b"])"),
              "'z_nabla2_e' is float64 [144, 12]"));
    CHECK(has(misfit(bound("a", "diffusion_step.sdfg", R"({"theta": "theta_new"})"), R"(["a"])"),
              "its arguments 'theta' and 'theta_new' would both be the array 'theta_new', which it "
              "writes"));
    CHECK(has(misfit(step + "," + program("b", "nabla4.sdfg"), R"(["a"])"),
              "the program 'b' of the sequence 's' is never called"));
}

TEST_CASE("a pass gives what its calls give one by one, here and in the reference executor") {
    const auto file = workbench::readSequence(kSample, "", codegen::Target::cpu);
    REQUIRE(file);
    const bool reference = GENERATE(false, true);
    const auto result = bench::measureSequence(
        file->input, quick(), reference ? bench::RunOne(interpreted) : bench::RunOne());
    if (!result)
        FAIL(toString(result.error()));
    INFO(result->verification);
    CHECK(result->verified);
    CHECK(has(result->verification, "theta_new"));
    CHECK(array(*result, "kappa").users ==
          std::vector<std::string>{"z_nabla4_e2 of nabla4", "kappa of step", "kappa of step back"});
    CHECK(array(*result, "theta").users ==
          std::vector<std::string>{"theta of step", "theta_new of step back", "psi of laplacian"});
}

TEST_CASE("a pass that differs says what its programs leave open, and is not the same for it") {
    const auto document = ir::parseDump(R"(sdfg q {
  symbols N:int32
  array a float64 [N]
  state s {
    b = access a
    m = map m [i = 0:N] -> e
    t = tasklet t `o = (x + 1.0)`
    e = exit m
    c = access a
    b -> m.IN_a : a[0:N]
    m.OUT_a -> t.x : a[i]
    t.o -> e.IN_a : a[(N - 1) - i]
    e.OUT_a -> c : a[0:N]
  }
}
)");
    REQUIRE(document);
    inputs::Scenario scenario;
    scenario.grid = {8, 6, 10};
    scenario.symbols["N"] = symbolic::Value::integer(8);
    const bench::SequenceInput input{
        .name = "s", .programs = {{"racing", *document, scenario}}, .calls = {{0, 1}}};
    // What another back end makes of it is something else.
    const bench::RunOne other = [](const bench::SequenceProgram&, const inputs::HostArrays& given) {
        return Expected<inputs::HostArrays>(given);
    };
    auto options = quick();
    options.contraction = exec::Contraction::always; // of which nothing follows here
    const auto result = bench::measureSequence(input, options, other, "nothing");
    if (!result)
        FAIL(toString(result.error()));
    INFO(result->verification);
    CHECK_FALSE(result->verified);
    CHECK(has(result->verification, "8 of 8 elements differ"));
    CHECK(has(result->verification, "; possible reason: in 'racing': 'a["));
    CHECK(has(bench::toText(*result), "Compared with nothing: DIFFERENT. "));
}

TEST_CASE("a pass is timed as one, its programs inside it and by themselves") {
    auto file = workbench::readSequence(kSample, "", codegen::Target::cpu);
    REQUIRE(file);
    file->input.exchanges = {{1, {"theta"}}};
    const auto result = bench::measureSequence(file->input, quick());
    if (!result)
        FAIL(toString(result.error()));
    CHECK(has(bench::toText(*result), "neither carried out nor timed"));
    REQUIRE(result->programs.size() == 4);
    CHECK(result->passSamples.size() == 3);
    CHECK(result->programs[1].calls == 2);
    double inside = 0;
    for (const auto& row : result->programs) {
        CHECK(row.insideSamples.size() == 3);
        CHECK(row.aloneSamples.size() == 3);
        inside += row.insideSamples[0];
    }
    CHECK(inside == Approx(result->passSamples[0])); // nothing of a pass is left out
    CHECK(has(bench::toText(*result), "step back"));
    const auto json = nlohmann::json::parse(bench::toJson(*result));
    CHECK(json.at("programs").size() == 4);
    CHECK(json.at("calls").at(1).at("count") == 2);
}

TEST_CASE("what the host reads of an array is read again where another program changes it") {
    const auto parsed = [](const char* text) {
        auto document = ir::parseDump(text);
        if (!document)
            FAIL(toString(document.error()));
        return *document;
    };
    const auto fill = parsed(R"(sdfg fill {
  array n int32 [2]
  array y float64 [4]
  state s {
    a = access n
    m = map m [i = first:last] -> e
    t = tasklet t `o = (i + 0.5)`
    e = exit m
    b = access y
    a -> m.first : n[0]
    a -> m.last : n[1]
    m -> t
    t.o -> e.IN_y : y[i]
    e.OUT_y -> b : y[0:4]
  }
}
)");
    const auto grow = parsed(R"(sdfg grow {
  array n int32 [2]
  state s {
    a = access n
    m = map m [i = 1:2] -> e
    t = tasklet t `o = min(v + 1, 3)`
    e = exit m
    b = access n
    a -> m.IN_n : n[0:2]
    m.OUT_n -> t.v : n[i]
    t.o -> e.IN_n : n[i]
    e.OUT_n -> b : n[0:2]
  }
}
)");
    inputs::Scenario scenario;
    scenario.grid = {8, 6, 10};
    scenario.arrays["n"] = {{2}, ir::ScalarType::int32, inputs::ZeroFill{}};
    scenario.arrays["y"] = {{4}, ir::ScalarType::float64, inputs::ZeroFill{}};
    const bench::SequenceInput input{
        .name = "growing",
        .programs = {{"fill", fill, scenario}, {"grow", grow, scenario}},
        .calls = {{1, 1}, {0, 1}, {1, 1}, {0, 1}}};
    const auto result = bench::measureSequence(input, quick());
    if (!result)
        FAIL(toString(result.error()));
    INFO(result->verification);
    CHECK(result->verified);
}

TEST_CASE("the diffusion programs of a time step on shared arrays") {
    const auto root = test::corpus();
    const auto beside = test::sourceFile("../shared/corpus"); // the file's paths lead there
    if (!root || !std::filesystem::exists(beside) || !std::filesystem::equivalent(*root, beside))
        return test::skip("the corpus is not beside the repository");
    const auto file = workbench::readSequence(
        test::sourceFile("tests/sequences/diffusion.sequence.json"), "", codegen::Target::cpu);
    if (!file)
        FAIL(toString(file.error()));
    const auto result = bench::measureSequence(file->input, quick(), interpreted);
    if (!result)
        FAIL(toString(result.error()));
    INFO(result->verification);
    CHECK(result->verified);
    CHECK(array(*result, "z_nabla2_e").users ==
          std::vector<std::string>{"z_nabla2_e of nabla2_and_smag", "z_nabla2_e of nabla4",
                                   "z_nabla2_e of vn"});
}

} // namespace sequence_test

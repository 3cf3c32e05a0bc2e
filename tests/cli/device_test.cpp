// Devices that times are predicted for, and symbols that are bound while the argument list stays.

#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace device_test {

using namespace mw::test;
using Json = nlohmann::json;

namespace {

Json optimised(const std::string& options) {
    const auto done = runMw("optimise " + sample() + " --json --grid torus:160,140,80 " + options);
    INFO(done.text);
    REQUIRE(done.exit == 0);
    return Json::parse(done.text);
}
double predicted(const Json& json) {
    return json.at("after").at("predicted_us").get<double>();
}
std::string scenario() {
    return sourceFile("samples/nabla4.scenario.json").string();
}

} // namespace

TEST_CASE("optimise predicts for the device that it is asked for, and chooses launches for it") {
    const auto h200 = optimised("--device H200"), a100 = optimised("--device a100"),
               mi300a = optimised("--device MI300A"), cpu = optimised("--target cpu");
    CHECK(a100.at("device") == "A100");
    CHECK(cpu.at("device") == "cpu");
    CHECK(predicted(a100) > 1.8 * predicted(h200));
    CHECK(predicted(cpu) > 2 * predicted(a100));
    CHECK(predicted(mi300a) != predicted(h200));
    const auto text = runMw("optimise " + sample() + " --device GH200 --explain").text;
    CHECK(contains(text, "predicted for a GH200 ("));
    CHECK(contains(text, "launches that the rules choose for the device, and times ("));
    const auto unknown = runMw("optimise " + sample() + " --device V100");
    CHECK(unknown.exit == 2);
    CHECK(contains(unknown.text, "there is no model of a device 'V100', but of: A100, H100"));
    const auto both = runMw("optimise " + sample() + " --device A100 --target hip");
    CHECK(both.exit == 2);
    CHECK(contains(both.text, "--device A100 is no device of --target hip"));
    CHECK(runMw("optimise " + sample() + " --target fpga").exit == 2);
}

TEST_CASE("a program of a CPU back end is predicted for a CPU") {
    const Folder folder;
    const std::string graph = folder / "lowered.sdfg";
    std::filesystem::copy_file(sample(), graph);
    std::ofstream(folder / "program.json") << R"({"backend": "run_dace_cpu"})";
    const auto cpu = runMw("optimise " + graph);
    INFO(cpu.text);
    CHECK(contains(cpu.text, "the graph is one of a CPU back end"));
    CHECK(contains(cpu.text, "predicted for a CPU"));
    CHECK(!contains(cpu.text, "H200"));
    std::ofstream(folder / "program.json") << R"({"backend": "run_dace_gpu_opt"})";
    CHECK(contains(runMw("optimise " + graph).text, "the graph is one of a GPU back end"));
}

TEST_CASE("advise orders by time where a device is named") {
    const auto advice = runMw("advise " + sample() + " --device MI250X");
    INFO(advice.text);
    CHECK(advice.exit == 0);
    CHECK(contains(advice.text, "times predicted for an MI250X"));
    CHECK(contains(advice.text, "us less by prediction"));
    CHECK(!contains(runMw("advise " + sample()).text, "by prediction"));
    CHECK(runMw("advise " + sample() + " --device V100").exit == 2);
    CHECK(runMw("tune " + sample() + " --target cpu --budget 1s --device V100").exit == 2);
}

TEST_CASE("bounds and switches are bound, and the argument list of a library stays") {
    const Folder folder;
    const std::string recipe = folder / "recipe.json";
    const std::string how = "optimise " + sample() + " --scenario " + scenario();
    const auto open = runMw(how + " --keep-symbols");
    INFO(open.text);
    CHECK(contains(open.text, "open bounds and switches: horizontal_end, horizontal_start, "
                              "vertical_end, vertical_start"));
    const auto bound = runMw(how + " --static bounds --recipe " + recipe);
    INFO(bound.text);
    REQUIRE(bound.exit == 0);
    CHECK(contains(bound.text, "--static says which"));
    const auto steps = Json::parse(contents(recipe)).at("steps").dump();
    CHECK(contains(steps,
                   "\"horizontal_end=144,horizontal_start=0,vertical_end=10,vertical_start=0\""));
    const std::string library = folder / "nabla4.so";
    const auto exported =
        runMw("export " + sample() + " --recipe " + recipe + " --target cpu -o " + library);
    INFO(exported.text);
    REQUIRE(exported.exit == 0);
    CHECK(contains(Json::parse(contents(library + ".json")).at("arguments").dump(),
                   "horizontal_start"));
    const auto one = runMw(how + " --static vertical_start");
    CHECK(one.exit == 0);
    CHECK(contains(one.text, "specialised to the values of"));
    const auto none = runMw(how + " --static levels");
    CHECK(none.exit == 2);
    CHECK(contains(none.text, "'levels' is no symbol that is open; there are: "));
}

TEST_CASE("the predictor solver with bounds bound has half of the kernels") {
    const auto graphs = corpus();
    if (!graphs)
        return skip("there is no corpus");
    const auto folder = *graphs / "gt4py-1.2.1/vertically_implicit_solver_at_predictor_step";
    const auto kernels = [&](const std::string& options) {
        const auto done =
            runMw("optimise " + (folder / "initial.sdfgz").string() + " --scenario " +
                  (folder / "bench.json").string() + " --device H200 --json " + options);
        INFO(done.text);
        REQUIRE(done.exit == 0);
        return Json::parse(done.text).at("after").at("kernels").size();
    };
    const auto bound = kernels("--static bounds");
    CHECK(bound <= 9);
    if (std::getenv("MAPWRIGHT_LONG")) {
        CHECK(kernels("") == bound);
        CHECK(kernels("--keep-symbols") >= 2 * bound - 1);
    }
}

} // namespace device_test

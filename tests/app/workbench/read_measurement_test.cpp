// A measurement comes back from its JSON as it was.
#include "app/workbench/read_measurement.h"
#include "app/workbench/session_file.h"
#include "tests/app/workbench/folder.h"
#include "tests/support/catch.h"
#include "tests/viewers/panels/bench_results.h"

namespace read_measurement_test {

using namespace mw;

namespace {

bench::BenchResult measured() {
    auto result = test::twoVariants();
    result.program = "p";
    result.date = "2026-11-26";
    result.versions = "g++ 12";
    result.scenario.symbols = {{"N", symbolic::Value::integer(10)}};
    result.scenario.notes = {"N is 10"};
    Diagnostic warning;
    warning.sentence = "a kernel was written by hand";
    result.warnings = {warning};
    result.load = {.processors = 2, .cores = 2, .threads = 2, .othersBusy = 0.25};
    result.without = {"hoist-shared"};
    result.copyBandwidth = 20;
    auto& kernel = result.variants[1].kernels.at(0);
    kernel.origins = {NodeId{3}, NodeId{4}};
    kernel.reads = {{"a", true}, {"tmp", false}};
    kernel.writes = {{"b", true}};
    kernel.work = "f00";
    kernel.launch.block = {64, 2, 1};
    kernel.launch.levelsPerThread = 4;
    kernel.launch.tiles = true;
    kernel.resources = {.registers = 40, .spillBytes = 8};
    kernel.shape = {{10, 2, 1}, {64, 2, 1}};
    result.variants[1].clock = exec::Clock::events;
    result.variants[1].recipe = R"({"steps":[]})";
    return result;
}

} // namespace

TEST_CASE("a measurement is read back as it was written") {
    const auto json = bench::toJson(measured());
    const auto read = workbench::readMeasurement(json);
    INFO((read ? "" : toString(read.error())));
    REQUIRE(read);
    CHECK(bench::toJson(*read) == json);
    CHECK(read->variants[1].kernels[0].origins == std::vector{NodeId{3}, NodeId{4}});
    CHECK(read->variants[1].kernels[0].reads.size() == 2);
}

TEST_CASE("what is no measurement is refused with the member that is wrong") {
    CHECK(workbench::readMeasurement("{").error().code == "damaged-file");
    auto json = bench::toJson(measured());
    json.replace(json.find("\"target\": \""), 11, "\"target\": \"x");
    CHECK_THAT(workbench::readMeasurement(json).error().sentence, Catch::Contains("target"));
    CHECK_FALSE(workbench::readMeasurement("{}"));
    CHECK_FALSE(workbench::readMeasurement("[]"));
}

TEST_CASE("numbers that no measurement has are left out, whatever a file says") {
    auto json = bench::toJson(measured());
    const auto set = [&](const std::string& from, const std::string& to) {
        const auto at = json.find(from);
        REQUIRE(at != std::string::npos);
        json.replace(at, from.size(), to);
    };
    set("\"registers\": 40", "\"registers\": 1e300");
    set("\"spill_bytes\": 8", "\"spill_bytes\": -1e300");
    set("\"levels_per_thread\": 4", "\"levels_per_thread\": 2147483648");
    const auto read = workbench::readMeasurement(json);
    REQUIRE(read);
    const auto& kernel = read->variants[1].kernels[0];
    CHECK(kernel.resources.registers == -1);
    CHECK(kernel.resources.spillBytes == -1);
    CHECK(kernel.launch.levelsPerThread == codegen::LaunchChoice().levelsPerThread);
}

TEST_CASE("a restored session shows what was measured last") {
    const test::Folder folder;
    auto program = test::worked(folder.input());
    workbench::keepMeasurement(*program, measured(), {program->current().id});
    const auto json = program->measurements.back().result;
    REQUIRE(workbench::saveSession(*program, folder / "s.json"));
    const auto back = workbench::restoreSession(folder / "s.json", {});
    REQUIRE(back);
    REQUIRE(back->program->bench);
    CHECK(bench::toJson(*back->program->bench) == json);
}

} // namespace read_measurement_test

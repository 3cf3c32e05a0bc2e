// What predictions are worth, by the times that are kept and by those that come with the program.
#include "app/workbench/device_models.h"
#include "app/workbench/measure_forms.h"
#include "app/workbench/measured_times.h"
#include "app/workbench/model_error.h"
#include "core/bench/bench.h"
#include "tests/app/workbench/folder.h"

#include <algorithm>
#include <cmath>

namespace model_error_test {

using namespace mw;
using namespace mw::workbench;

namespace {

std::vector<ComparedTime> timesOf(const DeviceRates& rates, std::size_t count) {
    std::vector<ComparedTime> times;
    for (std::size_t i = 0; i < count; ++i)
        times.push_back({modelKey(rates), "k", "", 100, i % 2 == 0 ? 90.0 : 120.0});
    return times;
}

} // namespace

TEST_CASE("enough kept times say what predictions are worth, fewer do not") {
    const DeviceRates rates;
    const auto kept = errorOf(rates, timesOf(rates, kEnoughTimes));
    CHECK(kept.low == Approx(0.9));
    CHECK(kept.high == Approx(1.2));
    CHECK(kept.times == kEnoughTimes);
    CHECK(kept.around(50).low == Approx(45));
    CHECK(kept.leavesOpen(100, 130)); // 120 against 117
    CHECK_FALSE(kept.leavesOpen(100, 140));

    const auto table = errorOf(rates);
    CHECK(table.times == measuredTimes().size());
    CHECK(table.low < 1);
    CHECK(table.high > 1);
    CHECK(errorOf(rates, timesOf(rates, kEnoughTimes - 1)).of == table.of);

    DeviceRates other = rates; // what was predicted with other constants says nothing
    other.memory *= 1.1;
    CHECK(errorOf(other, timesOf(rates, kEnoughTimes)).of == table.of);
    const auto elsewhere = errorOf(deviceRates(**deviceModelNamed("A100")));
    CHECK(elsewhere.of.find("(A100)") != std::string::npos);
}

TEST_CASE("the table that comes with the program is of times that predictions are near to") {
    const DeviceRates h200;
    REQUIRE(measuredTimes().size() >= 20);
    std::vector<double> off;
    for (const TimedWork& one : measuredTimes())
        off.push_back(std::abs(one.microseconds / one.predicted(h200) - 1));
    CHECK(quantile(off, 0.5) < 0.1);
    CHECK(std::ranges::max(off) < 0.4);
}

TEST_CASE("measurements and trials of a program are compared with what was predicted for them") {
    const test::Folder folder;
    const auto opened = openProgram(folder.input());
    REQUIRE(opened.has_value());
    Program& program = **opened;
    const DeviceRates rates;
    bench::BenchResult result;
    result.program = "p";
    const auto scenario = scenarioFor(*program.history->root().document->root, {}, "torus:8,6,10");
    REQUIRE(scenario.has_value());
    result.scenario = *scenario;
    result.model = modelKey(rates);
    bench::VariantResult variant;
    variant.name = "a";
    variant.predicted = 30;
    variant.device.median = 33;
    bench::KernelRow row;
    row.name = row.label = "k";
    row.structure = "s";
    row.launches = 1;
    row.time.median = 20;
    row.predicted = 18;
    variant.kernels = {row};
    row.time.median = 1.2; // all launch
    variant.kernels.push_back(row);
    result.variants = {variant};
    keepMeasurement(program, result, {program.history->root().id});
    result.model.clear(); // nobody predicted these
    keepMeasurement(program, result, {program.history->root().id});
    Trial trial{.subject = "s", .name = "", .form = "null", .text = "t"};
    trial.time = 11;
    trial.repeats = 10;
    program.tuning.add(trial);
    trial.form = "1";
    trial.model = modelKey(rates);
    trial.predicted = 10;
    program.tuning.add(trial);

    const auto times = comparedTimes(program);
    REQUIRE(times.size() == 3);
    CHECK(times[0] == ComparedTime{modelKey(rates), "", "", 30, 33});
    CHECK(times[1] == ComparedTime{modelKey(rates), "k", "s", 18, 20});
    CHECK(times[2] == ComparedTime{modelKey(rates), "", "", 10, 11});

    PredictedKernel kernel;
    kernel.structure = "s";
    kernel.microseconds = 18;
    CHECK(measuredTime(times, rates, kernel) == 20);
    kernel.microseconds = 19; // of other sizes
    CHECK_FALSE(measuredTime(times, rates, kernel));

    REQUIRE(writeTuneLog(program.tuning, folder / "x.tune.json"));
    const auto read = readTuneLog(folder / "x.tune.json");
    REQUIRE(read.has_value());
    CHECK(read->trials() == program.tuning.trials());
}

TEST_CASE("forms that were measured are kept beside their predictions") {
    const test::Folder folder;
    const auto opened = openProgram(folder.input());
    REQUIRE(opened.has_value());
    const auto document = (*opened)->current().document;
    Optimisation done;
    done.forms.resize(2);
    done.forms[0].predicted.microseconds = 100;
    done.forms[0].measured = MeasuredForm{110, {1, 1}, "", true};
    TuneLog log;
    keepForms(log, document, done, {}, 20);
    REQUIRE(log.trials().size() == 1); // the other one was not measured
    CHECK(log.trials()[0].predicted == 100);
    CHECK(log.trials()[0].time == 110);
    CHECK(log.trials()[0].ratio == 1);
    CHECK(log.trials()[0].model == modelKey({}));
}

TEST_CASE("nothing is measured where the device is not that of the predictions") {
    const test::Folder folder;
    const auto opened = openProgram(folder.input());
    REQUIRE(opened.has_value());
    FormsSetup setup{*deviceModelNamed("MI250X"), {}, "torus:8,6,10"};
    const auto forms = measureForms(std::move(setup))({(*opened)->current().document});
    REQUIRE_FALSE(forms.has_value());
    CHECK(forms.error().code == "no-device");
}

} // namespace model_error_test

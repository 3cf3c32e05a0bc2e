// The same variants on several devices side by side.

#include "app/workbench/compare_files.h"
#include "app/workbench/devices/measured.h"
#include "core/io/file.h"
#include "tests/app/workbench/folder.h"
#include "tests/support/catch.h"

namespace devices_test {

using namespace mw;
using namespace mw::workbench;

namespace {

bench::KernelRow kernel(const std::string& name, double us) {
    bench::KernelRow row;
    row.name = row.label = name;
    row.samples = {us, us, us};
    row.time = summarise(row.samples);
    row.share = 0.5;
    return row;
}

/// As `mw bench --json` writes it.
std::string measured(const std::string& device, double us, std::vector<std::string> kernels = {"k"},
                     const std::string& variant = "original") {
    bench::BenchResult result;
    result.program = "nabla4";
    result.device = device;
    result.date = "2026-01-02 03:04:05";
    result.scenario.grid = {8, 6, 10};
    result.copyBandwidth = 1000;
    auto& one = result.variants.emplace_back();
    one.name = variant;
    one.verified = true;
    for (const auto& name : kernels)
        one.kernels.push_back(kernel(name, us));
    one.deviceSamples = {us, us, us + 2};
    one.device = summarise(one.deviceSamples);
    one.bytes = 1e3 * us * 250; // a quarter of what copying reaches
    return bench::toJson(result);
}

DeviceComparison compared(const std::vector<std::string>& texts) {
    std::vector<MeasuredDevice> devices;
    for (const auto& text : texts) {
        auto device = parseMeasured(text);
        INFO((device ? std::string() : device.error().sentence));
        REQUIRE(device);
        devices.push_back(std::move(*device));
    }
    auto comparison = compareDevices(std::move(devices));
    INFO((comparison ? std::string() : comparison.error().sentence));
    REQUIRE(comparison);
    return std::move(*comparison);
}

} // namespace

TEST_CASE("devices stand side by side, program and kernels by name") {
    const auto c = compared({measured("H200", 20, {"a", "b"}), measured("MI300A", 40, {"b", "c"})});
    const auto table = tableOf(c);
    const std::vector<std::vector<std::string>> expected{
        {"variant: kernel", "H200, us", "of copy", "MI300A, us", "of copy", "times as fast"},
        {"original: program", "20.00 (20.00 to 22.00)", "25 %", "40.00 (40.00 to 42.00)", "25 %",
         "0.50"},
        {"original: a", "20.00 (20.00 to 20.00)", "50 %", "-", "-", "-"},
        {"original: b", "20.00 (20.00 to 20.00)", "50 %", "40.00 (40.00 to 40.00)", "50 %", "0.50"},
        {"original: c", "-", "-", "40.00 (40.00 to 40.00)", "50 %", "-"}};
    CHECK(table.lines == expected);
    CHECK(table.bars.size() == 6);
    CHECK(table.measured == std::vector<std::size_t>{1, 3});
    CHECK(table.notes.empty());
    CHECK(table.sums.front() == "H200: measured 2026-01-02 03:04:05, copy 1000 GB/s");
    CHECK(toJson(c).find("\"times_as_fast_as_first\": 0.5") != std::string::npos);
}

TEST_CASE("what keeps times of two devices from being compared is said") {
    auto other = measured("MI300A", 40);
    const auto replace = [&](const std::string& what, const std::string& by) {
        const auto at = other.find(what);
        REQUIRE(at != std::string::npos);
        other.replace(at, what.size(), by);
    };
    replace("\"not_ranked_because\": null", "\"not_ranked_because\": \"the machine was busy\"");
    replace("\"verified\": true", "\"verified\": false");
    replace("nabla4", "nabla2");
    const auto c = compared({measured("H200", 20), other});
    REQUIRE(c.notes.size() == 3);
    CHECK(c.notes[0] == "H200 ran nabla4, MI300A ran nabla2: another program.");
    CHECK(c.notes[1] == "MI300A: its times are not ranked: the machine was busy.");
    CHECK(c.notes[2] == "MI300A: the results of original DIFFER or were not compared.");
}

TEST_CASE("of what is kept of a program, the newest measurement of each device counts") {
    const std::vector<std::string> kept{measured("H200", 20), measured("CPU", 400), "damaged",
                                        measured("H200", 10)};
    CHECK(newestPerDevice(kept) == std::vector<std::string>{kept[3], kept[1]});
}

TEST_CASE("one device twice is told apart by date and number") {
    const auto c = compared({measured("H200", 20), measured("H200", 21)});
    CHECK(c.devices[0].name == "H200, 2026-01-02 03:04:05 (no. 1)");
    CHECK(c.devices[1].name == "H200, 2026-01-02 03:04:05 (no. 2)");
}

TEST_CASE("measurements without a variant in common are refused, and so is what is none") {
    auto first = parseMeasured(measured("H200", 20));
    auto second = parseMeasured(measured("MI300A", 20, {"k"}, "fused"));
    REQUIRE(first);
    REQUIRE(second);
    const auto refused = compareDevices({*first, *second});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().sentence == "H200 and MI300A measured no variant of the same name");
    CHECK(parseMeasured("{").error().code == "damaged-file");
    CHECK(parseMeasured("[]").error().code == "damaged-file");
    CHECK(parseMeasured(R"({"device": "x"})").error().code == "damaged-file");
}

TEST_CASE("files of measurements are told from times of a model's runs, and not mixed with them") {
    const test::Folder folder;
    const auto write = [&](const char* name, const std::string& text) {
        const auto path = folder / name;
        REQUIRE(io::writeFileAtomically(path, text));
        return path;
    };
    const auto here = write("here.json", measured("H200", 20));
    const auto there = write("there.json", measured("MI300A", 40));
    const auto model = write("gt4py.json", "{}");
    const auto both = compareFiles({here, there});
    REQUIRE(both);
    CHECK(both->table.title == "nabla4 on several devices");
    const auto mixed = compareFiles({here, model});
    REQUIRE_FALSE(mixed);
    CHECK(mixed.error().code == "bad-times");
    CHECK_FALSE(isMeasured(model));
    CHECK_FALSE(isMeasured(folder / "missing.json"));
}

} // namespace devices_test

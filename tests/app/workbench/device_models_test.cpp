// The devices that predictions are for, and which of them is chosen.

#include "app/workbench/device_models.h"
#include "app/workbench/optimise.h"
#include "core/ir/dump.h"
#include "tests/app/workbench/folder.h"
#include "tests/support/catch.h"

#include <fstream>

namespace device_models_test {

using namespace mw;
using mw::test::Folder;
using namespace mw::workbench;
using codegen::Target;

namespace {

exec::DeviceInfo device(Target target, const std::string& name) {
    exec::DeviceInfo info;
    info.target = target;
    info.canRun = true;
    info.name = name;
    return info;
}

const exec::DeviceInfo kCpu = device(Target::cpu, "CPU, 2 threads");

ChosenModel chosen(const ModelChoice& asked, MadeFor made,
                   const std::vector<exec::DeviceInfo>& devices) {
    const auto model = chooseModel(asked, made, devices);
    INFO((model ? std::string() : model.error().sentence));
    REQUIRE(model);
    return *model;
}

ir::Document document(const std::string& text) {
    auto parsed = ir::parseDump("sdfg p {\n" + text + "}\n");
    INFO((parsed ? std::string() : parsed.error().sentence));
    REQUIRE(parsed);
    return **parsed;
}

} // namespace

TEST_CASE("the fit is the H200's own, and other devices are scaled from it") {
    const DeviceRates fit, h200 = deviceRates(**deviceModelNamed("h200"));
    CHECK(h200.memory == Approx(fit.memory));
    CHECK(h200.cache == Approx(fit.cache));
    CHECK(h200.instructions == Approx(fit.instructions));
    CHECK(h200.launch == fit.launch);
    CHECK(h200.launches.multiprocessors == codegen::LaunchDevice{}.multiprocessors);
    for (const DeviceModel& model : deviceModels()) {
        INFO(model.name);
        const auto rates = deviceRates(model);
        CHECK(rates.device == model.name);
        CHECK(rates.memory / h200.memory == Approx(model.memoryBandwidth / 4800));
        CHECK(rates.instructions / h200.instructions == Approx(model.doubles / 33.5));
        CHECK(rates.launches.multiprocessors == model.multiprocessors);
        CHECK(std::string(model.sources).size() > 20);
        CHECK((model.rates == Source::fitted) == (std::string(model.name) == "H200"));
    }
    CHECK(deviceRates(**deviceModelNamed("MI300A")).launches.warp == 64);
    const auto none = deviceModelNamed("V100");
    REQUIRE_FALSE(none);
    CHECK(none.error().sentence == "there is no model of a device 'V100', but of: A100, H100, "
                                   "GH200, H200, MI250X, MI300A, cpu");
}

TEST_CASE("a device is known by its driver's name") {
    const auto named = [](Target target, const std::string& name) {
        const auto* model = modelOf(device(target, name));
        return std::string(model ? model->name : "none");
    };
    CHECK(named(Target::cuda, "NVIDIA A100-SXM4-80GB") == "A100");
    CHECK(named(Target::cuda, "NVIDIA H100 80GB HBM3") == "H100");
    CHECK(named(Target::cuda, "NVIDIA GH200 120GB") == "GH200");
    CHECK(named(Target::cuda, "NVIDIA H200") == "H200");
    CHECK(named(Target::hip, "AMD Instinct MI300A") == "MI300A");
    CHECK(named(Target::hip, "AMD Instinct MI250X") == "MI250X");
    CHECK(named(Target::cpu, "CPU, 2 threads") == "cpu");
    CHECK(named(Target::cuda, "NVIDIA GeForce RTX 4090") == "none");
    CHECK(std::string(modelNamedIn("NVIDIA GH200 120GB (sm_90), NVRTC 13.0", Target::cuda)->name) ==
          "GH200");
}

TEST_CASE("what was asked for, else what the graph was made for, else what is at hand") {
    const auto a100 = device(Target::cuda, "NVIDIA A100-SXM4-80GB");
    const auto name = [](const ChosenModel& model) { return std::string(model.model->name); };
    CHECK(name(chosen({"mi300a", {}}, MadeFor::cpu, {a100, kCpu})) == "MI300A");
    CHECK(chosen({"mi300a", {}}, MadeFor::cpu, {}).why.empty());
    CHECK(name(chosen({"", Target::cuda}, MadeFor::unknown, {a100, kCpu})) == "A100");
    CHECK(name(chosen({"", Target::hip}, MadeFor::unknown, {a100, kCpu})) == "MI300A");
    CHECK(name(chosen({"", Target::cpu}, MadeFor::gpu, {a100, kCpu})) == "cpu");
    const auto cpu = chosen({}, MadeFor::cpu, {a100, kCpu});
    CHECK(name(cpu) == "cpu");
    CHECK(cpu.why == "the graph is one of a CPU back end: CPU, 2 threads is at hand");
    CHECK(name(chosen({}, MadeFor::cpu, {})) == "cpu");
    const auto gpu = chosen({}, MadeFor::gpu, {kCpu});
    CHECK(name(gpu) == "H200");
    CHECK(gpu.why == "the graph is one of a GPU back end, and no GPU is at hand: --device chooses "
                     "another one");
    CHECK(name(chosen({}, MadeFor::unknown, {a100, kCpu})) == "A100");
    CHECK(name(chosen({}, MadeFor::unknown, {kCpu})) == "H200");
    const auto other = chosen({}, MadeFor::unknown, {device(Target::cuda, "NVIDIA L40S"), kCpu});
    CHECK(name(other) == "H200");
    CHECK(other.why == "NVIDIA L40S is at hand, which the table of devices does not have: "
                       "--device chooses another one");
    const auto both = chooseModel({"A100", Target::hip}, MadeFor::unknown, {});
    REQUIRE_FALSE(both);
    CHECK(both.error().code == "other-target");
}

TEST_CASE("a graph says what it was made for, or program.json beside it does") {
    const Folder folder;
    const auto file = std::filesystem::path(folder / "lowered.sdfgz");
    const auto plain = document("  array A float64 [4]\n  state s {\n    n1 = access A\n  }\n");
    CHECK(madeFor(plain, file) == MadeFor::unknown);
    CHECK(madeFor(document("  array A float64 [4] transient storage GPU_Global\n  state s {\n"
                           "    n1 = access A\n  }\n"),
                  file) == MadeFor::gpu);
    CHECK(madeFor(document("  array gt_compute_time float64 [1]\n  state s {\n"
                           "    n1 = access gt_compute_time\n  }\n"),
                  file) == MadeFor::cpu);
    std::ofstream(folder / "program.json") << R"({"backend": "run_dace_gpu_opt"})";
    CHECK(madeFor(plain, file) == MadeFor::gpu);
    std::ofstream(folder / "program.json") << R"({"backend": "run_dace_cpu"})";
    CHECK(madeFor(plain, file) == MadeFor::cpu);
    std::ofstream(folder / "program.json") << "[]";
    CHECK(madeFor(plain, file) == MadeFor::unknown);
}

} // namespace device_models_test

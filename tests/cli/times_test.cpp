// mw compare of times that a model's runs left.

#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

namespace times_test {

using namespace mw::test;

namespace {

std::string written(const std::string& file, const std::string& text) {
    std::ofstream(file) << text;
    return file;
}

const char* const kOpenacc = R"({"apply_diffusion_to_vn": {
  "latency": {"value": 0.2, "lower_value": 0.19, "upper_value": 0.22},
  "latency_total": {"value": 1.0, "lower_value": 1.0, "upper_value": 1.0}, "num_calls": {"value": 3}}})";
const char* const kGt4py = R"({"apply_diffusion_to_vn<run_dace_gpu_opt>#1[-4611]": {
  "metadata": {"name": "apply_diffusion_to_vn", "static_args": {"limited_area": true}},
  "metrics": {"total": [0.81, 0.00015, 0.00015], "compute": [0.0042, 0.0001, 0.0001]}}})";

} // namespace

TEST_CASE("compare sets GT4Py's metrics against OpenACC timers, in text, JSON and a page") {
    const Folder folder;
    const auto acc = written(folder / "openacc.json", kOpenacc);
    const auto gt4py = written(folder / "gt4py.json", kGt4py);
    const auto page = folder / "times.html";
    const auto text = runMw("compare " + acc + " " + gt4py + " --report " + page);
    INFO(text.text);
    CHECK(text.exit == 0);
    CHECK(contains(text.text, "speed-up 2.000"));
    CHECK(contains(text.text, "50.0 us, 33.3 %"));
    CHECK(contains(contents(page), "2.00 times as fast"));
    const auto json = nlohmann::json::parse(runMw("compare --json " + acc + " " + gt4py).text);
    CHECK(json.at("totals").at(0).at("speedup").get<double>() == Approx(2));
}

TEST_CASE("compare refuses what is no file of times, and never writes over one") {
    const Folder folder;
    const auto acc = written(folder / "openacc.json", kOpenacc);
    const auto other = written(folder / "other.json", "{\"a\": 1}");
    const auto refused = runMw("compare " + acc + " " + other);
    CHECK(refused.exit == 3);
    CHECK(contains(refused.text, "neither GT4Py's 'metrics' nor the bencher's 'latency', "
                                 "nor are there pytest's 'benchmarks'"));
    CHECK(contains(refused.text, "other.json"));
    CHECK(runMw("compare " + acc + " " + acc + " --report " + acc).exit == 3);
    CHECK(contents(acc) == kOpenacc);
    CHECK(runMw("compare --json " + acc).exit == 2);
}

TEST_CASE("compare sets the back ends of one file side by side, and takes one of them") {
    const Folder folder;
    const auto file = written(folder / "timers.json", R"({
      "p<run_dace_cpu>#1[1]": {"metadata": {"name": "p", "backend": "run_dace_cpu"},
        "metrics": {"total": [30, 0.004, 0.004]}},
      "p<run_dace_cpu_opt>#1[1]": {"metadata": {"name": "p", "backend": "run_dace_cpu_opt"},
        "metrics": {"total": [30, 0.001, 0.001]}}})");
    const auto both = runMw("compare " + file);
    INFO(both.text);
    CHECK(both.exit == 0);
    CHECK(contains(both.text, "timers run_dace_cpu_opt: speed-up 4.000"));
    const auto one = runMw("compare " + file + " --backend run_dace_cpu");
    CHECK(one.exit == 2);
    CHECK(contains(one.text, "timers has times of one back end alone"));
    const auto none = runMw("compare " + file + " --backend run_gtfn");
    CHECK(none.exit == 2);
    CHECK(contains(none.text, "but of run_dace_cpu, run_dace_cpu_opt"));
    const auto acc = written(folder / "ci.json", R"({"benchmarks": [{"fullname": "TestP",
        "extra_info": {"gtx_metrics": [0.002]}}]})");
    const auto set = runMw("compare " + acc + " " + file + " --backend run_dace_cpu_opt");
    INFO(set.text);
    CHECK(set.exit == 0);
    CHECK(contains(set.text, "speed-up 2.000"));
}

TEST_CASE("compare says how a profiler's own report becomes a table") {
    for (const auto& [name, command] :
         {std::pair("run.nsys-rep", "nsys stats --report cuda_gpu_trace --format csv -o run"),
          std::pair("run.sqlite", "nsys stats --report cuda_gpu_trace --format csv -o run"),
          std::pair("run.ncu-rep", "ncu --import"), std::pair("7_results.db", "rocpd convert -i"),
          std::pair("run.pftrace", "rocprofv3 --kernel-trace --output-format csv")}) {
        const Folder folder;
        const auto file = written(folder / name, "binary");
        const auto refused = runMw("compare " + sample() + " " + file);
        INFO(refused.text);
        CHECK(refused.exit == 3);
        CHECK(contains(refused.text, command));
        CHECK(runMw("compare " + file).exit == 3);
    }
}

} // namespace times_test

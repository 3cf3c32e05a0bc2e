// Times of a model's runs: read, matched as icon4py matches them, weighted by calls.

#include "app/workbench/timers/report.h"
#include "tests/support/catch.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace timers_test {

using namespace mw;
using namespace mw::workbench;

namespace {

TimesFile parsed(const std::string& name, const std::string& text) {
    auto file = parseTimes(text);
    INFO((file ? std::string() : toString(file.error())));
    REQUIRE(file);
    file->name = name;
    return std::move(*file);
}

/// Milliseconds, as the bencher has them.
std::string timer(const std::string& name, double value, double low, double high, int calls) {
    return fmt::format(R"("{}": {{"latency": {{"value": {}, "lower_value": {}, "upper_value": {}}},
        "latency_total": {{"value": 0}}, "num_calls": {{"value": {}}}}})",
                       name, value, low, high, calls);
}

/// Seconds, as GT4Py has them.
std::string program(const std::string& name, const std::string& arguments,
                    const std::string& compute, const std::string& total = "[]") {
    static int number = 0;
    return fmt::format(R"("{0}<run_dace_gpu>#{1}[7]": {{"metadata": {{"name": "{0}",
        "static_args": {{{2}}}}}, "metrics": {{"compute": {3}, "total": {4}}}}})",
                       name, ++number, arguments, compute, total);
}

TimesComparison compared(const std::vector<TimesFile>& files) {
    auto comparison = compareTimes(files);
    INFO((comparison ? std::string() : comparison.error().sentence));
    REQUIRE(comparison);
    return std::move(*comparison);
}

const StencilRow& rowOf(const TimesComparison& comparison, const std::string& name) {
    for (const StencilRow& row : comparison.rows)
        if (row.name == name)
            return row;
    FAIL(name << " has no row");
    return comparison.rows.front();
}

} // namespace

TEST_CASE("the call that compiled has no time, but is counted") {
    const auto file = parsed("a", "{" + program("p", "", "[0.9, 3e-6, 1e-6, 2e-6]") + "}");
    REQUIRE(file.programs.size() == 1);
    CHECK(file.programs[0].name == "p");
    CHECK(file.programs[0].backend == "run_dace_gpu");
    REQUIRE(file.programs[0].compute.size() == 4);
    CHECK(std::isnan(file.programs[0].compute[0]));
    CHECK(file.programs[0].compute[1] == 3e-6);
    // 30 s of compilation in a whole call of 0.5 ms
    const auto whole = parsed(
        "b", "{" + program("p", "", "[9, 1e-4, 1e-4, 1e-4, 5]", "[30, 4e-4, 5e-4, 6e-4, 5]") + "}");
    const auto c = compared({file, whole});
    const auto& row = rowOf(c, "p");
    CHECK(row.times[0]->typical == Approx(2e-6));
    CHECK(row.times[0]->calls == 4);
    CHECK(row.times[1]->typical == Approx(1e-4));   // the median: one slow call decides nothing
    CHECK(*row.times[1]->python == Approx(4.5e-4)); // between 5e-4 and 6e-4, less 1e-4
    // the only call is shown, and that it compiled
    const auto once = parsed("c", "{" + program("p", "", "[]", "[30]") + "}");
    const auto text = toText(tableOf(compared({whole, once})));
    INFO(text);
    CHECK(text.find("c has a single call, the one that compiled, of: p") != std::string::npos);
}

TEST_CASE("back ends of one program are told apart") {
    const auto of = [](const std::string& backend, const char* time) {
        return fmt::format(R"("p<{0}>#1[7]": {{"metadata": {{"name": "p", "backend": "{0}"}},
            "metrics": {{"compute": [9, {1}]}}}})",
                           backend, time);
    };
    const auto plain = parsed("plain", "{" + of("run_dace_cpu", "4") + "}");
    const auto optimised = parsed("optimised", "{" + of("run_dace_cpu_opt", "2") + "}");
    const auto both =
        parsed("both", "{" + of("run_dace_cpu", "8") + "," + of("run_dace_cpu_opt", "1") + "}");
    SECTION("each file has one: they are compared, and it is said") {
        const auto c = compared({plain, optimised});
        CHECK(c.speedup(rowOf(c, "p"), 1) == Approx(2));
        CHECK(c.notes.back() == "back ends: plain with run_dace_cpu; optimised with "
                                "run_dace_cpu_opt (those that end in _opt optimise)");
    }
    SECTION("a file has both: a row for each, with the same of other files beside it") {
        const auto c = compared({both, optimised});
        REQUIRE(c.rows.size() == 2);
        CHECK(rowOf(c, "p [run_dace_cpu]").times[0]->typical == 8);
        CHECK_FALSE(rowOf(c, "p [run_dace_cpu]").times[1]);
        CHECK(c.speedup(rowOf(c, "p [run_dace_cpu_opt]"), 1) == Approx(0.5));
    }
    SECTION("a timer can't stand for both") {
        const auto name = [](std::string text) {
            for (std::size_t at = 0; (at = text.find("\"p", at)) != std::string::npos; at += 9)
                text.replace(at, 2, "\"apply_diffusion_to_vn");
            return text;
        };
        const auto openacc = parsed("acc", "{" + timer("apply_diffusion_to_vn", 1, 1, 1, 1) + "," +
                                               timer("boundary_halo_cleanup", 1, 1, 1, 1) + "}");
        const auto file = parsed(
            "both", "{" + name(of("run_dace_cpu", "8")) + "," + name(of("run_dace_cpu_opt", "1")) +
                        "," + program("compute_exner_from_rhotheta", "", "[1]") + "," +
                        program("update_theta_and_exner_in_halo", "", "[1]") + "}");
        const auto text = toText(tableOf(compared({openacc, file})));
        INFO(text);
        CHECK(text.find("apply_diffusion_to_vn ran with run_dace_cpu and run_dace_cpu_opt: "
                        "--backend chooses") != std::string::npos);
        CHECK(backendsOf(file).size() == 3);
        CHECK(ofBackend(file, "run_dace_cpu_opt").programs.size() == 1);
    }
}

TEST_CASE("benchmarks of icon4py's stencil tests: GT4Py's times, else whole calls") {
    // as pytest-benchmark 5 writes them, and as icon4py shortens their names
    const auto file = parsed("ci", R"({
      "machine_info": {"node": "n"}, "commit_info": {"id": "1"}, "datetime": "2026-11-28",
      "version": "5.1.0", "benchmarks": [
       {"group": null, "name": "test_TestCalculateNabla4[none]",
        "fullname": "TestCalculateNabla4[none]", "params": null, "param": "none",
        "extra_info": {"gtx_metrics": [2e-4, 4e-4, 3e-4]},
        "options": {"disable_gc": false}, "stats": {"min": 2e-4, "max": 4e-4, "mean": 3e-4,
          "stddev": 0, "rounds": 3, "median": 3e-4, "iqr": 0, "q1": 2e-4, "q3": 4e-4,
          "iterations": 10}},
       {"name": "test_TestCalculateNabla4[compile_time_domain]",
        "fullname": "model/x.py::TestCalculateNabla4::test_TestCalculateNabla4[compile_time_domain]",
        "extra_info": {"gtx_metrics": [1e-4, 1e-4]},
        "stats": {"data": [5e-4, 7e-4, 6e-4], "rounds": 3, "iterations": 10}},
       {"name": "test_diffusion_benchmark", "fullname": "test_diffusion_benchmark",
        "extra_info": {}, "stats": {"min": 1, "max": 9, "mean": 5, "rounds": 3, "median": 2,
          "q1": 1.5, "q3": 3, "iterations": 2}}]})");
    REQUIRE(file.programs.size() == 3);
    CHECK(file.programs[0].name == "calculate_nabla4");
    CHECK(file.programs[1].name == "calculate_nabla4[compile_time_domain]");
    const auto metrics =
        parsed("run", "{" + program("calculate_nabla4", "", "[9, 6e-4, 6e-4]") + "}");
    const auto c = compared({file, metrics});
    // warm-up calls are none of icon4py's samples: the first one counts
    CHECK(rowOf(c, "calculate_nabla4").times[0]->typical == Approx(3e-4));
    CHECK(rowOf(c, "calculate_nabla4").times[0]->calls == 3);
    CHECK(c.speedup(rowOf(c, "calculate_nabla4"), 1) == Approx(0.5));
    CHECK(*rowOf(c, "calculate_nabla4[compile_time_domain]").times[0]->python == Approx(5e-4));
    const auto& whole = *rowOf(c, "test_diffusion_benchmark").times[0];
    CHECK(whole.typical == 2);
    CHECK(whole.calls == 6);
    CHECK(whole.whole);
    CHECK(whole.fastest == 1);
    CHECK(whole.high == 3);
    // ICON's timers beside it
    const auto openacc = parsed("acc", "{" + timer("apply_diffusion_to_vn", 1, 1, 1, 1) + "}");
    const auto vn = parsed("ci", R"({"benchmarks": [{"fullname": "TestApplyDiffusionToVn",
        "extra_info": {"gtx_metrics": [5e-4]}}]})");
    CHECK(compared({openacc, vn}).totalSpeedup(1) == Approx(2));
    for (const char* broken :
         {R"({"benchmarks": []})", R"({"benchmarks": [{"name": "x"}]})",
          R"({"benchmarks": [{"fullname": "x", "stats": {"rounds": 1, "iterations": 1}}]})",
          R"({"benchmarks": [{"fullname": "x"}]})",
          R"({"benchmarks": [{"fullname": "x", "extra_info": {"gtx_metrics": ["a"]}}]})"}) {
        const auto refused = parseTimes(broken);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == "bad-times");
    }
}

TEST_CASE("speed-ups are the first file's time over the other's, sums are weighted by its calls") {
    const auto openacc = parsed(
        "acc", "{" + timer("apply_diffusion_to_vn", 0.4, 0.3, 0.5, 4) + "," +
                   timer("calculate_nabla2_and_smag_coefficients_for_vn", 0.1, 0.1, 0.1, 40) + "," +
                   timer("nh_solve", 5, 5, 5, 4) + "}");
    const auto gt4py = parsed(
        "gt4py", "{" +
                     program("apply_diffusion_to_vn", "", "[9, 2e-4, 2e-4, 2e-4]",
                             "[9, 2.5e-4, 2.5e-4, 2.5e-4]") +
                     "," +
                     program("calculate_nabla2_and_smag_coefficients_for_vn", "", "[2e-4, 2e-4]") +
                     "}");
    const auto c = compared({openacc, gt4py});
    REQUIRE(c.rows.size() == 2);
    CHECK(c.rows.front().name == "calculate_nabla2_and_smag_coefficients_for_vn"); // 4 ms in all
    const auto& vn = rowOf(c, "apply_diffusion_to_vn");
    CHECK(c.speedup(vn, 1) == Approx(2));
    CHECK(c.speedupOfFastest(vn, 1) == Approx(1.5));
    CHECK(*vn.times[1]->python == Approx(5e-5));
    CHECK(vn.times[1]->ofTotal == Approx(0.2));
    CHECK_FALSE(vn.times[0]->python);
    // 4 * 0.4 + 40 * 0.1 ms over 4 * 0.2 + 40 * 0.2 ms.
    CHECK(c.totalSeconds(0, 1) == Approx(5.6e-3));
    CHECK(c.totalSpeedup(1) == Approx(5.6 / 8.8));
    const std::string text = toText(tableOf(c));
    INFO(text);
    CHECK(text.find("1 timer of acc stands for no program of icon4py's: nh_solve") !=
          std::string::npos);
    CHECK(text.find("40 calls in acc, 2 in gt4py; both are weighted with the first") !=
          std::string::npos);
    CHECK(text.find("speed-up 0.636") != std::string::npos);
    CHECK(text.find("50.0 us, 20.0 %") != std::string::npos);
}

TEST_CASE("programs of other names and static arguments are matched as icon4py does") {
    const auto openacc = parsed(
        "acc", "{" + timer("compute_advection_in_horizontal_momentum_equation", 1, 1, 1, 1) + "," +
                   timer("vertically_implicit_solver_at_corrector_step", 1, 1, 1, 1) + "," +
                   timer("vertically_implicit_solver_at_corrector_step_first", 1, 1, 1, 1) + "," +
                   timer("vertically_implicit_solver_at_corrector_step_last", 1, 1, 1, 1) + "," +
                   timer("compute_diagnostics_from_normal_wind_skip", 1, 1, 1, 1) + "}");
    const auto solver = [](const char* first, const char* last, const char* time) {
        return program("vertically_implicit_solver_at_corrector_step",
                       fmt::format(R"("at_first_substep": {}, "at_last_substep": {})", first, last),
                       fmt::format("[{}]", time));
    };
    const auto gt4py = parsed(
        "gt4py", "{" + program("compute_advection_in_horizontal_momentum", "", "[1e-3]") + "," +
                     solver("false", "false", "2e-3") + "," + solver("true", "false", "3e-3") +
                     "," + solver("false", "true", "4e-3") + "," +
                     program("compute_diagnostics_from_normal_wind",
                             R"("skip_compute_predictor_vertical_advection": true)", "[5e-3]") +
                     "," +
                     program("compute_diagnostics_from_normal_wind",
                             R"("skip_compute_predictor_vertical_advection": false)", "[6e-3]") +
                     "}");
    const auto c = compared({openacc, gt4py});
    const auto mean = [&](const std::string& name) { return rowOf(c, name).times[1]->typical; };
    CHECK(mean("compute_advection_in_horizontal_momentum_equation") == Approx(1e-3));
    CHECK(mean("vertically_implicit_solver_at_corrector_step") == Approx(2e-3));
    CHECK(mean("vertically_implicit_solver_at_corrector_step_first") == Approx(3e-3));
    CHECK(mean("vertically_implicit_solver_at_corrector_step_last") == Approx(4e-3));
    CHECK(mean("compute_diagnostics_from_normal_wind_skip") == Approx(5e-3));
}

TEST_CASE("one timer can stand for several programs, and for some of the calls") {
    const auto openacc =
        parsed("acc", "{" + timer("boundary_halo_cleanup", 1, 1, 1, 2) + "," +
                          timer("update_mass_flux_weighted", 1, 1, 1, 8) + "," +
                          timer("update_mass_flux_weighted_first", 1, 1, 1, 2) + "," +
                          timer("compute_rho_theta_pgrad_and_update_vn", 1, 1, 1, 2) + "}");
    const auto gt4py = parsed(
        "gt4py", "{" + program("compute_exner_from_rhotheta", "", "[1, 1]", "[3, 3]") + "," +
                     program("update_theta_and_exner_in_halo", "", "[2, 2]", "[3, 3]") + "," +
                     // The first call compiled; then those of two steps.
                     program("update_mass_flux_weighted", "", "[9, 3, 3, 3, 3, 7, 3, 3, 3, 3]") +
                     "," + program("init_cell_kdim_field_with_zero_wp", "", "[1, 1]") + "," +
                     program("compute_rho_theta_pgrad_and_update_vn", "", "[1, 1]") + "," +
                     program("compute_hydrostatic_correction_term", "", "[1]") + "}");
    const auto c = compared({openacc, gt4py});
    const auto& cleanup = rowOf(c, "boundary_halo_cleanup");
    CHECK(cleanup.times[1]->typical == Approx(3));
    CHECK(*cleanup.times[1]->python == Approx(3));
    CHECK(rowOf(c, "update_mass_flux_weighted").times[1]->calls == 8);
    CHECK(rowOf(c, "update_mass_flux_weighted").times[1]->typical == Approx(3));
    CHECK(rowOf(c, "update_mass_flux_weighted_first").times[1]->typical == Approx(8));
    CHECK_FALSE(rowOf(c, "compute_rho_theta_pgrad_and_update_vn").times[1]);
    CHECK(toText(tableOf(c))
              .find("compute_hydrostatic_correction_term has 1 calls where "
                    "compute_rho_theta_pgrad_and_update_vn has 2") != std::string::npos);
}

TEST_CASE("a sum that lacks a program is no time: it has no ratio, and the total goes without it") {
    const auto openacc = parsed("acc", "{" + timer("boundary_halo_cleanup", 2000, 1, 1, 2) + "," +
                                           timer("apply_diffusion_to_vn", 1000, 1, 1, 2) + "}");
    const auto gt4py =
        parsed("gt4py", "{" + program("compute_exner_from_rhotheta", "", "[1, 1]") + "," +
                            program("apply_diffusion_to_vn", "", "[0.5, 0.5]") + "}");
    const auto c = compared({openacc, gt4py});
    CHECK_FALSE(rowOf(c, "boundary_halo_cleanup").times[1]);
    CHECK(c.totalSpeedup(1) == Approx(2));
    CHECK(toText(tableOf(c))
              .find("boundary_halo_cleanup is left out: in gt4py, update_theta_and_exner_in_halo "
                    "is not there, which the timer has with compute_exner_from_rhotheta") !=
          std::string::npos);
    // as earlier versions of icon4py had it
    const auto earlier =
        parsed("gt4py", "{" + program("compute_exner_from_rhotheta", "", "[1, 1]") + "," +
                            program("compute_theta_and_exner", "", "[2, 2]") + "," +
                            program("update_theta_v", "", "[3, 3]") + "}");
    CHECK(rowOf(compared({openacc, earlier}), "boundary_halo_cleanup").times[1]->typical ==
          Approx(6));
}

TEST_CASE("what only one file has stands in rows of its own, without a speed-up") {
    const auto before = parsed("before", "{" + program("p", "", "[4]") + "}");
    const auto after =
        parsed("after", "{" + program("p", "", "[2]") + "," + program("new", "", "[1]") + "}");
    const auto c = compared({before, after});
    const auto& row = rowOf(c, "new");
    CHECK_FALSE(row.times[0]);
    CHECK(row.times[1]->typical == 1);
    CHECK(c.totalSpeedup(1) == Approx(2));
    const auto table = tableOf(c);
    CHECK(toText(table).find("after has, where before does not: new") != std::string::npos);
    CHECK(table.lines.back() == std::vector<std::string>{"new", "-", "-", "-",
                                                         "1000000.0 (1000000.0 to 1000000.0)", "-",
                                                         "-"});
    CHECK(table.values.back()[table.values.back().size() - 2] == ""); // no speed-up
    // beside timers: programs that none of them stands for, variants by static arguments among them
    const auto openacc = parsed(
        "acc", "{" + timer("vertically_implicit_solver_at_predictor_step", 1, 1, 1, 1) + "}");
    const char* name = "vertically_implicit_solver_at_predictor_step";
    const auto gt4py =
        parsed("gt4py", "{" + program(name, R"("at_first_substep": false)", "[1]") + "," +
                            program(name, R"("at_first_substep": true)", "[2]") + "," +
                            program("other", "", "[3]") + "}");
    const auto timers = compared({openacc, gt4py});
    CHECK(timers.rows.size() == 3);
    CHECK(rowOf(timers, "vertically_implicit_solver_at_predictor_step (at_first_substep=true)")
              .times[1]
              ->typical == 2);
    CHECK(rowOf(timers, "other").times[1]->typical == 3);
}

TEST_CASE("programs and timers without times are named") {
    const auto before =
        parsed("before", "{" + program("p", "", "[4]") + "," + program("q", "", "[]") + "}");
    const auto after =
        parsed("after", "{" + program("p", "", "[2]") + "," + program("q", "", "[1]") + "}");
    const auto text = toText(tableOf(compared({before, after})));
    INFO(text);
    CHECK(text.find("before has no times of: q") != std::string::npos);
    const auto openacc = parsed("acc", "{" + timer("apply_diffusion_to_vn", 1, 1, 1, 1) + "," +
                                           timer("boundary_halo_cleanup", 0, 0, 0, 0) + "}");
    const auto gt4py = parsed("gt4py", "{" + program("apply_diffusion_to_vn", "", "[1]") + "}");
    CHECK(toText(tableOf(compared({openacc, gt4py})))
              .find("acc has no times of: boundary_halo_cleanup") != std::string::npos);
}

TEST_CASE(
    "where the time on the device was not taken, whole calls are compared, and that is said") {
    const auto whole = parsed("whole", "{" + program("p", "", "[]", "[6, 6]") + "}");
    const auto both = parsed("both", "{" + program("p", "", "[1, 1]", "[3, 3]") + "}");
    const auto c = compared({whole, both});
    CHECK(c.speedup(rowOf(c, "p"), 1) == Approx(2));
    CHECK_FALSE(rowOf(c, "p").times[1]->python);
    REQUIRE(c.notes.size() == 1);
    CHECK(c.notes[0] == "whole calls, Python's part included, of whole, both: p");
    const auto device = parsed("device", "{" + program("p", "", "[3, 3]") + "}");
    const auto mixed = compared({whole, device});
    REQUIRE(mixed.notes.size() == 1);
    CHECK(mixed.notes[0] == "whole calls, Python's part included, of whole, beside times without "
                            "it (the speed-up says little): p");
    const auto openacc = parsed("acc", "{" + timer("apply_diffusion_to_vn", 1000, 1, 1, 2) + "}");
    const auto timed =
        parsed("whole", "{" + program("apply_diffusion_to_vn", "", "[]", "[2, 2]") + "}");
    CHECK(rowOf(compared({openacc, timed}), "apply_diffusion_to_vn").times[1]->typical == 2);
}

TEST_CASE("truth values that Python wrote as strings are truth values") {
    const auto openacc = parsed(
        "acc", "{" + timer("vertically_implicit_solver_at_predictor_step_first", 1, 1, 1, 1) + "}");
    const auto gt4py = parsed("gt4py", "{" +
                                           program("vertically_implicit_solver_at_predictor_step",
                                                   R"("at_first_substep": "True")", "[2]") +
                                           "}");
    const auto c = compared({openacc, gt4py});
    CHECK(rowOf(c, "vertically_implicit_solver_at_predictor_step_first").times[1]->typical == 2);
}

TEST_CASE("two runs of GT4Py are matched by program and static arguments, whatever their keys") {
    const auto before = parsed("before", "{" + program("p", R"("a": true)", "[4, 4]") + "," +
                                             program("p", R"("a": false)", "[8, 8]") + "," +
                                             program("q", "", "[1, 1]") + "}");
    const auto after = parsed("after", "{" + program("p", R"("a": false)", "[2, 2]") + "," +
                                           program("p", R"("a": true)", "[2, 2]") + "}");
    const auto c = compared({before, after});
    CHECK(c.speedup(rowOf(c, "p (a=true)"), 1) == Approx(2));
    CHECK(c.speedup(rowOf(c, "p (a=false)"), 1) == Approx(4));
    CHECK(c.totalSpeedup(1) == Approx(3));
    REQUIRE(c.notes.size() == 1);
    CHECK(c.notes[0] == "after does not have: q");
    const auto json = nlohmann::json::parse(toJson(c));
    CHECK(json.at("totals").at(0).at("speedup") == Approx(3));
    CHECK(json.at("stencils").at(0).at("name") == "p (a=false)");
}

TEST_CASE("the page has a bar for each, and names of files are text") {
    const auto c = compared({parsed("a<b>", "{" + program("p", "", "[4e-6]") + "}"),
                             parsed("c", "{" + program("p", "", "[2e-6]") + "}")});
    const std::string html = toHtml(tableOf(c));
    CHECK(html.find("<b>") == std::string::npos);
    CHECK(html.find("p (a&lt;b&gt;)") != std::string::npos);
    CHECK(html.find("2.0 us, 2.00 times as fast") != std::string::npos);
    CHECK(html.find("<rect") != std::string::npos);
}

TEST_CASE("files with nothing in common, and what are no times, are refused") {
    const auto none = compareTimes({parsed("a", "{" + program("p", "", "[1]") + "}"),
                                    parsed("b", "{" + program("q", "", "[1]") + "}")});
    REQUIRE_FALSE(none);
    CHECK(none.error().sentence == "a and b have no stencil in common");
    const auto order =
        compareTimes({parsed("a", "{" + program("p", "", "[1]") + "}"),
                      parsed("acc", "{" + timer("apply_diffusion_to_vn", 1, 1, 1, 1) + "}")});
    REQUIRE_FALSE(order);
    CHECK(order.error().sentence.find("acc has ICON's own timers: name it first") == 0);
    const auto refusal = [](const std::string& text) {
        const auto file = parseTimes(text);
        REQUIRE_FALSE(file);
        CHECK(file.error().code == "bad-times");
        return file.error().sentence;
    };
    CHECK(refusal("[]").find("no JSON object") != std::string::npos);
    CHECK(refusal("{").find("it is cut off or damaged") != std::string::npos);
    CHECK(refusal(R"({"a": 1})").find("neither GT4Py's 'metrics'") != std::string::npos);
    CHECK(refusal(R"({"p<b>": {"metrics": {"compute": [1, "x"]}}})")
              .find("/p<b>/metrics/compute is \"x\", which is no time") != std::string::npos);
    CHECK(refusal(R"({"p<b>": {"metrics": {"compute": [-1]}}})").find("-1") != std::string::npos);
    CHECK(refusal(R"({"t": {"latency": {"value": 1}, "num_calls": {"value": 2}}})")
              .find("/t/latency lacks 'lower_value'") != std::string::npos);
    CHECK(refusal(R"({"t": {"latency": {}}})").find("lacks its latency or num_calls") !=
          std::string::npos);
}

} // namespace timers_test

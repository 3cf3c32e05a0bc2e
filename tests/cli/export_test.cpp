// mw export: what leaves the tool is called like the original, and computes what `mw run` does.

#include "core/codegen/library/runtime/markers.h"
#include "core/io/sdfg_io.h"
#include "tests/cli/run_mw.h"
#include "tests/support/clamped_read.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace export_test {

using namespace mw::test;
using Json = nlohmann::json;

namespace {

std::string laplacian() {
    return sourceFile("samples/laplacian.sdfg").string();
}
std::string scenarioOf(const std::string& sample) {
    return sourceFile("samples/" + sample + ".scenario.json").string();
}

/// Exports a library of the graph, runs the graph, and leaves both to tools/check-library.
struct Exported {
    std::string library, files;
};
Exported exported(const Folder& folder, const std::string& name, const std::string& graph,
                  const std::string& scenario, const std::string& options = "",
                  const std::string& target = "cpu") {
    const std::string library = folder / (name + ".so");
    const auto wrote = runMw("export " + graph + " -o " + library + " --target " + target +
                             " --scenario " + scenario + " " + options);
    INFO(wrote.text);
    REQUIRE(wrote.exit == 0);
    const std::string in = folder / (name + "-in.npz");
    const std::string out = folder / (name + "-out.npz");
    const auto ran = runMw("run " + graph + " --target cpu --scenario " + scenario +
                           " --save-inputs " + in + " -o " + out);
    INFO(ran.text);
    REQUIRE(ran.exit == 0);
    return {library, library + " " + in + " " + out};
}

Outcome check(const std::string& arguments, const std::string& environment = "") {
    // few calls: the machine is shared, and threads of OpenMP that wait take time from others
    return runCommand("OMP_WAIT_POLICY=passive " + environment + " python3 " +
                      sourceFile("tools/check-library").string() + " " + arguments);
}

bool canCompileCuda() {
    return contains(runMw("devices").text, "NVRTC");
}

bool hasPython() {
    return std::system("python3 -c 'import ctypes' > /dev/null 2>&1") == 0;
}

} // namespace

TEST_CASE("a graph is exported with its recipe beside it, in either dialect") {
    const Folder folder;
    REQUIRE(
        runMw("apply " + sample() + " map-fusion-vertical --project " + (folder / "p.mapwright"))
            .exit == 0);
    const auto wrote = runMw("export " + sample() + " --project " + (folder / "p.mapwright") +
                             " --dialect dollar -o " + (folder / "out.sdfgz"));
    INFO(wrote.text);
    REQUIRE(wrote.exit == 0);
    const auto record = Json::parse(contents(folder / "out.sdfgz.json"));
    CHECK(record["kind"] == "graph");
    CHECK(contains(runMw("hash " + sample()).text, record["original_hash"].get<std::string>()));
    CHECK(record["recipe"]["steps"].size() == 1);
    CHECK(record["arguments"].size() > 3);
    CHECK(runMw("info " + (folder / "out.sdfgz")).exit == 0);
}

TEST_CASE("no export writes over what it read") {
    const Folder folder;
    const std::string input = folder / "in.sdfg";
    std::filesystem::copy_file(sample(), input);
    const std::string before = contents(input);
    CHECK(runMw("export " + input + " -o " + input).exit == 3);
    CHECK(runMw("export " + sample() + " --original " + input + " -o " + input).exit == 3);
    CHECK(contents(input) == before);
    const auto unclear = runMw("export " + input + " -o " + (folder / "out.txt"));
    CHECK(unclear.exit == 2);
    CHECK(contains(unclear.text, "does not follow from its name"));
}

TEST_CASE("options that say nothing about what is written are refused") {
    const Folder folder;
    const auto refused = [&](const std::string& out, const std::string& options) {
        const auto outcome = runMw("export " + sample() + " -o " + (folder / out) + " " + options);
        INFO(outcome.text);
        CHECK(outcome.exit == 2);
        CHECK_FALSE(std::filesystem::exists(folder / out));
        return outcome.text;
    };
    CHECK(contains(refused("out.so", "--dialect plain"), "--dialect says nothing about a library"));
    CHECK(contains(refused("out.sdfg", "--symbols-as-arguments"),
                   "--symbols-as-arguments says nothing about a graph"));
    CHECK(contains(refused("out.sdfgz", "--trust"), "--trust says nothing about a graph"));
    CHECK(contains(refused("out.py", "--timeout 3"), "--timeout says nothing about options"));
    CHECK(contains(refused("out.so", "--alloc each"), "--alloc says nothing about an export"));
    CHECK(contains(refused("out.sdfg", "--target cuda"), "--target says nothing about a graph"));
    CHECK(contains(refused("out.py", "--grid torus:8,6,10"),
                   "--grid says nothing about options for GT4Py"));
    CHECK(contains(refused("out.so", "--target cpu --set dtime=10"), "--scenario or --grid"));
}

TEST_CASE("launches of a recipe or a project go along on every way") {
    const Folder folder;
    const auto kernels = Json::parse(
        runMw("compile " + sample() + " --target cpu --json --scenario " + scenarioOf("nabla4"))
            .text);
    INFO(kernels.dump());
    const std::string kernel = kernels.at("kernels").at(0).at("name");
    const Json choice{{"block", {96, 1, 1}}, {"levels_per_thread", 4}};
    const Json choices{{"version", 1}, {"kernels", {{kernel, choice}}}};
    const std::string recipe = folder / "recipe.json", project = folder / "p.mapwright";
    std::ofstream(recipe)
        << Json{{"recipe", 2},
                {"program", "nabla4"},
                {"steps",
                 {{{"launches", choices}, {"label", "launches"}, {"elements", Json::array()}}}}}
               .dump();
    REQUIRE(runMw("replay " + sample() + " " + recipe + " --project " + project).exit == 0);
    const auto record = [&](const std::string& options, const char* out) {
        const auto wrote = runMw("export " + sample() + " " + options + " -o " + (folder / out));
        INFO(wrote.text);
        REQUIRE(wrote.exit == 0);
        return Json::parse(contents(folder / (std::string(out) + ".json")));
    };
    for (const std::string& from : {"--recipe " + recipe, "--project " + project}) {
        CAPTURE(from);
        CHECK(record(from + " --target cpu", "out.so").at("choices") == choices);
        CHECK(record(from, "out.sdfgz").at("choices") == choices);
        CHECK(Json::parse(contents(folder / "out.choices.json")) == choices);
        CHECK(record(from, "out.py").at("choices") == choices);
        CHECK(contains(contents(folder / "out.py"), "gpu_block_size"));
    }
}

TEST_CASE("no export writes over its recipe") {
    const Folder folder;
    const std::string recipe = folder / "out.sdfg.json"; // where the record would stand
    REQUIRE(runMw("apply " + sample() + " map-fusion-vertical --recipe " + recipe + " -o " +
                  (folder / "fused.sdfg"))
                .exit == 0);
    const std::string before = contents(recipe);
    CHECK(
        runMw("export " + sample() + " --recipe " + recipe + " -o " + (folder / "out.sdfg")).exit ==
        3);
    CHECK(contents(recipe) == before);
}

TEST_CASE("a changed argument list is refused with the argument's name") {
    const Folder folder;
    const std::string out = folder / "out.sdfg";
    const auto other = runMw("export " + sample() + " --original " + laplacian() + " -o " + out);
    CHECK(other.exit == 1);
    CHECK(contains(other.text, "the original has no argument '"));
    CHECK_FALSE(std::filesystem::exists(out));

    const std::string special = folder / "special.sdfg";
    const auto specialised = runMw("apply " + sample() + " specialise --scenario " +
                                   scenarioOf("nabla4") + " -o " + special);
    INFO(specialised.text);
    REQUIRE(specialised.exit == 0);
    auto otherValues = Json::parse(contents(scenarioOf("nabla4")));
    auto& value = otherValues["symbols"].begin().value();
    value = value.get<std::int64_t>() - 1; // which its arrays are large enough for
    const std::string scenario = folder / "other.json";
    std::ofstream(scenario) << otherValues.dump();
    const auto unlike = runMw("export " + special + " --original " + sample() + " --scenario " +
                              scenario + " --target cpu -o " + (folder / "special.so"));
    INFO(unlike.text);
    CHECK(unlike.exit == 3);
    CHECK(contains(unlike.text, "the program is specialised to"));

    const auto gone = runMw("export " + special + " --original " + sample() + " -o " + out);
    CHECK(gone.exit == 1);
    CHECK(contains(gone.text, "of the original is gone"));
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("a library is not made for arrays that are too small for the program") {
    const Folder folder;
    const std::string bound = folder / "bound.sdfgz", out = folder / "small.so";
    const auto optimised = runMw("optimise " + sample() +
                                 " --no-measure --grid torus:12,10,20 --static bounds -o " + bound);
    INFO(optimised.text);
    REQUIRE(optimised.exit == 0);
    const auto small = runMw("export " + bound + " --target cpu --grid torus:8,6,10 -o " + out);
    INFO(small.text);
    CHECK(small.exit == 3);
    CHECK(contains(small.text, "the program needs"));
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("symbols that a tuned program needs no more stay arguments") {
    const Folder folder;
    const std::string before = sourceFile("samples/diffusion_step.sdfg").string();
    const std::string tuned = folder / "tuned.sdfg";
    const auto optimised = runMw("optimise " + before + " --scenario " +
                                 scenarioOf("diffusion_step") + " --keep-symbols -o " + tuned);
    INFO(optimised.text);
    REQUIRE(optimised.exit == 0);
    const std::string out = folder / "out.sdfg";
    const auto wrote = runMw("export " + tuned + " --original " + before + " -o " + out);
    INFO(wrote.text);
    REQUIRE(wrote.exit == 0);
    CHECK(contains(wrote.text, "needs __gt_conn_E2C_source_size no more, and keeps it as an "
                               "argument of the original"));
    const auto arguments = [](const std::string& file) {
        std::vector<std::string> names;
        for (const auto& argument : Json::parse(contents(file)).at("arguments"))
            names.push_back(argument.at("name"));
        return names;
    };
    REQUIRE(runMw("export " + before + " -o " + (folder / "same.sdfg")).exit == 0);
    CHECK(arguments(folder / "out.sdfg.json") == arguments(folder / "same.sdfg.json"));
    const auto same = runMw("verify " + before + " " + out + " --target interp --scenario " +
                            scenarioOf("diffusion_step"));
    INFO(same.text);
    CHECK(same.exit == 0);
    // A library has the original's list whatever it needs.
    if (!hasPython())
        return;
    const auto library = exported(folder, "tuned", tuned, scenarioOf("diffusion_step"),
                                  "--symbols-as-arguments --original " + before);
    const auto checked = check(library.files);
    INFO(checked.text);
    CHECK(checked.exit == 0);
}

TEST_CASE("libraries compute what mw run does, alone and together, and refuse bad arguments") {
    if (!hasPython())
        return skip("python3 is not there");
    const Folder folder;
    const auto first = exported(folder, "first", sample(), scenarioOf("nabla4"));
    const auto second =
        exported(folder, "second", laplacian(), scenarioOf("laplacian"), "--symbols-as-arguments");
    const auto checked = check(first.files + " --library " + second.files);
    INFO(checked.text);
    CHECK(checked.exit == 0);
    CHECK(contains(checked.text, "2 programs in one process"));
    // outputs as they were before the call are a difference
    const std::string before = folder / "first-in.npz";
    const auto wrong = check(first.library + " " + before + " " + before);
    CHECK(wrong.exit == 1);
    CHECK(contains(wrong.text, "differs"));
    // and outputs of another program are none
    const auto other = check(first.library + " " + before + " " + (folder / "second-out.npz"));
    CHECK(other.exit == 1);
    CHECK(contains(other.text, "nothing to compare"));
}

TEST_CASE("a library without a scenario computes every size, and memory of every kind") {
    if (!hasPython())
        return skip("python3 is not there");
    const Folder folder;
    const std::string library = folder / "open.so";
    const auto wrote = runMw("export " + sample() + " --target cpu -o " + library);
    INFO(wrote.text);
    REQUIRE(wrote.exit == 0);
    CHECK(contains(contents(library + ".json"), "has two forms of the program"));
    const auto called = [&](const std::string& name, const std::string& where) {
        // The record of a library that was exported for this call says how it is made.
        const std::string file = folder / (name + ".so"), in = folder / (name + "-in.npz"),
                          out = folder / (name + "-out.npz");
        const auto made = runMw("export " + sample() + " --target cpu -o " + file + where +
                                " --symbols-as-arguments");
        const auto ran = runMw("run " + sample() + " --target cpu" + where + " --save-inputs " +
                               in + " -o " + out);
        INFO(made.text << ran.text);
        REQUIRE(made.exit == 0);
        REQUIRE(ran.exit == 0);
        std::filesystem::copy_file(library, file,
                                   std::filesystem::copy_options::overwrite_existing);
        const auto checked = check(file + " " + in + " " + out);
        INFO(name << ": " << checked.text);
        CHECK(checked.exit == 0);
    };
    called("small", " --grid torus:8,6,5");
    called("larger", " --grid torus:12,10,9");
    // Rows with gaps between them: first those of one field, then of all that have edges.
    called("one", " --grid torus:8,6,5 --set __z_nabla4_e2_K_stride=160");
    called("all", " --grid torus:8,6,5 --set __z_nabla4_e2_K_stride=160 --set "
                  "__z_nabla2_e_K_stride=160");
}

TEST_CASE("a library of a specialised program has the original's list and compares the values") {
    if (!hasPython())
        return skip("python3 is not there");
    const Folder folder;
    const auto built = exported(folder, "special", sample(), scenarioOf("nabla4"));
    auto record = Json::parse(contents(built.library + ".json"));
    REQUIRE_FALSE(record["example"]["values"].empty());
    CHECK(record["constants"] == record["example"]["values"]); // a scenario has more than these
    auto& value = record["example"]["values"].begin().value();
    value = value.get<std::int64_t>() + 1;
    std::ofstream(built.library + ".json") << record.dump();
    const auto checked = check(built.files);
    INFO(checked.text);
    CHECK(checked.exit == 1);
    CHECK(contains(checked.text, "the program was specialised to"));
}

TEST_CASE("what a program assumes is said, and a library refuses calls that violate it") {
    const Folder folder;
    const std::string before = folder / "before.sdfg", after = folder / "after.sdfg";
    REQUIRE(mw::io::writeSdfgFile(*clampedRead(), before));
    REQUIRE(runMw("apply " + before + " map-fusion-vertical --assume stated -o " + after).exit ==
            0);
    const auto wrote = [&](const std::string& options) {
        const auto outcome = runMw("export " + after + " " + options);
        CAPTURE(options, outcome.text);
        REQUIRE(outcome.exit == 0);
        return outcome.text;
    };
    CHECK(contains(wrote("--original " + before + " -o " + (folder / "graph.sdfg")),
                   "assumes S <= 0: callers have to see to it, DaCe does not look"));
    const std::string file = folder / "after.so";
    CHECK(contains(wrote("--original " + before + " -o " + file),
                   "assumes S <= 0: a call with other values is refused"));
    const auto bare = runMw("export " + after + " -o " + (folder / "bare.so"));
    CHECK(bare.exit == 1);
    CHECK(contains(bare.text, "clamped was rewritten for runs with S <= 0, and its callers do not "
                              "pass what that is about"));

    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library);
    const auto init = reinterpret_cast<void* (*)(int, int)>(dlsym(library, "__dace_init_clamped"));
    const auto call = reinterpret_cast<int (*)(void*, double*, double*, int, int)>(
        dlsym(library, "__program_clamped"));
    const auto error =
        reinterpret_cast<const char* (*)(void*)>(dlsym(library, "__mw_error_clamped"));
    const auto leave = reinterpret_cast<int (*)(void*)>(dlsym(library, "__dace_exit_clamped"));
    REQUIRE((init && call && error && leave));
    void* const handle = init(2, 0);
    REQUIRE(handle);
    alignas(64) std::array<double, 2> x{1, 2};
    alignas(64) std::array<double, 2> y{};
    CHECK(call(handle, x.data(), y.data(), 2, 1) != 0);
    CHECK(std::string(error(handle)) ==
          "the program was rewritten for calls with S <= 0, and is called with other values");
    CHECK(y == std::array<double, 2>{});
    CHECK(call(handle, x.data(), y.data(), 2, -1) == 0);
    CHECK(y == std::array<double, 2>{4, 6});
    leave(handle);
}

TEST_CASE("a library for CUDA calls the driver as a real one wants it") {
    if (!hasPython() || !canCompileCuda())
        return skip("there is no NVRTC, or no python3");
    const Folder folder;
    std::string all;
    std::string text;
    for (const std::string name : {"nabla4", "laplacian"}) {
        const auto graph = sourceFile("samples/" + name + ".sdfg").string();
        const auto one = exported(folder, name, graph, scenarioOf(name), "--arch sm_90", "cuda");
        all += (all.empty() ? "" : " --library ") + one.files;
        const auto source =
            runMw("compile " + graph + " --target cpu --source --scenario " + scenarioOf(name));
        REQUIRE(source.exit == 0);
        std::ofstream(folder / (name + ".cpp")) << source.text;
        text += " " + (folder / (name + ".cpp"));
    }
    const std::string kernels = folder / "kernels.so";
    REQUIRE(std::system(("c++ -std=c++17 -O3 -march=native -ffp-contract=off -fno-math-errno -w "
                         "-fPIC -shared -o " +
                         kernels + text)
                            .c_str()) == 0);
    const auto checked =
        check(all, "LD_LIBRARY_PATH=" MW_FAKE_DRIVER " FAKE_CUDA_KERNELS=" + kernels);
    INFO(checked.text);
    CHECK(checked.exit == 0);
    CHECK(contains(checked.text, "on a stream of the caller's"));
    CHECK(contains(checked.text, "2 programs in one process"));

    // Ranges for profilers, where GT4Py's variable asks for them, named as kernels are named here.
    const std::string nabla4 = all.substr(0, all.find(" --library"));
    const std::string log = folder / "ranges";
    const auto marked = [&](const std::string& folders, const std::string& asked) {
        std::filesystem::remove(log);
        const auto ran = check(nabla4 + " --calls 4", "LD_LIBRARY_PATH=" + folders +
                                                          " FAKE_CUDA_KERNELS=" + kernels +
                                                          " FAKE_RANGES=" + log + " " + asked);
        INFO(ran.text);
        CHECK(ran.exit == 0);
        return std::filesystem::exists(log) ? contents(log) : std::string();
    };
    const std::string both = MW_FAKE_DRIVER ":" MW_FAKE_RANGES;
    const auto ranges = marked(both, "GT4PY_ADD_GPU_TRACE_MARKERS=on");
    CHECK(ranges.starts_with("nabla4\n"));
    for (const std::string name : {"normal_0", "sum_primal"})
        CHECK(contains(ranges, "\n" + name + "\n}\n"));
    const auto lines = std::ranges::count(ranges, '\n');
    CHECK(lines % 2 == 0);
    std::int64_t ends = 0;
    for (std::size_t at = 0; (at = ranges.find("}\n", at)) != std::string::npos; ++at)
        ++ends;
    CHECK(2 * ends == lines);
    CHECK(marked(both, "GT4PY_ADD_GPU_TRACE_MARKERS=0").empty());
    CHECK(marked(both, "").empty());
    CHECK(marked(MW_FAKE_DRIVER, "GT4PY_ADD_GPU_TRACE_MARKERS=1").empty()); // none is there
}

TEST_CASE("ranges for AMD's profilers are found in what the process has loaded") {
    const Folder folder;
    const std::string log = folder / "ranges";
    setenv("FAKE_RANGES", log.c_str(), 1);
    REQUIRE(dlopen(MW_FAKE_RANGES "/libnvToolsExt.so.1", RTLD_NOW | RTLD_GLOBAL));
    mw::library::Markers<mw::library::RocTx> markers;
    setenv("GT4PY_ADD_GPU_TRACE_MARKERS", "0", 1);
    markers.begin();
    CHECK_FALSE(markers.on());
    setenv("GT4PY_ADD_GPU_TRACE_MARKERS", "True", 1);
    markers.begin();
    REQUIRE(markers.on());
    markers.push("vn");
    markers.pop();
    CHECK(contents(log) == "vn\n}\n");
    unsetenv("GT4PY_ADD_GPU_TRACE_MARKERS");
}

TEST_CASE("real graphs: libraries compute what mw run does") {
    const auto graphs = corpus();
    if (!graphs || !hasPython())
        return skip("there is no corpus, or no python3");
    const Folder folder;
    std::string all;
    std::vector<std::string> names = {"gt4py-1.2.1/apply_diffusion_to_vn",
                                      "gt4py-1.0.9/calculate_nabla4"};
    if (std::getenv("MAPWRIGHT_LONG"))
        names.emplace_back("gt4py-1.2.1/vertically_implicit_solver_at_predictor_step");
    for (const auto& name : names) {
        const auto one = exported(
            folder, std::to_string(all.size()), (*graphs / name / "initial.sdfgz").string(),
            (*graphs / name / "reference.json").string(), "--symbols-as-arguments --trust");
        all += (all.empty() ? "" : " --library ") + one.files;
    }
    const auto checked = check(all);
    INFO(checked.text);
    CHECK(checked.exit == 0);
}

} // namespace export_test

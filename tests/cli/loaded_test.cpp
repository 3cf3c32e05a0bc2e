// Exported libraries and who calls them: Python by mapwright.load(), Fortran by a module, C by a
// header. What they compute is what mw run does, and what does not fit is refused by name.

#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>

namespace loaded_test {

using namespace mw::test;
using Json = nlohmann::json;

namespace {

/// Three calls of two samples as one program: a step, one back into the first field, and what is
/// made of that.
struct Granule {
    Folder folder;
    std::string library = folder / "steps.so", inputs = folder / "in.npz",
                outputs = folder / "out.npz", graph = folder / "steps.sdfgz",
                scenario = folder / "steps.scenario.json";

    explicit Granule(const std::string& options, const std::string& target = "cpu") {
        const auto step = sourceFile("samples/diffusion_step.sdfg").string();
        const Json sequence{{"name", "steps"},
                            {"programs",
                             {{{"name", "step"}, {"graph", step}},
                              {{"name", "back"},
                               {"graph", step},
                               {"bind", {{"theta", "theta_new"}, {"theta_new", "theta"}}}},
                              {{"name", "laplacian"},
                               {"graph", sourceFile("samples/laplacian.sdfg").string()},
                               {"bind", {{"psi", "theta"}}}}}},
                            {"calls", {"step", "back", "laplacian"}}};
        const std::string file = folder / "steps.sequence.json";
        std::ofstream(file) << sequence.dump();
        done("link " + file + " -o " + graph);
        done("export " + graph + " --target " + target + " -o " + library + " " + options);
        done("run " + graph + " --target cpu --save-inputs " + inputs + " -o " + outputs);
    }
    static void done(const std::string& command) {
        const auto outcome = runMw(command);
        INFO(command << ": " << outcome.text);
        REQUIRE(outcome.exit == 0);
    }
    std::string files() const { return " " + library + " " + inputs + " " + outputs + " "; }
};

void callFromPython(const Granule& granule, const std::string& python, const std::string& fields,
                    const std::string& environment = "") {
    const auto called = runCommand("OMP_WAIT_POLICY=passive " + environment + " " + python +
                                   " -B " + sourceFile("tests/cli/loaded.py").string() +
                                   granule.files() + granule.scenario + " " + fields);
    INFO(python << ", " << fields << ": " << called.text);
    CHECK(called.exit == 0);
    CHECK(contains(called.text, "ok: a call computes what mw run does"));
    if (const auto times = called.text.find("time:"); times != std::string::npos)
        std::puts(called.text.substr(times).c_str());
}

/// A Python of the virtual environments that tools/setup makes; empty: it is not there.
std::string pythonOf(const std::string& environment) {
    const auto python = sourceFile("build/" + environment + "/bin/python").string();
    return std::filesystem::exists(python) ? python : "";
}

/// C and C++ include the header, and C++ begins and ends by it.
void includeHeader(const Granule& granule) {
    const std::string source = granule.folder / "call.cpp";
    std::ofstream(source) << "#include \"steps.h\"\n"
                             "#include \"steps.h\"\n"
                             "int main() {\n"
                             "    void* handle = __dace_init_steps(0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, "
                             "0, 0, 0, 0);\n"
                             "    int (*call)(void*, const double*, const int32_t*) = nullptr;\n"
                             "    (void)call;\n"
                             "    return handle ? __dace_exit_steps(handle) : 1;\n"
                             "}\n";
    const std::string program = granule.folder / "call";
    const auto built = runCommand("c++ -std=c++17 -Wall -Werror -o " + program + " " + source +
                                  " " + granule.library);
    INFO(built.text);
    REQUIRE(built.exit == 0);
    CHECK(runCommand(program).exit == 0);
    std::ofstream(granule.folder / "only.c") << "#include \"steps.h\"\nint unused;\n";
    const auto c =
        runCommand("cc -std=c11 -Wall -Werror -c -o /dev/null " + granule.folder / "only.c");
    INFO(c.text);
    CHECK(c.exit == 0);
    CHECK(contains(contents(granule.folder / "steps.h"),
                   "double* lap, /* Cell: __lap_Cell_range_1 elements, stride 1; K: "
                   "__lap_K_range_1 elements, stride __lap_K_stride; "));
}

} // namespace

TEST_CASE("Python calls a linked program by names, with arrays of NumPy and others") {
    if (std::system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null"))
        return skip("there is no Python of 3.11 or newer");
    const Granule granule("");
    callFromPython(granule, "python3", "plain");
    const auto numpy = pythonOf("venv-dace2");
    if (numpy.empty())
        return skip("build/venv-dace2 is not there: no NumPy");
    callFromPython(granule, numpy, "numpy");
    callFromPython(granule, numpy, "dlpack");
}

TEST_CASE("Python calls a linked program with fields of GT4Py") {
    const auto gt4py = pythonOf("venv-gt4py");
    if (gt4py.empty())
        return skip("build/venv-gt4py is not there: no GT4Py");
    callFromPython(Granule(""), gt4py, "gt4py");
}

TEST_CASE("Python calls a library for CUDA with arrays of a device, on a stream") {
    if (!contains(runMw("devices").text, "NVRTC") || std::system("python3 -c '' 2> /dev/null"))
        return skip("there is no NVRTC, or no python3");
    const Folder folder;
    const std::string scenario = folder / "steps.scenario.json"; // that linking writes
    const Granule granule("--arch sm_90 --scenario " + scenario, "cuda");
    // The kernels of a driver that has the host's memory (fake_cuda.cpp).
    const auto source =
        runMw("compile " + granule.graph + " --target cpu --source --scenario " + granule.scenario);
    REQUIRE(source.exit == 0);
    const std::string text = folder / "kernels.cpp", kernels = folder / "kernels.so";
    std::ofstream(text) << source.text;
    REQUIRE(std::system(("c++ -std=c++17 -O1 -march=native -ffp-contract=off -fno-math-errno -w "
                         "-fPIC -shared -o " +
                         kernels + " " + text)
                            .c_str()) == 0);
    const std::string driver = "LD_LIBRARY_PATH=" MW_FAKE_DRIVER " FAKE_CUDA_KERNELS=" + kernels;
    for (const std::string fields : {"device", "cupy"})
        callFromPython(granule, "python3", fields, driver);
}

TEST_CASE("C and Fortran call a linked program, by a header and by a module that checks") {
    const Granule granule("--header --fortran");
    includeHeader(granule);
    const auto called =
        runCommand("python3 -B " + sourceFile("tests/cli/fortran.py").string() + granule.files());
    INFO(called.text);
    if (called.exit == 77)
        return skip("there is no gfortran");
    CHECK(called.exit == 0);
    CHECK(contains(called.text, "ok: wide_lap is what mw run has"));
    const std::string theta = "steps: the argument 'theta' has ";
    CHECK(contains(called.text, theta +
                                    "12 elements in dimension 1 (Cell), and the program touches "
                                    "those from 1 to 96"));
    CHECK(contains(called.text, theta + "2 elements from one to the next in dimension 1 (Cell), "
                                        "where 1 is needed"));
    CHECK(contains(called.text, "steps: the argument 'lap' has 95 elements in dimension 1 (Cell), "
                                "and the program touches those from 1 to 96"));
}

TEST_CASE("a header and a module are of libraries alone, and no input is written over by them") {
    const Folder folder;
    for (const std::string option : {"--header", "--fortran"}) {
        const auto graph = runMw("export " + sample() + " -o " + (folder / "out.sdfg ") + option);
        CHECK(graph.exit == 2);
        CHECK(contains(graph.text, option + " says nothing about a graph"));
    }
    const std::string input = folder / "in.h";
    std::filesystem::copy_file(sample(), input);
    const auto over =
        runMw("export " + input + " -o " + (folder / "in.so") + " --header --target cpu");
    INFO(over.text);
    CHECK(over.exit == 3);
    CHECK(contents(input) == contents(sample()));
}

} // namespace loaded_test

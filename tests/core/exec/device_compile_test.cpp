// CUDA and HIP kernels of real graphs compile where no device is: NVRTC to a cubin for sm_90,
// hiprtc to a code object for gfx90a, clang to one for gfx942. MAPWRIGHT_LONG=1: every graph of the
// corpus, else ten of them and the samples.
#include "core/exec/session.h"
#include "core/inputs/scenario.h"
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstdlib>

namespace device_compile_test {

using namespace mw;
using namespace mw::exec;
using namespace mw::inputs;
namespace fs = std::filesystem;

namespace {

/// Each stands for something that others lack: scans, conditionals, both dialects, unfused and
/// fused maps, tables with skip values, metrics blocks.
constexpr std::array kCrossSection = {
    "gt4py-1.0.9/calculate_nabla2_for_w/initial.sdfgz",
    "gt4py-1.0.9/calculate_nabla4/optimized.sdfgz",
    "gt4py-1.0.9/calculate_nabla2_and_smag_coefficients_for_vn/optimized.sdfgz",
    "gt4py-1.0.9/vertically_implicit_solver_at_predictor_step/optimized.sdfgz",
    "gt4py-1.2.1/apply_diffusion_to_vn/static-optimized.sdfgz",
    "gt4py-1.2.1/calculate_nabla4/optimized.sdfgz",
    "gt4py-1.2.1/compute_ffsl_backtrajectory/optimized.sdfgz",
    "gt4py-1.2.1/compute_hydrostatic_correction_term/initial.sdfgz",
    "gt4py-1.2.1/compute_rho_theta_pgrad_and_update_vn/static-optimized.sdfgz",
    "gt4py-1.2.1/vertically_implicit_solver_at_predictor_step/static-optimized.sdfgz",
};

std::vector<fs::path> chosenGraphs() {
    std::vector<fs::path> graphs;
    for (const char* sample : {"diffusion_step", "laplacian", "nabla4"})
        graphs.push_back(test::sourceFile(std::string("samples/") + sample + ".sdfg"));
    const auto corpus = test::corpus();
    if (!corpus) {
        test::skip("no corpus, so only the samples: set MAPWRIGHT_CORPUS");
        return graphs;
    }
    if (std::getenv("MAPWRIGHT_LONG")) {
        for (const fs::path& graph : test::graphsBelow(*corpus))
            if (graph.string().find("/other/") == std::string::npos)
                graphs.push_back(graph);
        return graphs;
    }
    for (const char* graph : kCrossSection)
        if (fs::exists(*corpus / graph))
            graphs.push_back(*corpus / graph);
    return graphs;
}

/// With the values of the scenario beside the graph compiled in, as a run has it.
Expected<codegen::Plan> planOf(const ir::Document& document, const fs::path& graph,
                               codegen::Target target) {
    codegen::LowerOptions options;
    const bool bench = graph.filename().string().starts_with("bench-");
    const fs::path file = graph.parent_path() / (bench ? "bench.json" : "reference.json");
    if (fs::exists(file)) {
        MW_TRY(const Scenario given, readScenario(file));
        MW_TRY(const Scenario scenario, completeScenario(*document.root, given));
        options.constants = scenario.symbols;
    }
    MW_TRY(codegen::Plan plan, codegen::lower(document, options));
    MW_CHECK(codegen::chooseLaunches(plan, codegen::launchDevice(target)));
    return plan;
}

/// False where no compiler takes the architecture, which is said.
bool canCompile(Session& session, codegen::Target target, const std::string& architecture) {
    const auto devices = session.devices(true);
    REQUIRE(devices);
    const auto device = std::ranges::find(*devices, target, &DeviceInfo::target);
    REQUIRE(device != devices->end());
    if (!device->canCompile) {
        test::skip(device->missing);
        return false;
    }
    // Where none says what it takes, all is asked for.
    const bool takes = std::ranges::any_of(device->compilers, [&](const CompilerInfo& one) {
        return one.architectures.empty() ||
               std::ranges::find(one.architectures, architecture) != one.architectures.end();
    });
    if (!takes)
        test::skip(device->versions + " does not compile for " + architecture);
    return takes;
}

/// Kernels whose points can gather together, in tiles: how many.
int compileTiles(Session& session, codegen::Plan& plan, codegen::Target target,
                 const std::string& architecture) {
    codegen::Choices choices;
    for (const codegen::Kernel& kernel : plan.kernels)
        if (kernel.facts.sharesGathers)
            choices[kernel.name] = {
                .block = {{128, 1, 1}}, .levelsPerThread = 8, .levelsPerGroup = 2, .tiles = true};
    if (choices.empty())
        return 0;
    // What a group takes of a kernel with many gathers may not fit: such a kernel keeps the rules.
    std::erase_if(choices, [&](const auto& one) {
        const auto& kernel = *std::ranges::find(plan.kernels, one.first, &codegen::Kernel::name);
        return !codegen::chosenLaunch(kernel, codegen::launchDevice(target), one.second);
    });
    REQUIRE(codegen::chooseLaunches(plan, codegen::launchDevice(target), choices));
    const auto compiled = session.compile(plan, target, architecture);
    if (!compiled)
        FAIL(toString(compiled.error()));
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        if (plan.kernels[k].launch.tiles)
            CHECK(compiled->kernels[k].sharedBytes > 0);
    return static_cast<int>(choices.size());
}

void compileAll(codegen::Target target, const std::string& architecture) {
    Session session;
    if (!canCompile(session, target, architecture))
        return;
    int tiles = 0;
    for (const fs::path& graph : chosenGraphs()) {
        INFO(graph.string());
        const auto document = io::readSdfgFile(graph);
        REQUIRE(document);
        auto plan = planOf(**document, graph, target);
        if (!plan)
            FAIL(toString(plan.error()));
        const auto compiled = session.compile(*plan, target, architecture);
        if (!compiled)
            FAIL(toString(compiled.error()));
        CHECK(compiled->kernels.size() == plan->kernels.size());
        for (const auto& kernel : compiled->kernels) {
            CHECK(kernel.registers > 0);
            CHECK(kernel.spillBytes >= 0);
            CHECK(kernel.sharedBytes >= 0);
        }
        tiles += compileTiles(session, *plan, target, architecture);
    }
    if (test::corpus())
        CHECK(tiles > 0);
}

} // namespace

TEST_CASE("CUDA kernels compile without a device") {
    compileAll(codegen::Target::cuda, "sm_90");
}

TEST_CASE("HIP kernels compile without a device") {
    compileAll(codegen::Target::hip, "gfx90a");
}

TEST_CASE("HIP kernels compile for a device that is newer than hiprtc") {
    compileAll(codegen::Target::hip, "gfx942");
}

TEST_CASE(
    "an architecture that the compiler does not know is one sentence, and the next call works") {
    const auto document = io::readSdfgFile(test::sourceFile("samples/laplacian.sdfg"));
    REQUIRE(document);
    const auto plan = codegen::lower(**document);
    REQUIRE(plan);
    for (const auto& [target, newer, known] :
         {std::tuple{codegen::Target::cuda, "sm_999", "sm_90"},
          // Newer than the hiprtc of Debian 12, which ends the process when it does not know one.
          std::tuple{codegen::Target::hip, "gfx1201", "gfx90a"}}) {
        Session session;
        if (!canCompile(session, target, known))
            continue;
        const auto compiled = session.compile(*plan, target, newer);
        if (!compiled) {
            CHECK_FALSE(compiled.error().sentence.empty());
            CHECK(compiled.error().sentence.find('\n') == std::string::npos);
        }
        CHECK(session.compile(*plan, target, known));
        const auto nonsense = session.compile(*plan, target, "potato");
        REQUIRE_FALSE(nonsense);
        CHECK(nonsense.error().code == "bad-architecture");
    }
}

} // namespace device_compile_test

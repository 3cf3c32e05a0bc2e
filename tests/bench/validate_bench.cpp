// Validating real graphs: one of 1300 nodes, and the largest of the corpus (2300 nodes).
#include "core/analysis/analysis.h"
#include "core/io/sdfg_io.h"
#include "core/validate/validate.h"
#include "tests/support/corpus.h"

#include <benchmark/benchmark.h>

namespace {

using namespace mw;

constexpr const char* kGraphs[] = {
    "gt4py-1.2.1/vertically_implicit_solver_at_predictor_step/initial.sdfgz",
    "gt4py-1.2.1/compute_rho_theta_pgrad_and_update_vn/initial.sdfgz",
    "gt4py-1.2.1/compute_rho_theta_pgrad_and_update_vn/static-optimized.sdfgz",
};

void validateGraph(benchmark::State& state, const validate::ValidateOptions& options) {
    const auto document = io::readSdfgFile(*test::corpus() / kGraphs[state.range(0)]);
    const ir::DocumentIndex index(*document);
    std::size_t nodes = 0;
    for (const BlockId id : index.states())
        nodes += index.find(id)->block->as<ir::State>()->nodes.size();
    std::size_t findings = 0;
    for (auto _ : state)
        findings = validate::validate(index, options).size();
    state.counters["nodes"] = static_cast<double>(nodes);
    state.counters["findings"] = static_cast<double>(findings);
}

void validateAll(benchmark::State& state) {
    validateGraph(state, {});
}
BENCHMARK(validateAll)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

void validateErrors(benchmark::State& state) {
    validateGraph(state, {.hints = false, .warnings = false});
}
BENCHMARK(validateErrors)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    if (!mw::test::corpus()) {
        mw::test::skip("no corpus of real graphs (MAPWRIGHT_CORPUS, ../shared/corpus)");
        return 0;
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}

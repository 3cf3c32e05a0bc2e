// Listing where vertical map fusion applies and applying it: `fusion_bench [GRAPH]`. Without a
// graph the initial nabla4 of the corpus (40 maps) or, without a corpus, the sample (11 maps).
#include "core/analysis/analysis.h"
#include "core/io/sdfg_io.h"
#include "core/validate/validate.h"
#include "tests/support/corpus.h"
#include "transforms/framework/apply.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <filesystem>

namespace {

using namespace mw;

std::filesystem::path file;

const ir::DocumentPtr& graph() {
    static const ir::DocumentPtr kGraph = [] {
        const auto read = io::readSdfgFile(file);
        return read ? *read : nullptr;
    }();
    return kGraph;
}

std::filesystem::path usualGraph() {
    const auto graphs = test::nabla4Graphs();
    return graphs.empty() ? std::filesystem::path(test::sourceFile("samples/nabla4.sdfg"))
                          : std::filesystem::path(graphs[3]);
}

const transforms::Transformation& fusion() {
    return *transforms::findTransformation("map-fusion-vertical");
}

/// find, and check of every candidate: what the list in the window shows.
void matchList(benchmark::State& state) {
    const auto params = *transforms::completeParams(fusion(), {});
    for (auto _ : state)
        benchmark::DoNotOptimize(transforms::candidates(fusion(), graph(), {}, params));
}
BENCHMARK(matchList)->Unit(benchmark::kMillisecond);

void applyOnce(benchmark::State& state) {
    const auto params = *transforms::completeParams(fusion(), {});
    const transforms::DocumentView view(graph());
    const auto found = transforms::candidates(fusion(), view, {}, params);
    const auto first = std::ranges::find_if(found, &transforms::Candidate::applies);
    if (first == found.end())
        return;
    const auto checked = fusion().check(view, first->match, params);
    for (auto _ : state)
        benchmark::DoNotOptimize(fusion().apply(view, std::get<transforms::Plan>(checked)));
}
BENCHMARK(applyOnce)->Unit(benchmark::kMillisecond);

/// The list, then one of its places applied, on a document that was not looked at before: what a
/// click in the window costs.
void matchAndApply(benchmark::State& state) {
    const auto params = *transforms::completeParams(fusion(), {});
    for (auto _ : state) {
        const transforms::DocumentView view(graph());
        const auto found = transforms::candidates(fusion(), view, {}, params);
        const auto first = std::ranges::find_if(found, &transforms::Candidate::applies);
        if (first != found.end())
            benchmark::DoNotOptimize(transforms::applyAt(fusion(), view, first->match, params));
    }
}
BENCHMARK(matchAndApply)->Unit(benchmark::kMillisecond);

/// Ten applications, each at the first place of what the one before made.
void applyTen(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(transforms::applyEverywhere(fusion(), graph(), {}, {.limit = 10}));
}
BENCHMARK(applyTen)->Unit(benchmark::kMillisecond);

void validate(benchmark::State& state) {
    const ir::DocumentIndex index(graph());
    for (auto _ : state)
        benchmark::DoNotOptimize(validate::validate(index));
}
BENCHMARK(validate)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    file = argc > 1 ? std::filesystem::path(argv[1]) : usualGraph();
    if (!graph())
        return 1;
    benchmark::RunSpecifiedBenchmarks();
}

#include "core/analysis/analysis.h"
#include "core/io/sdfg_io.h"
#include "core/validate/validate.h"
#include "tests/support/corpus.h"
#include "transforms/framework/apply.h"

#include <benchmark/benchmark.h>

// Listing where vertical map fusion applies and applying it once, on the initial nabla4 graph of
// the corpus (40 maps) or, without a corpus, on the sample (11 maps).

namespace {

using namespace mw;

const ir::DocumentPtr& graph() {
    static const ir::DocumentPtr kGraph = [] {
        const auto graphs = test::nabla4Graphs();
        const auto read =
            io::readSdfgFile(graphs.empty() ? test::sourceFile("samples/nabla4.sdfg") : graphs[3]);
        return read ? *read : nullptr;
    }();
    return kGraph;
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
    for (const auto& [match, checked] : transforms::candidates(fusion(), view, {}, params))
        if (const auto* plan = std::get_if<transforms::Plan>(&checked)) {
            for (auto _ : state)
                benchmark::DoNotOptimize(fusion().apply(view, *plan));
            return;
        }
}
BENCHMARK(applyOnce)->Unit(benchmark::kMillisecond);

/// With the check before and the validation after, as the app and mw apply it.
void applyChecked(benchmark::State& state) {
    const auto match = fusion().find(graph(), {}).front();
    for (auto _ : state)
        benchmark::DoNotOptimize(transforms::applyAt(fusion(), graph(), match, {}));
}
BENCHMARK(applyChecked)->Unit(benchmark::kMillisecond);

void validate(benchmark::State& state) {
    const ir::DocumentIndex index(graph());
    for (auto _ : state)
        benchmark::DoNotOptimize(validate::validate(index));
}
BENCHMARK(validate)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    if (!graph())
        return 1;
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}

// Reading and writing the largest graph of the corpus (2.9 MB of JSON, 2300 nodes).
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "tests/support/corpus.h"

#include <benchmark/benchmark.h>
#include <iostream>

namespace {

using namespace mw;

constexpr const char* kLargest =
    "gt4py-1.2.1/compute_rho_theta_pgrad_and_update_vn/static-optimized.sdfgz";

const std::string& bytes() {
    static const std::string kBytes = [] {
        const auto root = test::corpus();
        auto read = root ? io::readFile(*root / kLargest) : Expected<std::string>("");
        return read ? *read : std::string();
    }();
    return kBytes;
}

void readLargest(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(io::readSdfg(bytes()));
}
BENCHMARK(readLargest)->Unit(benchmark::kMillisecond);

void gunzipLargest(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(io::gunzip(bytes(), std::size_t{1} << 30U));
}
BENCHMARK(gunzipLargest)->Unit(benchmark::kMillisecond);

void writeLargest(benchmark::State& state) {
    const auto document = io::readSdfg(bytes());
    for (auto _ : state)
        benchmark::DoNotOptimize(io::writeSdfg(**document));
}
BENCHMARK(writeLargest)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    if (bytes().empty()) {
        mw::test::skip("no corpus of real graphs (MAPWRIGHT_CORPUS, ../shared/corpus)");
        return 0;
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}

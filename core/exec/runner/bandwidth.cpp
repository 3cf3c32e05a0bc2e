// How fast the device copies in its memory and in its last cache.
#include "core/exec/runner/bandwidth.h"

#include "core/exec/runner/memory.h"
#include "core/support/statistics.h"

#include <algorithm>

namespace mw::exec {

namespace {

// Up to so many, fewer where they take long: their median is stable, and somebody waits.
constexpr int kMeasurements = 20, kFewestMeasurements = 5;
constexpr double kBandwidthMicroseconds = 300'000;
constexpr const char* kName = "mw_cache_copy";

// A chunk is what one block copies: every thread eight times 16 bytes, all loads before the stores,
// so that enough of them are under way.
constexpr unsigned kThreads = 256;
constexpr std::size_t kChunk = std::size_t{kThreads} * 8 * 16;

// .cg: through L2 alone; volatile: once a round.
constexpr std::string_view kCuda = R"(
extern "C" __global__ void mw_cache_copy(char* dst, const char* src, long long, long long) {
    const long long at = (long long)blockIdx.x * 256 * 8 * 16 + threadIdx.x * 16;
    double a[8], b[8];
#pragma unroll
    for (int k = 0; k < 8; ++k)
        asm volatile("ld.global.cg.v2.f64 {%0, %1}, [%2];"
                     : "=d"(a[k]), "=d"(b[k])
                     : "l"(src + at + k * 256 * 16));
#pragma unroll
    for (int k = 0; k < 8; ++k)
        asm volatile("st.global.cg.v2.f64 [%0], {%1, %2};" ::"l"(dst + at + k * 256 * 16),
                     "d"(a[k]), "d"(b[k])
                     : "memory");
}
)";

constexpr std::string_view kHost = R"(
#include <cstring>
extern "C" void mw_cache_copy(void** a) {
    char* const dst = *static_cast<char**>(a[0]);
    const char* const src = *static_cast<const char**>(a[1]);
    const long long chunks = *static_cast<long long*>(a[2]);
    const long long rounds = *static_cast<long long*>(a[3]);
    constexpr long long bytes = 256 * 8 * 16;
#pragma omp parallel
    for (long long r = 0; r < rounds; ++r)
#pragma omp for schedule(static)
        for (long long i = 0; i < chunks; ++i)
            std::memcpy(dst + i * bytes, src + i * bytes, bytes);
}
)";

/// Two arrays with something in them.
struct BufferPair {
    DeviceMemory from, to;

    static Expected<BufferPair> make(Backend& backend, std::size_t bytes) {
        BufferPair pair;
        MW_TRY(pair.from, DeviceMemory::allocate(backend, bytes));
        MW_TRY(pair.to, DeviceMemory::allocate(backend, bytes));
        MW_CHECK(backend.enqueue(PreparedFill{pair.from.get(), 1, bytes}));
        MW_CHECK(backend.enqueue(PreparedFill{pair.to.get(), 2, bytes}));
        MW_CHECK(backend.synchronise());
        return pair;
    }
};

/// GB/s of work that moves so many bytes, median.
Expected<double> rateOf(Backend& backend, double bytes,
                        const std::function<Expected<void>()>& work) {
    std::vector<double> rates;
    double total = 0; // us
    for (int i = 0;
         i < kMeasurements && (i < kFewestMeasurements || total < kBandwidthMicroseconds); ++i) {
        MW_TRY(const double microseconds, backend.timed(work));
        total += microseconds;
        rates.push_back(bytes / microseconds / 1000.0);
    }
    return summarise(rates).median;
}

PreparedLaunch launchOf(void* function, const BufferPair& arrays, std::int64_t chunks,
                        std::int64_t rounds) {
    PreparedLaunch launch;
    launch.function = function;
    launch.shape.grid = {static_cast<unsigned>(chunks), static_cast<unsigned>(rounds), 1};
    launch.shape.block = {kThreads, 1, 1};
    using Slot = PreparedLaunch::Slot;
    launch.values = {Slot::of(arrays.to.get()), Slot::of(arrays.from.get()), Slot::of(chunks),
                     Slot::of(rounds)};
    launch.bind();
    return launch;
}

} // namespace

KernelSource cacheCopySource(codegen::Target target) {
    KernelSource source;
    source.text = target == codegen::Target::cpu ? kHost : kCuda;
    source.units = {{{kName}, source.text}};
    return source;
}

Expected<double> measureBandwidth(Backend& backend) {
    MW_CHECK(backend.open());
    const std::size_t bytes = backend.bandwidthBytes();
    MW_TRY(const BufferPair arrays, BufferPair::make(backend, bytes));
    constexpr int kCopiesEach = 4; // so that the cost of the events themselves does not count
    return rateOf(backend, 2.0 * kCopiesEach * static_cast<double>(bytes), [&]() -> Expected<void> {
        for (int copy = 0; copy < kCopiesEach; ++copy)
            MW_CHECK(backend.enqueue(PreparedCopy{arrays.to.get(), arrays.from.get(), bytes}));
        return {};
    });
}

Expected<double> measureCacheBandwidth(Backend& backend, codegen::Target target) {
    MW_CHECK(backend.open());
    const auto chunks = static_cast<std::int64_t>(backend.cacheCopyBytes() / kChunk);
    if (chunks == 0)
        return 0.0;
    MW_TRY(const Binary binary, backend.compile(cacheCopySource(target), ""));
    const std::vector<std::string> names = {kName};
    MW_TRY(const auto module, backend.load(binary, names));
    MW_TRY(const BufferPair arrays,
           BufferPair::make(backend, static_cast<std::size_t>(chunks) * kChunk));
    const auto copies = [&](std::int64_t rounds) {
        return
            [&backend, step = PreparedStep(launchOf(module->function(0), arrays, chunks, rounds))] {
                return backend.enqueue(step);
            };
    };
    // As many rounds as fill a millisecond, so that neither launch nor events count.
    constexpr double kLongEnough = 1000; // us
    constexpr double kMost = 1000;
    MW_CHECK(copies(1)());
    MW_TRY(const double once, backend.timed(copies(1)));
    const double rounds = std::clamp(kLongEnough / std::max(once, 1.0), 1.0, kMost);
    const auto whole = static_cast<std::int64_t>(rounds);
    return rateOf(backend, 2.0 * static_cast<double>(whole * chunks) * static_cast<double>(kChunk),
                  copies(whole));
}

} // namespace mw::exec

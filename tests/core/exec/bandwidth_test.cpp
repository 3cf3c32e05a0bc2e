// The bandwidth of the last cache: what is launched, and that it copies.
#include "core/exec/processors.h"
#include "core/exec/runner/bandwidth.h"
#include "core/exec/runner/memory.h"
#include "tests/core/exec/fake_gpu.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <cstring>

namespace bandwidth_test {

using namespace mw;
using namespace mw::exec;

namespace {

/// A made-up GPU with a cache of so many bytes.
std::unique_ptr<Backend> gpuWithCache(double bytes) {
    test::resetFakeGpu();
    auto platform = test::fakePlatform();
    platform.loadApi = [load = platform.loadApi, bytes]() -> Expected<GpuApi> {
        MW_TRY(GpuApi api, load());
        api.lastCacheBytes = [bytes] { return bytes; };
        return api;
    };
    return makeGpuBackend(std::move(platform));
}

} // namespace

TEST_CASE("the last cache of a GPU is timed by launches that fill a millisecond") {
    const auto backend = gpuWithCache(8e6);
    auto& gpu = test::fakeGpu();
    gpu.eventOverhead = 0;
    gpu.microseconds["mw_cache_copy"] = 20;
    REQUIRE(backend->open());
    const std::size_t chunk = std::size_t{32} << 10U;
    const double bytes = static_cast<double>(backend->cacheCopyBytes() / chunk * chunk);
    CHECK(bytes < 8e6 / 4); // both arrays stay in either half of it
    const auto rate = measureCacheBandwidth(*backend, codegen::Target::cuda);
    REQUIRE(rate);
    // The made-up launch takes as long whatever its grid is: 50 rounds of 20 us in one of 20 us.
    CHECK(*rate == Approx(2 * bytes * 50 / 20 / 1e3));
}

TEST_CASE("a GPU whose cache is not known has no bandwidth of it") {
    const auto backend = gpuWithCache(0);
    const auto rate = measureCacheBandwidth(*backend, codegen::Target::cuda);
    REQUIRE(rate);
    CHECK(*rate == 0);
    CHECK(test::fakeGpu().compilations == 0);
}

TEST_CASE("the CPU's copy in the cache copies everything, and is timed") {
    const auto backend = makeHostBackend();
    if (!backend->info().canRun)
        return test::skip("no compiler");
    const auto binary = backend->compile(cacheCopySource(codegen::Target::cpu), "");
    REQUIRE(binary);
    const std::vector<std::string> names{"mw_cache_copy"};
    const auto module = backend->load(*binary, names);
    REQUIRE(module);
    constexpr std::int64_t chunks = 3;
    std::vector<unsigned char> from(chunks * (std::size_t{32} << 10U)), to(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        from[i] = static_cast<unsigned char>(i % 251);
    PreparedLaunch launch;
    launch.function = (*module)->function(0);
    using Slot = PreparedLaunch::Slot;
    launch.values = {Slot::of(to.data()), Slot::of(from.data()), Slot::of(chunks),
                     Slot::of(std::int64_t{2})};
    launch.bind();
    REQUIRE(backend->enqueue(launch));
    CHECK(to == from);

    const auto rate = measureCacheBandwidth(*backend, codegen::Target::cpu);
    REQUIRE(rate);
    CHECK((*rate > 0) == (lastCacheBytes() > 0));
}

TEST_CASE("the GPU's copy in the cache compiles") {
    const auto backend = makeCudaBackend();
    if (!backend->info().canCompile)
        return test::skip("no NVRTC");
    const auto binary = backend->compile(cacheCopySource(codegen::Target::cuda), "sm_90");
    REQUIRE(binary);
    const auto& resources = binary->resources.at("mw_cache_copy");
    CHECK(resources.spillBytes == 0);
    CHECK(resources.registers >= 32); // of every load before a store
}

} // namespace bandwidth_test

// mw-runner with a device made of host memory that fails as the names of its kernels say:
// "illegal..." touches what it must not, "endless..." never ends, "greedy..." does not fit. What
// the machine lacks stands in MW_FAKE_LACKS: "driver" or "compiler".
#include "core/exec/runner/server.h"
#include "core/support/environment.h"
#include "tests/core/exec/fake_gpu.h"

#include <cstdlib>
#include <signal.h>
#include <unistd.h>

using namespace mw;
using namespace mw::exec;

namespace {

constexpr int kOutOfMemory = 2, kIllegalAddress = 700, kTooManyResources = 701;
constexpr std::size_t kDeviceBytes = std::size_t{64} << 20U;

bool lost = false, endless = false;

/// As on a device: what comes after an illegal access fails as well.
int arrive() {
    while (endless)
        pause();
    if (lost)
        return kIllegalAddress;
    test::fakeGpu().arrive();
    return 0;
}

Expected<GpuApi> faultyApi() {
    MW_TRY(GpuApi api, test::fakePlatform().loadApi());
    api.memAlloc = [](void** memory, std::size_t bytes) {
        if (lost || bytes > kDeviceBytes)
            return lost ? kIllegalAddress : kOutOfMemory;
        *memory = std::malloc(bytes);
        return 0;
    };
    api.launch = [](void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                    unsigned, void*, void**, void**) {
        const auto& name = *static_cast<const std::string*>(function);
        lost = lost || name.starts_with("illegal");
        endless = endless || name.starts_with("endless");
        return name.starts_with("greedy") ? kTooManyResources : 0;
    };
    api.streamSynchronize = [](void*) { return arrive(); };
    api.eventSynchronize = [](void*) { return arrive(); };
    api.errorText = [](int result) -> std::string {
        return result == kIllegalAddress     ? "an illegal memory access was encountered"
               : result == kTooManyResources ? "too many resources requested for launch"
                                             : "error " + std::to_string(result);
    };
    api.isLost = [](int result) { return result == kIllegalAddress; };
    return api;
}

std::unique_ptr<Backend> makeFaulty(codegen::Target target) {
    if (target != codegen::Target::cuda)
        return makeBackend(target);
    const std::string lacks = environmentVariable("MW_FAKE_LACKS");
    GpuPlatform platform = test::fakePlatform();
    platform.loadApi = faultyApi;
    if (lacks == "driver")
        platform.loadApi = []() -> Expected<GpuApi> {
            return fail(Library::open({"libno-driver.so.1"}, "libno-driver.so.1").error());
        };
    if (lacks == "compiler")
        platform.compilers.front().load = []() -> Expected<RtcApi> {
            return fail(
                Library::open({"libno-rtc.so"}, "libno-rtc.so, part of a toolkit,").error());
        };
    return makeGpuBackend(std::move(platform));
}

} // namespace

int main() {
    signal(SIGPIPE, SIG_IGN);
    const int out = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return serve(STDIN_FILENO, out, makeFaulty);
}

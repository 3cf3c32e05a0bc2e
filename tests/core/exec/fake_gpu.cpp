// A GPU made of host memory and a clock that only kernels and copies move.
#include "tests/core/exec/fake_gpu.h"

#include <cstdlib>
#include <cstring>
#include <memory>

namespace mw::test {

using namespace mw::exec;

FakeGpu& fakeGpu() {
    static FakeGpu instance;
    return instance;
}

void resetFakeGpu() {
    fakeGpu() = {};
}

void FakeGpu::work(Work one) {
    if (capture) {
        capture->push_back(std::move(one));
        return;
    }
    const bool isKernel = one.kind == DeviceActivity::Kind::kernel;
    const auto known = microseconds.find(one.name);
    const double time = !isKernel                     ? copyMicroseconds
                        : known == microseconds.end() ? 1.0
                                                      : known->second;
    if (profilerOn)
        records.push_back({one.kind, one.name, now, now + time});
    now += time;
}

void FakeGpu::arrive() {
    for (const Copy& copy : std::exchange(pending, {}))
        std::memcpy(copy.to, copy.from ? copy.from : copy.staged.data(), copy.staged.size());
}

namespace {

using Works = std::vector<FakeGpu::Work>;

class FakeProfiler : public Profiler {
public:
    Expected<void> start() override {
        if (fakeGpu().profilerRefuses)
            return fail("no-profiler", "another profiler is attached");
        fakeGpu().profilerOn = true;
        return {};
    }
    Expected<std::vector<DeviceActivity>> take() override {
        auto taken = std::exchange(fakeGpu().records, {});
        if (fakeGpu().profilerLoses && !taken.empty())
            taken.erase(taken.begin());
        return taken;
    }
    void stop() override { fakeGpu().profilerOn = false; }
};

/// Names of functions live as long as the process: handles point to them.
const std::string* nameOf(const char* name) {
    static std::map<std::string, std::unique_ptr<std::string>> names;
    auto& slot = names[name];
    if (!slot)
        slot = std::make_unique<std::string>(name);
    return slot.get();
}

void addMemory(GpuApi& api) {
    api.memAlloc = [](void** memory, std::size_t bytes) {
        *memory = std::malloc(bytes);
        return 0;
    };
    api.memFree = [](void* memory) {
        std::free(memory);
        return 0;
    };
    // As from pageable memory: staged at once, there when the stream has caught up.
    api.copyToDevice = [](void* dst, const void* src, std::size_t bytes, void* stream) {
        fakeGpu().copiesOffStream += stream == &fakeGpu() ? 0 : 1;
        const auto* from = static_cast<const std::byte*>(src);
        fakeGpu().pending.push_back({dst, nullptr, {from, from + bytes}});
        ++fakeGpu().uploads;
        return 0;
    };
    api.copyToHost = [](void* dst, const void* src, std::size_t bytes, void* stream) {
        fakeGpu().copiesOffStream += stream == &fakeGpu() ? 0 : 1;
        fakeGpu().pending.push_back({dst, src, std::vector<std::byte>(bytes)});
        return 0;
    };
    api.copyOnDevice = [](void* dst, const void* src, std::size_t bytes, void*) {
        if (!fakeGpu().capture) {
            fakeGpu().arrive(); // in the order of the stream
            std::memcpy(dst, src, bytes);
        }
        fakeGpu().work({DeviceActivity::Kind::copy, ""});
        return 0;
    };
    api.fill = [](void*, unsigned char, std::size_t, void*) {
        fakeGpu().work({DeviceActivity::Kind::fill, ""});
        return 0;
    };
}

void addStreams(GpuApi& api) {
    api.streamCreate = [](void** stream, unsigned) {
        *stream = &fakeGpu();
        return 0;
    };
    api.streamDestroy = [](void*) { return 0; };
    api.streamSynchronize = [](void*) {
        fakeGpu().arrive();
        return 0;
    };
    api.beginCapture = [](void*, int) {
        fakeGpu().capture = new Works;
        return 0;
    };
    api.endCapture = [](void*, void** graph) {
        *graph = std::exchange(fakeGpu().capture, nullptr);
        return 0;
    };
    api.graphInstantiate = [](void** exec, void* graph, unsigned long long) {
        *exec = new Works(*static_cast<Works*>(graph));
        return 0;
    };
    api.graphLaunch = [](void* exec, void*) {
        fakeGpu().graphLaunchesUnprofiled += fakeGpu().profilerOn ? 0 : 1;
        for (const auto& one : *static_cast<Works*>(exec))
            fakeGpu().work(one);
        return 0;
    };
    api.graphExecDestroy = [](void* exec) {
        delete static_cast<Works*>(exec);
        return 0;
    };
    api.graphDestroy = api.graphExecDestroy;
    api.eventCreate = [](void** event, unsigned) {
        *event = new double(0);
        return 0;
    };
    api.eventDestroy = [](void* event) {
        delete static_cast<double*>(event);
        return 0;
    };
    api.eventRecord = [](void* event, void*) {
        fakeGpu().now += fakeGpu().eventOverhead / 2;
        *static_cast<double*>(event) = fakeGpu().now;
        fakeGpu().now += fakeGpu().eventOverhead / 2;
        return 0;
    };
    api.eventSynchronize = [](void*) { return 0; };
    api.eventElapsed = [](float* milliseconds, void* start, void* end) {
        const double us = *static_cast<double*>(end) - *static_cast<double*>(start);
        *milliseconds = static_cast<float>(us / 1000);
        return 0;
    };
}

void addModules(GpuApi& api) {
    api.moduleLoadData = [](void** module, const void*) {
        *module = new char;
        ++fakeGpu().moduleLoads;
        return 0;
    };
    api.moduleUnload = [](void* module) {
        delete static_cast<char*>(module);
        return 0;
    };
    api.moduleFunction = [](void** function, void*, const char* name) {
        *function = const_cast<std::string*>(nameOf(name));
        return 0;
    };
    api.functionAttribute = [](int* value, int attribute, void*) {
        *value = 10 * attribute;
        return 0;
    };
    api.occupancy = [](int* blocks, void*, int, std::size_t) {
        *blocks = 8;
        return 0;
    };
    api.launch = [](void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                    unsigned, void*, void**, void**) {
        fakeGpu().work({DeviceActivity::Kind::kernel, *static_cast<std::string*>(function)});
        return 0;
    };
}

GpuApi fakeApi() {
    GpuApi api;
    api.init = [](unsigned) { return 0; };
    api.deviceCount = [](int* count) {
        *count = 1;
        return 0;
    };
    api.deviceName = [](char* name, int, int) {
        std::strcpy(name, "Fake");
        return 0;
    };
    api.driverVersion = [](int* version) {
        *version = 1;
        return 0;
    };
    addMemory(api);
    addStreams(api);
    addModules(api);
    api.useDevice = [] { return 0; };
    api.errorText = [](int result) { return std::to_string(result); };
    api.isLost = [](int) { return false; };
    api.architecture = [] { return "fake_1"; };
    api.versionText = [](int) { return "fake driver"; };
    api.threadsPerMultiprocessor = [] { return 2048; };
    return api;
}

RtcApi fakeCompiler() {
    RtcApi api;
    api.version = [](int* major, int* minor) {
        *major = *minor = 1;
        return 0;
    };
    api.create = [](void** program, const char* source, const char*, int, const char* const*,
                    const char* const*) {
        *program = new std::string(source);
        ++fakeGpu().compilations;
        fakeGpu().compiledSources.emplace_back(source);
        return 0;
    };
    api.compile = [](void*, int, const char* const*) { return 0; };
    api.logSize = [](void*, std::size_t* size) {
        *size = 0;
        return 0;
    };
    api.log = [](void*, char*) { return 0; };
    api.codeSize = [](void*, std::size_t* size) {
        *size = 1;
        return 0;
    };
    api.code = [](void*, char* image) {
        *image = 'x';
        return 0;
    };
    api.destroy = [](void** program) {
        delete static_cast<std::string*>(*program);
        return 0;
    };
    api.errorText = [](int) { return "error"; };
    return api;
}

} // namespace

GpuPlatform fakePlatform() {
    GpuPlatform platform;
    platform.deviceKind = "fake";
    platform.defaultArchitecture = "fake_1";
    platform.loadApi = []() -> Expected<GpuApi> { return fakeApi(); };
    GpuCompiler compiler;
    compiler.name = "fake compiler";
    compiler.load = []() -> Expected<RtcApi> { return fakeCompiler(); };
    compiler.check = [](const std::string&) -> Expected<void> { return {}; };
    compiler.options = [](const std::string&) { return std::vector<std::string>{}; };
    compiler.resources = [](const Image&) {
        return std::map<std::string, CompileResult::Resources>{};
    };
    platform.compilers = {std::move(compiler)};
    platform.makeProfiler = []() -> Expected<std::unique_ptr<Profiler>> {
        return std::make_unique<FakeProfiler>();
    };
    return platform;
}

} // namespace mw::test

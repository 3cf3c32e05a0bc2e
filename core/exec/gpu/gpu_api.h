#pragma once

#include "core/exec/gpu/library.h"
#include "core/exec/gpu/profiler.h"
#include "core/exec/runner/backend.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mw::exec {

/// The functions that CUDA's driver API and HIP's module API have in common, with the same
/// parameters under two sets of names (cuMemAlloc_v2 and hipMalloc, ...). Handles are pointers in
/// both; device addresses are 64-bit numbers in CUDA, which pass like pointers.
struct GpuApi {
    using Result = int; ///< 0: success

    Result (*init)(unsigned flags) = nullptr;
    Result (*deviceCount)(int* count) = nullptr;
    Result (*deviceName)(char* name, int length, int device) = nullptr;
    Result (*busId)(char* id, int length, int device) = nullptr; ///< null: the library has none
    Result (*driverVersion)(int* version) = nullptr;
    Result (*memAlloc)(void** memory, std::size_t bytes) = nullptr;
    Result (*memFree)(void* memory) = nullptr;
    // On the stream of the kernels: a plain copy to the device goes through the default stream and
    // may return before the data has arrived, which a non-blocking stream does not wait for.
    Result (*copyToDevice)(void* dst, const void* src, std::size_t bytes, void* stream) = nullptr;
    Result (*copyToHost)(void* dst, const void* src, std::size_t bytes, void* stream) = nullptr;
    Result (*copyOnDevice)(void* dst, const void* src, std::size_t bytes, void* stream) = nullptr;
    Result (*fill)(void* dst, unsigned char value, std::size_t bytes, void* stream) = nullptr;
    Result (*streamCreate)(void** stream, unsigned flags) = nullptr;
    Result (*streamDestroy)(void* stream) = nullptr;
    Result (*streamSynchronize)(void* stream) = nullptr;
    Result (*beginCapture)(void* stream, int mode) = nullptr;
    Result (*endCapture)(void* stream, void** graph) = nullptr;
    Result (*graphInstantiate)(void** exec, void* graph, unsigned long long flags) = nullptr;
    Result (*graphLaunch)(void* exec, void* stream) = nullptr;
    Result (*graphExecDestroy)(void* exec) = nullptr;
    Result (*graphDestroy)(void* graph) = nullptr;
    Result (*eventCreate)(void** event, unsigned flags) = nullptr;
    Result (*eventDestroy)(void* event) = nullptr;
    Result (*eventRecord)(void* event, void* stream) = nullptr;
    Result (*eventSynchronize)(void* event) = nullptr;
    Result (*eventElapsed)(float* milliseconds, void* start, void* end) = nullptr;
    Result (*moduleLoadData)(void** module, const void* image) = nullptr;
    Result (*moduleUnload)(void* module) = nullptr;
    Result (*moduleFunction)(void** function, void* module, const char* name) = nullptr;
    Result (*functionAttribute)(int* value, int attribute, void* function) = nullptr;
    Result (*occupancy)(int* blocks, void* function, int blockThreads,
                        std::size_t dynamicShared) = nullptr;
    Result (*launch)(void* function, unsigned gridX, unsigned gridY, unsigned gridZ,
                     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned dynamicShared,
                     void* stream, void** arguments, void** extra) = nullptr;

    /// Functions in which CUDA and HIP differ by more than names; cuda/ and hip/ give them.
    std::function<Result()> useDevice; ///< makes the first device current
    std::function<std::string(Result)> errorText;
    std::function<bool(Result)> isLost;            ///< the device is unusable from now on
    std::function<std::string()> architecture;     ///< "sm_90", "gfx90a"
    std::function<std::string(int)> versionText;   ///< of driverVersion's number
    std::function<int()> threadsPerMultiprocessor; ///< 0: unknown
    std::function<double()> peakGigaflops;         ///< see DeviceInfo; null: unknown
    std::function<double()> lastCacheBytes;        ///< likewise
};

/// The run-time compilers, alike in the same way (nvrtcCreateProgram and hiprtcCreateProgram, ...).
struct RtcApi {
    using Result = int;

    Result (*version)(int* major, int* minor) = nullptr;
    Result (*create)(void** program, const char* source, const char* name, int headers,
                     const char* const* headerTexts, const char* const* headerNames) = nullptr;
    Result (*compile)(void* program, int count, const char* const* options) = nullptr;
    Result (*logSize)(void* program, std::size_t* size) = nullptr;
    Result (*log)(void* program, char* text) = nullptr;
    Result (*codeSize)(void* program, std::size_t* size) = nullptr;
    Result (*code)(void* program, char* image) = nullptr;
    /// The PTX or the assembly of what was compiled; null: the compiler gives none.
    Result (*assemblySize)(void* program, std::size_t* size) = nullptr;
    Result (*assembly)(void* program, char* text) = nullptr;
    Result (*destroy)(void** program) = nullptr;
    const char* (*errorText)(Result) = nullptr;
};

/// One compiler of a platform's kernels.
struct GpuCompiler {
    std::string name; ///< "NVRTC", "hiprtc"
    std::function<Expected<RtcApi>()> load;
    /// "clang 19.1.7", where it does not say it itself; null: the name, and what RtcApi::version
    /// says.
    std::function<Expected<std::string>()> version;
    std::function<std::string()>
        package; ///< that brought it, with its version; null, "": not known
    /// Those that it takes; null: not known.
    std::function<Expected<std::vector<std::string>>()> architectures;
    /// Refuses what the compiler would not survive. It has been loaded.
    std::function<Expected<void>(const std::string& architecture)> check;
    std::function<std::vector<std::string>(const std::string& architecture)> options;
    /// The compiler's option that keeps what leads from instructions to lines of the source.
    std::string lineOption;
    std::string uncontracted; ///< the compiler's option against fused multiply-adds
    /// The compiler's option that limits registers; empty: the text says it itself.
    std::function<std::string(int registers)> registerLimit;
    bool inParallel = false; ///< may be called from several threads
    /// Resources per kernel out of the compiler's log or the compiled code.
    std::function<std::map<std::string, CompileResult::Resources>(const Image& image)> resources;
    /// What RtcApi::assembly gives.
    Instructions assembly = Instructions::ptx;
    /// Refuses compiled code that no device loads; null: all can be loaded.
    std::function<Expected<void>(const Image& image)> loadable;
};

/// Everything of one platform that the common back end needs; cuda/ and hip/ give it.
struct GpuPlatform {
    codegen::Target target = codegen::Target::cuda;
    std::string deviceKind; ///< "CUDA", "HIP"
    std::string defaultArchitecture;
    std::function<Expected<GpuApi>()> loadApi;
    /// Kernels go to the first that is there and takes the architecture.
    std::vector<GpuCompiler> compilers;
    /// For the device's init code on the host: where its headers and its runtime are.
    std::function<std::vector<std::string>()> hostOptions;
    /// Empty: there is no profiler for this kind of device.
    std::function<Expected<std::unique_ptr<Profiler>>()> makeProfiler;
};

std::unique_ptr<Backend> makeGpuBackend(GpuPlatform platform);

} // namespace mw::exec

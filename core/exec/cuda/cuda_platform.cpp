// CUDA's driver and NVRTC behind the interface of the GPU back end, loaded at run time.
#include "core/exec/cuda/cupti.h"
#include "core/exec/cuda/toolkit.h"
#include "core/exec/gpu/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <sstream>

namespace mw::exec {

namespace {

// Numbers of the CUDA driver API (cuda.h), which we load instead of linking.
constexpr int kClockRate = 13; // kHz
constexpr int kMultiprocessorCount = 16;
constexpr int kL2CacheSize = 38;
constexpr int kComputeCapabilityMajor = 75;
constexpr int kComputeCapabilityMinor = 76;
constexpr int kMaxThreadsPerMultiprocessor = 39;

/// The functions that differ from HIP's.
struct Driver {
    int (*deviceGet)(int* device, int ordinal) = nullptr;
    int (*deviceAttribute)(int* value, int attribute, int device) = nullptr;
    int (*primaryContextRetain)(void** context, int device) = nullptr;
    int (*contextSetCurrent)(void* context) = nullptr;
    int (*errorName)(int result, const char** text) = nullptr;
    int (*errorString)(int result, const char** text) = nullptr;

    int attribute(int which) const {
        int device = 0;
        int value = 0;
        if (deviceGet(&device, 0) != 0 || deviceAttribute(&value, which, device) != 0)
            return 0;
        return value;
    }
    std::string text(int result) const {
        const char* name = nullptr;
        const char* sentence = nullptr;
        errorName(result, &name);
        errorString(result, &sentence);
        return fmt::format("{}: {}", name ? name : "CUDA error", sentence ? sentence : "unknown");
    }
    int use() const {
        int device = 0;
        void* context = nullptr;
        if (const int result = deviceGet(&device, 0); result != 0)
            return result;
        if (const int result = primaryContextRetain(&context, device); result != 0)
            return result;
        return contextSetCurrent(context);
    }
};

/// Fused multiply-adds in double precision that a multiprocessor begins in a cycle, by compute
/// capability: "Throughput of Native Arithmetic Instructions" in NVIDIA's CUDA C++ Programming
/// Guide. 0: none that we know.
int doubleUnits(int major, int minor) {
    switch (10 * major + minor) {
    case 60:
    case 70:
    case 72:
    case 80:
        return 32;
    case 90:
    case 100:
        return 64;
    case 75:
    case 86:
    case 89:
    case 120:
        return 2;
    default:
        return 0;
    }
}

double peakGigaflops(const Driver& driver) {
    constexpr double kKilohertz = 1e3;
    constexpr double kGiga = 1e9;
    const int units = doubleUnits(driver.attribute(kComputeCapabilityMajor),
                                  driver.attribute(kComputeCapabilityMinor));
    return 2.0 * units * driver.attribute(kMultiprocessorCount) * driver.attribute(kClockRate) *
           kKilohertz / kGiga;
}

/// Errors after which every call of this process fails: illegal address and its like (700, 702 to
/// 720 but for the peer-access ones), an uncorrectable memory error (214), unknown (999).
bool isLost(int result) {
    const bool ofContext = result == 700 || result == 702 || (result >= 708 && result <= 720);
    return ofContext || result == 214 || result == 999;
}

Expected<void> bindDriver(const Library& library, Driver& driver) {
    MW_CHECK(library.bind(driver.deviceGet, {"cuDeviceGet"}));
    MW_CHECK(library.bind(driver.deviceAttribute, {"cuDeviceGetAttribute"}));
    MW_CHECK(library.bind(driver.primaryContextRetain, {"cuDevicePrimaryCtxRetain"}));
    MW_CHECK(library.bind(driver.contextSetCurrent, {"cuCtxSetCurrent"}));
    MW_CHECK(library.bind(driver.errorName, {"cuGetErrorName"}));
    return library.bind(driver.errorString, {"cuGetErrorString"});
}

Expected<GpuApi> loadDriver() {
    MW_TRY(const Library library, Library::open({"libcuda.so.1"}, "libcuda.so.1"));
    const auto driver = std::make_shared<Driver>();
    GpuApi api;
    MW_CHECK(bindDriver(library, *driver));
    MW_CHECK(bind(library, Naming::cuda, api));
    api.useDevice = [driver] { return driver->use(); };
    api.errorText = [driver](int result) { return driver->text(result); };
    api.isLost = isLost;
    api.architecture = [driver] {
        return fmt::format("sm_{}{}", driver->attribute(kComputeCapabilityMajor),
                           driver->attribute(kComputeCapabilityMinor));
    };
    api.versionText = [](int version) {
        return fmt::format("driver for CUDA {}.{}", version / 1000, version % 1000 / 10);
    };
    api.threadsPerMultiprocessor = [driver] {
        return driver->attribute(kMaxThreadsPerMultiprocessor);
    };
    api.peakGigaflops = [driver] { return peakGigaflops(*driver); };
    api.lastCacheBytes = [driver] { return driver->attribute(kL2CacheSize); };
    return api;
}

Expected<RtcApi> loadNvrtc() {
    MW_TRY(const Library library,
           Library::open(candidates(nvrtcLibrary()),
                         "NVRTC (libnvrtc.so, part of the CUDA toolkit; or set "
                         "MAPWRIGHT_NVRTC to its folder)"));
    RtcApi api;
    MW_CHECK(bind(library, Naming::cuda, api));
    return api;
}

Expected<void> checkArchitecture(const std::string& architecture) {
    const bool isReal =
        architecture.starts_with("sm_") && architecture.size() >= 5 && architecture.size() <= 7;
    if (isReal)
        return {};
    return fail("bad-architecture", fmt::format("'{}' is no architecture of a CUDA device; an "
                                                "example is sm_90",
                                                architecture));
}

/// The number before `unit` in a line such as "Used 40 registers, 512 bytes cmem[0]"; -1: none.
int numberBefore(const std::string& line, std::string_view unit) {
    const auto at = line.find(unit);
    if (at == std::string::npos || at == 0)
        return -1;
    const auto start = line.find_last_not_of("0123456789", at - 1) + 1;
    int value = -1;
    std::from_chars(line.data() + start, line.data() + at, value);
    return value;
}

/// ptxas -v: "Compiling entry function 'NAME' for 'sm_90'", then lines with spills and registers.
std::map<std::string, CompileResult::Resources> readPtxasLog(const std::string& log) {
    std::map<std::string, CompileResult::Resources> all;
    std::istringstream in(log);
    std::string kernel;
    for (std::string line; std::getline(in, line);) {
        constexpr std::string_view entry = "Compiling entry function '";
        if (const auto at = line.find(entry); at != std::string::npos) {
            const auto start = at + entry.size();
            kernel = line.substr(start, line.find('\'', start) - start);
            continue;
        }
        if (kernel.empty())
            continue;
        auto& r = all[kernel];
        if (const int spill = numberBefore(line, " bytes spill stores"); spill >= 0)
            r.spillBytes = spill;
        if (const int registers = numberBefore(line, " registers"); registers >= 0) {
            r.registers = registers;
            r.sharedBytes = std::max(0, numberBefore(line, " bytes smem"));
        }
    }
    return all;
}

} // namespace

std::unique_ptr<Backend> makeCudaBackend() {
    GpuCompiler nvrtc;
    nvrtc.name = "NVRTC";
    nvrtc.load = loadNvrtc;
    nvrtc.check = checkArchitecture;
    // Fused multiply-add stays on, as nvcc has it.
    nvrtc.options = [](const std::string& architecture) {
        return std::vector<std::string>{"--gpu-architecture=" + architecture, "--std=c++17",
                                        "--disable-warnings", "--ptxas-options=-v"};
    };
    nvrtc.lineOption = "-lineinfo";
    nvrtc.uncontracted = "--fmad=false";
    nvrtc.registerLimit = [](int registers) { return fmt::format("--maxrregcount={}", registers); };
    nvrtc.inParallel = true;
    nvrtc.resources = [](const Image& image) { return readPtxasLog(image.log); };
    GpuPlatform platform;
    platform.target = codegen::Target::cuda;
    platform.deviceKind = "CUDA";
    platform.defaultArchitecture = "sm_90";
    platform.loadApi = loadDriver;
    platform.compilers = {std::move(nvrtc)};
    platform.hostOptions = runtimeOptions;
    platform.makeProfiler = makeCuptiProfiler;
    return makeGpuBackend(std::move(platform));
}

} // namespace mw::exec

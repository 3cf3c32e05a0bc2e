// HIP's runtime and hiprtc behind the interface of the GPU back end, loaded at run time.
#include "core/exec/gpu/names.h"
#include "core/exec/hip/code_object.h"
#include "core/support/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

namespace mw::exec {

namespace {

struct Runtime {
    int (*setDevice)(int device) = nullptr;
    /// Fills a structure whose layout changed between versions of ROCm.
    int (*properties)(void* properties, int device) = nullptr;
    const char* (*errorString)(int result) = nullptr;

    /// "gfx90a" out of the properties, wherever that version of the structure has it.
    std::string architecture() const {
        std::array<char, 16384> bytes{};
        if (properties(bytes.data(), 0) != 0)
            return {};
        const std::string_view all(bytes.data(), bytes.size());
        const auto at = all.find("gfx");
        if (at == std::string_view::npos)
            return {};
        const std::string_view rest = all.substr(at);
        return std::string(rest.substr(0, rest.find_first_of(std::string_view("\0:", 2))));
    }
};

bool isHipLost(int result) {
    return result == 700 || result == 702 || result == 710 || result == 719 || result == 999;
}

std::vector<std::string> candidates(const std::string& name) {
    std::vector<std::string> files;
    for (const char* variable : {"ROCM_PATH", "HIP_PATH"})
        if (const std::string home = environmentVariable(variable); !home.empty())
            for (std::string& file : librariesIn(home + "/lib", name))
                files.push_back(std::move(file));
    for (std::string& file : librariesIn("/opt/rocm/lib", name))
        files.push_back(std::move(file));
    for (const char* version : {".7", ".6", ".5", ""})
        files.push_back(name + version);
    return files;
}

Expected<Library> hipRuntimeLibrary() {
    return Library::open(candidates("libamdhip64.so"), "libamdhip64.so, part of ROCm,");
}

Expected<void> bindRuntime(const Library& library, Runtime& runtime) {
    MW_CHECK(library.bind(runtime.setDevice, {"hipSetDevice"}));
    MW_CHECK(library.bind(runtime.properties,
                          {"hipGetDevicePropertiesR0600", "hipGetDeviceProperties"}));
    return library.bind(runtime.errorString, {"hipGetErrorString"});
}

Expected<GpuApi> loadRuntime() {
    MW_TRY(const Library library, hipRuntimeLibrary());
    const auto runtime = std::make_shared<Runtime>();
    GpuApi api;
    MW_CHECK(bindRuntime(library, *runtime));
    MW_CHECK(bind(library, Naming::hip, api));
    api.useDevice = [runtime] { return runtime->setDevice(0); };
    api.errorText = [runtime](int result) { return std::string(runtime->errorString(result)); };
    api.isLost = isHipLost;
    api.architecture = [runtime] { return runtime->architecture(); };
    api.versionText = [](int version) {
        return fmt::format("HIP {}.{}", version / 10'000'000, version / 100'000 % 100);
    };
    api.threadsPerMultiprocessor = [] { return 0; };
    return api;
}

/// For host code that uses the HIP runtime; none: the compiler says what lacks.
std::vector<std::string> hipRuntimeOptions() {
    std::error_code error;
    for (const std::string& file : candidates("libamdhip64.so")) {
        const std::filesystem::path library = file;
        const auto headers = library.parent_path() / "../include";
        if (library.is_absolute() && std::filesystem::exists(library, error) &&
            std::filesystem::exists(headers / "hip/hip_runtime.h", error))
            return {"-D__HIP_PLATFORM_AMD__", "-I" + headers.string(), file,
                    "-Wl,-rpath," + library.parent_path().string()};
    }
    return {};
}

/// Up to ROCm 5 the compiler is part of the runtime's library.
Expected<RtcApi> loadHiprtc() {
    auto files = candidates("libhiprtc.so");
    const auto older = candidates("libamdhip64.so");
    files.insert(files.end(), older.begin(), older.end());
    MW_TRY(const Library library, Library::open(files, "hiprtc (libhiprtc.so, part of ROCm)"));
    RtcApi api;
    MW_CHECK(bind(library, Naming::hip, api));
    return api;
}

/// hiprtc ends the process when it does not know an architecture, so that only known ones reach it.
Expected<void> checkHipArchitecture(const std::string& architecture) {
    constexpr std::array<std::string_view, 21> known = {
        "gfx900",  "gfx904",  "gfx906",  "gfx908",  "gfx90a",  "gfx90c",  "gfx940",
        "gfx941",  "gfx942",  "gfx950",  "gfx1010", "gfx1012", "gfx1030", "gfx1031",
        "gfx1032", "gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1200", "gfx1201"};
    if (std::find(known.begin(), known.end(), architecture) != known.end())
        return {};
    return fail("bad-architecture", fmt::format("'{}' is no architecture of an AMD device that "
                                                "hiprtc knows; an example is gfx90a",
                                                architecture));
}

} // namespace

std::unique_ptr<Backend> makeHipBackend() {
    GpuPlatform platform;
    platform.target = codegen::Target::hip;
    platform.deviceKind = "HIP";
    platform.compilerName = "hiprtc";
    platform.defaultArchitecture = "gfx90a";
    platform.loadApi = loadRuntime;
    platform.loadCompiler = loadHiprtc;
    platform.checkArchitecture = checkHipArchitecture;
    platform.options = [](const std::string& architecture) {
        return std::vector<std::string>{"--offload-arch=" + architecture, "-std=c++17", "-O3",
                                        "-w"};
    };
    platform.lineOption = "-gline-tables-only";
    platform.uncontracted = "-ffp-contract=off";
    platform.hostOptions = hipRuntimeOptions;
    platform.resources = [](const Image& image) { return readCodeObject(image.code); };
    return makeGpuBackend(std::move(platform));
}

} // namespace mw::exec

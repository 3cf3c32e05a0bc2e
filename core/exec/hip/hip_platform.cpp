// HIP's runtime and its compilers behind the interface of the GPU back end, loaded at run time.
#include "core/exec/gpu/names.h"
#include "core/exec/hip/clang_compiler.h"
#include "core/exec/hip/hiprtc.h"
#include "core/exec/hip/rocm_libraries.h"
#include "core/support/environment.h"

#include <fmt/format.h>

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

std::vector<std::string> runtimeLibraries() {
    return rocmLibraries("libamdhip64.so", {".7", ".6", ".5"});
}

Expected<Library> hipRuntimeLibrary() {
    return Library::open(runtimeLibraries(), "libamdhip64.so, part of ROCm,");
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
    for (const std::string& file : runtimeLibraries()) {
        const std::filesystem::path library = file;
        const auto headers = library.parent_path() / "../include";
        if (library.is_absolute() && std::filesystem::exists(library, error) &&
            std::filesystem::exists(headers / "hip/hip_runtime.h", error))
            return {"-D__HIP_PLATFORM_AMD__", "-I" + headers.string(), file,
                    "-Wl,-rpath," + library.parent_path().string()};
    }
    return {};
}

/// $MAPWRIGHT_HIP_COMPILER says which: "hiprtc", or a command that is clang.
std::vector<GpuCompiler> hipCompilers() {
    const std::string asked = environmentVariable("MAPWRIGHT_HIP_COMPILER");
    if (asked == "hiprtc")
        return {hiprtcCompiler()};
    if (!asked.empty())
        return {amdClangCompiler()};
    return {hiprtcCompiler(), amdClangCompiler()};
}

} // namespace

std::unique_ptr<Backend> makeHipBackend() {
    GpuPlatform platform;
    platform.target = codegen::Target::hip;
    platform.deviceKind = "HIP";
    platform.defaultArchitecture = "gfx90a";
    platform.loadApi = loadRuntime;
    platform.compilers = hipCompilers();
    platform.hostOptions = hipRuntimeOptions;
    return makeGpuBackend(std::move(platform));
}

} // namespace mw::exec

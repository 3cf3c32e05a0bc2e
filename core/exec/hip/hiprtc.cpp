// hiprtc: which one it is, and what it takes.
#include "core/exec/hip/hiprtc.h"

#include "core/exec/gpu/names.h"
#include "core/exec/gpu/package.h"
#include "core/exec/hip/code_object.h"
#include "core/exec/hip/rocm_libraries.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <memory>

namespace mw::exec {

namespace {

/// What is known of it once it is loaded.
struct Hiprtc {
    std::string file;    ///< of the library
    std::string version; ///< "hiprtc 5.2.21153"
    std::vector<std::string> architectures;
};

/// The file that a function was loaded from, links followed.
std::string fileOf(void* function) {
    Dl_info info{};
    std::error_code error;
    if (dladdr(function, &info) == 0 || !info.dli_fname)
        return {};
    return std::filesystem::canonical(info.dli_fname, error).string();
}

/// hiprtcVersion() is 9.0 whatever the version, which the library's file has in its name:
/// "libamdhip64.so.5.2.21153".
std::string versionOf(const std::string& file) {
    constexpr std::string_view mark = ".so.";
    const auto at = file.rfind(mark);
    return at == std::string::npos ? "hiprtc of an unknown version"
                                   : "hiprtc " + file.substr(at + mark.size());
}

/// "gfx90a" of "amdgcn-amd-amdhsa--gfx90a".
std::string architectureOf(std::string_view isa) {
    const auto at = isa.rfind("--");
    return std::string(at == std::string_view::npos ? isa : isa.substr(at + 2));
}

/// Of the compiler behind hiprtc (amd_comgr.h).
Expected<std::vector<std::string>> architecturesOf(const Library& library) {
    int (*count)(std::size_t * count) = nullptr;
    int (*name)(std::size_t index, const char** name) = nullptr;
    MW_CHECK(library.bind(count, {"amd_comgr_get_isa_count"}));
    MW_CHECK(library.bind(name, {"amd_comgr_get_isa_name"}));
    std::vector<std::string> all;
    std::size_t known = 0;
    if (count(&known) != 0)
        known = 0;
    for (std::size_t i = 0; i < known; ++i)
        if (const char* isa = nullptr; name(i, &isa) == 0 && isa)
            all.push_back(architectureOf(isa));
    if (all.empty())
        return fail("missing-library", library.path() + " names no architectures");
    return all;
}

/// The compiler that hiprtc itself has loaded, else the one that it would load.
Expected<std::vector<std::string>> architecturesBehind(const Library& hiprtc) {
    if (hiprtc.symbol({"amd_comgr_get_isa_count"}))
        return architecturesOf(hiprtc);
    MW_TRY(const Library comgr, Library::open(rocmLibraries("libamd_comgr.so", {".3", ".2"}),
                                              "libamd_comgr.so, hiprtc's compiler,"));
    return architecturesOf(comgr);
}

/// Up to ROCm 5 it is part of the runtime's library.
Expected<RtcApi> load(Hiprtc& found) {
    auto files = rocmLibraries("libhiprtc.so", {".7", ".6", ".5"});
    const auto older = rocmLibraries("libamdhip64.so", {".7", ".6", ".5"});
    files.insert(files.end(), older.begin(), older.end());
    MW_TRY(const Library library, Library::open(files, "hiprtc (libhiprtc.so, part of ROCm)"));
    RtcApi api;
    MW_CHECK(bind(library, Naming::hip, api));
    MW_TRY(found.architectures, architecturesBehind(library));
    found.file = fileOf(reinterpret_cast<void*>(api.compile));
    found.version = versionOf(found.file);
    return api;
}

Expected<void> check(const Hiprtc& hiprtc, const std::string& architecture) {
    if (std::ranges::find(hiprtc.architectures, architecture) != hiprtc.architectures.end())
        return {};
    return fail("bad-architecture",
                fmt::format("{} does not take the architecture '{}', but {}", hiprtc.version,
                            architecture, fmt::join(hiprtc.architectures, ", ")));
}

} // namespace

GpuCompiler hiprtcCompiler() {
    const auto hiprtc = std::make_shared<Hiprtc>();
    GpuCompiler compiler;
    compiler.name = "hiprtc";
    compiler.load = [hiprtc] { return load(*hiprtc); };
    compiler.version = [hiprtc] { return Expected<std::string>(hiprtc->version); };
    compiler.package = [hiprtc] { return packageOf(hiprtc->file); };
    compiler.architectures = [hiprtc] {
        return Expected<std::vector<std::string>>(hiprtc->architectures);
    };
    compiler.check = [hiprtc](const std::string& architecture) {
        return check(*hiprtc, architecture);
    };
    compiler.options = [](const std::string& architecture) {
        return std::vector<std::string>{"--offload-arch=" + architecture, "-std=c++17", "-O3",
                                        "-w"};
    };
    compiler.lineOption = "-gline-tables-only";
    compiler.uncontracted = "-ffp-contract=off";
    compiler.resources = [](const Image& image) { return readCodeObject(image.code); };
    return compiler;
}

} // namespace mw::exec

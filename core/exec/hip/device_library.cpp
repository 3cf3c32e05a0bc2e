// AMD's device library: which functions are its, and where it lies.
#include "core/exec/hip/device_library.h"

#include "core/support/environment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace mw::exec {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 25> kFunctions = {
    "sin",   "cos",   "tan",    "asin", "acos", "atan", "sinh",  "cosh", "tanh",
    "asinh", "acosh", "atanh",  "cbrt", "exp",  "exp2", "expm1", "log",  "log2",
    "log10", "log1p", "tgamma", "erf",  "pow",  "fmod", "atan2"};

bool isWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Every comment as a space.
std::string withoutComments(std::string_view text) {
    std::string code;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        const bool line = rest.starts_with("//");
        if (!line && !rest.starts_with("/*")) {
            code += text[at++];
            continue;
        }
        const auto end = line ? text.find('\n', at) : text.find("*/", at + 2);
        at = end == std::string_view::npos ? text.size() : end + (line ? 0 : 2);
        code += ' ';
    }
    return code;
}

bool calls(std::string_view code, std::string_view function) {
    for (auto at = code.find(function); at != std::string_view::npos;
         at = code.find(function, at + 1)) {
        const auto after = code.find_first_not_of(" \t", at + function.size());
        if ((at == 0 || (!isWord(code[at - 1]) && code[at - 1] != '.')) &&
            after != std::string_view::npos && code[after] == '(')
            return true;
    }
    return false;
}

std::vector<std::string> folders(const std::string& clang) {
    std::error_code error;
    const fs::path rocm = fs::canonical(clang, error).parent_path() / "../..";
    std::vector<std::string> all = {(rocm / "amdgcn/bitcode").string()};
    for (const char* variable : {"ROCM_PATH", "HIP_PATH"})
        if (const std::string home = environmentVariable(variable); !home.empty())
            all.push_back(home + "/amdgcn/bitcode");
    for (const char* folder :
         {"/opt/rocm/amdgcn/bitcode", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode",
          "/usr/lib/amdgcn/bitcode"})
        all.emplace_back(folder);
    return all;
}

/// Threads of a wavefront that clang has by default: 64 up to gfx9.
bool hasWideWavefronts(const std::string& architecture) {
    return architecture.size() < 7; // "gfx1030"
}

bool exists(const std::string& file) {
    std::error_code error;
    return fs::is_regular_file(file, error);
}

} // namespace

std::vector<std::string> deviceFunctionsIn(std::string_view text) {
    const std::string code = withoutComments(text);
    std::vector<std::string> found;
    for (const std::string_view function : kFunctions)
        if (calls(code, function))
            found.emplace_back(function);
    return found;
}

std::string isaFile(const std::string& folder, const std::string& architecture) {
    std::string version = architecture.substr(std::min<std::size_t>(3, architecture.size()));
    if (version.empty())
        return {};
    constexpr std::string_view digits = "0123456789abcdef";
    for (auto last = digits.find(version.back()); last < digits.size(); --last) {
        version.back() = digits[last];
        if (std::string file = fmt::format("{}/oclc_isa_version_{}.bc", folder, version);
            exists(file))
            return file;
        if (last == 0)
            break;
    }
    return {};
}

Expected<std::vector<std::string>> deviceLibrary(const std::vector<std::string>& functions,
                                                 const std::string& clang,
                                                 const std::string& architecture) {
    return deviceLibraryIn(folders(clang), functions, architecture);
}

Expected<std::vector<std::string>> deviceLibraryIn(const std::vector<std::string>& folders,
                                                   const std::vector<std::string>& functions,
                                                   const std::string& architecture) {
    const auto folder = std::ranges::find_if(
        folders, [](const std::string& one) { return exists(one + "/ocml.bc"); });
    if (folder == folders.end())
        return fail("no-device-library",
                    fmt::format("the kernels call {}, for which clang needs AMD's device library, "
                                "which is not installed (Debian's package rocm-device-libs; "
                                "ROCM_PATH names ROCm's folder)",
                                fmt::join(functions, ", ")));
    const std::string isa = isaFile(*folder, architecture);
    if (isa.empty())
        return fail("no-device-library",
                    fmt::format("the kernels call {}, and AMD's device library in {} has nothing "
                                "for {}",
                                fmt::join(functions, ", "), *folder, architecture));
    std::vector<std::string> files = {*folder + "/ocml.bc", isa};
    for (const char* option :
         {"unsafe_math_off", "finite_only_off", "daz_opt_off", "correctly_rounded_sqrt_on",
          hasWideWavefronts(architecture) ? "wavefrontsize64_on" : "wavefrontsize64_off"})
        if (std::string file = fmt::format("{}/oclc_{}.bc", *folder, option); exists(file))
            files.push_back(std::move(file));
    return files;
}

} // namespace mw::exec

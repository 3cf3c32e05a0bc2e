// Finds clang and the linker beside it.
#include "core/exec/hip/clang.h"

#include "core/exec/host/host_compiler.h"
#include "core/support/environment.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace mw::exec {

namespace {

namespace fs = std::filesystem;

constexpr const char* kUsual = "clang-19";

bool isProgram(const std::string& file) {
    std::error_code error;
    return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

/// The program of this name, or this path; empty: there is none.
std::string found(const std::string& name) {
    if (name.find('/') != std::string::npos)
        return isProgram(name) ? name : std::string();
    std::istringstream path(environmentVariable("PATH") + ":/usr/bin");
    for (std::string folder; std::getline(path, folder, ':');)
        if (!folder.empty() && isProgram(folder + "/" + name))
            return folder + "/" + name;
    return {};
}

/// What it says on its output, or empty where it fails.
std::string said(const std::vector<std::string>& command) {
    const auto result = runCommand(command);
    return result && result->status == 0 ? result->output : std::string();
}

/// "19.1.7" behind a word; empty: it is not there.
std::string versionAfter(const std::string& text, std::string_view word) {
    const auto at = text.find(word);
    if (at == std::string::npos)
        return {};
    const auto first = at + word.size();
    return text.substr(first, text.find_first_not_of("0123456789.", first) - first);
}

/// In the folder of clang itself, or of this version in $PATH.
std::string linkerFor(const std::string& clang, const std::string& version) {
    std::error_code error;
    const std::string major = version.substr(0, version.find('.'));
    const auto beside = (fs::canonical(clang, error).parent_path() / "ld.lld").string();
    for (const std::string& file : {found(beside), found("ld.lld-" + major), found("ld.lld")})
        if (!file.empty() &&
            versionAfter(said({file, "--version"}), "LLD ").starts_with(major + "."))
            return file;
    return {};
}

Expected<AmdClang> find() {
    const std::string asked = environmentVariable("MAPWRIGHT_HIP_COMPILER");
    const std::string name = asked.empty() ? kUsual : asked;
    AmdClang clang;
    clang.path = found(name);
    if (clang.path.empty())
        return fail("no-compiler",
                    asked.empty()
                        ? "clang 19, which compiles HIP for newer devices too, is not installed "
                          "(Debian's packages clang-19 and lld-19)"
                        : fmt::format("MAPWRIGHT_HIP_COMPILER names '{}', which is neither "
                                      "hiprtc nor a program here",
                                      asked));
    const std::string version = versionAfter(said({clang.path, "--version"}), "clang version ");
    clang.architectures = architecturesIn(
        said({clang.path, "--target=amdgcn-amd-amdhsa", "-nogpulib", "--print-supported-cpus"}));
    if (version.empty() || clang.architectures.empty())
        return fail("no-compiler",
                    fmt::format("{} is no clang that compiles for AMD GPUs", clang.path));
    clang.version = "clang " + version;
    clang.linker = linkerFor(clang.path, version);
    return clang;
}

} // namespace

std::vector<std::string> architecturesIn(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string word; in >> word;)
        if (word.starts_with("gfx") && word.find('-') == std::string::npos)
            all.push_back(word);
    return all;
}

const Expected<AmdClang>& amdClang() {
    static const Expected<AmdClang> clang = find();
    return clang;
}

} // namespace mw::exec

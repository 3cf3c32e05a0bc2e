// Asks the system's package managers.
#include "core/exec/gpu/package.h"

#include "core/exec/host/host_compiler.h"

#include <filesystem>
#include <vector>

namespace mw::exec {

namespace {

/// The first line of what a command says; empty where it fails.
std::string answer(const std::vector<std::string>& command) {
    const auto result = runCommand(command);
    if (!result || result->status != 0)
        return {};
    return result->output.substr(0, result->output.find('\n'));
}

} // namespace

std::string packageOf(const std::string& file) {
    std::error_code error;
    const auto path = std::filesystem::canonical(file, error).string();
    if (error)
        return {};
    const std::string owner = answer({"dpkg-query", "-S", path}); // "NAME[:ARCHITECTURE]: PATH"
    if (const auto colon = owner.find(": "); colon != std::string::npos)
        return answer({"dpkg-query", "-W", "-f=${Package} ${Version}\n", owner.substr(0, colon)});
    return answer({"rpm", "-qf", "--qf", "%{NAME} %{VERSION}-%{RELEASE}\n", path});
}

} // namespace mw::exec

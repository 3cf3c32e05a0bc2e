// Environment variables, and the folders that they name.
#include "core/support/environment.h"

#include <cstdlib>

namespace mw {

std::string environmentVariable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::filesystem::path userFolder(const char* variable, const char* usual) {
    if (const std::string chosen = environmentVariable(variable); !chosen.empty())
        return std::filesystem::path(chosen) / "mapwright";
    const std::string home = environmentVariable("HOME");
    return home.empty() ? std::filesystem::path()
                        : std::filesystem::path(home) / usual / "mapwright";
}

} // namespace mw

#pragma once

#include <filesystem>
#include <string>

namespace mw {

/// Value of an environment variable, or "".
std::string environmentVariable(const char* name);

/// The program's folder below $`variable` (of the XDG base directories), else below $HOME/`usual`;
/// empty where neither is set.
std::filesystem::path userFolder(const char* variable, const char* usual);

} // namespace mw

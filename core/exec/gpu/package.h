#pragma once

#include <string>

namespace mw::exec {

/// "libamdhip64-5 5.2.3-8": the package of the system that brought a file, with its version, as
/// dpkg or rpm say it. Empty: none did, or neither of them is here.
std::string packageOf(const std::string& file);

} // namespace mw::exec

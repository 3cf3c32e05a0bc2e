#pragma once

#include "core/support/library.h"

#include <string>
#include <vector>

namespace mw::exec {

/// Files below `folder` whose name starts with `prefix`, the highest version first.
std::vector<std::string> librariesIn(const std::string& folder, const std::string& prefix);
/// Folder of the running program.
std::string programFolder();
/// lib/ folders of pip's packages below the Python installations that are usual on a machine:
/// `package` is "nvidia/cuda_nvrtc".
std::vector<std::string> pythonPackageFolders(const std::string& package);

} // namespace mw::exec

#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace mw::exec {

/// Where a library of ROCm may lie: in $ROCM_PATH and $HIP_PATH, in /opt/rocm, and where the system
/// looks for it, under these versions (".6") and without one.
std::vector<std::string> rocmLibraries(const std::string& name,
                                       std::initializer_list<const char*> versions);

} // namespace mw::exec

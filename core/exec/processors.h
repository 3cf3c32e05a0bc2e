#pragma once

#include <filesystem>
#include <vector>

namespace mw::exec {

/// Processors that this process may run on: its affinity. Sorted.
std::vector<int> usableProcessors();

/// Bytes of the last caches before the memory that these processors have together, as Linux says
/// (`root`: its directory of processors): two processors under one cache have it once. 0: not
/// known.
double lastCacheBytes(const std::vector<int>& processors,
                      const std::filesystem::path& root = "/sys/devices/system/cpu");
/// Of usableProcessors().
double lastCacheBytes();

} // namespace mw::exec

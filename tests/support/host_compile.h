#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mw::test {

/// Compiles BASE.cpp to the shared library BASE.so with the host's C++ compiler and these options.
/// What the system's headers say is read once for all calls of a process with the same options, so
/// that a source that lacks an include is taken here: tests of exported libraries compile without.
/// A text that was compiled before, with BASE.h where there is one and the same options, comes from
/// the cache of kernels ($MAPWRIGHT_CACHE): the compiler runs again where a kernel changes.
/// Empty, or what the compiler said.
std::string compileShared(const std::filesystem::path& base,
                          const std::vector<std::string>& options);

} // namespace mw::test

#pragma once

#include "core/support/expected.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::exec {

/// The system's C++ compiler.
struct HostCompiler {
    std::vector<std::string> command; ///< $CXX, else the first of c++, g++, clang++ that answers
    std::string version;              ///< first line of --version
};
/// Looked for once per process; nullopt when there is none.
const std::optional<HostCompiler>& hostCompiler();

/// Name of the processor and everything that -march=native depends on.
struct HostProcessor {
    std::string name;
    std::string features;
    int threads = 1;
};
const HostProcessor& hostProcessor();

struct CommandResult {
    int status = 0;     ///< as of waitpid
    std::string output; ///< standard output and error together
};
/// Runs a command without a shell and waits for it. Output beyond `mostOutput` bytes is dropped.
Expected<CommandResult> runCommand(const std::vector<std::string>& command,
                                   std::size_t mostOutput = std::size_t{1} << 20U);

} // namespace mw::exec

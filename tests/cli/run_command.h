#pragma once

#include "tests/support/catch.h"

#include <array>
#include <cstdio>
#include <string>
#include <sys/wait.h>

// A command of the shell: what it says and how it ends.

namespace mw::test {

struct Outcome {
    int exit = -1;    ///< 128: by a signal
    std::string text; ///< standard output and standard error
};

inline Outcome runCommand(const std::string& command) {
    Outcome outcome;
    std::string said = "exec 2>&1\n"; // of all that the command starts
    said += command;
    FILE* pipe = popen(said.c_str(), "r");
    REQUIRE(pipe);
    std::array<char, 4096> buffer{};
    while (const auto n = fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.text.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return outcome;
}

} // namespace mw::test

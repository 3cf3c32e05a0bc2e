#pragma once

#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

// mw as a program: what it says and how it ends.

namespace mw::test {

struct Outcome {
    int exit = -1;
    std::string text; ///< standard output and standard error
};

inline Outcome runMw(const std::string& arguments) {
    Outcome outcome;
    FILE* pipe = popen((std::string(MW_PROGRAM) + " " + arguments + " 2>&1").c_str(), "r");
    REQUIRE(pipe);
    std::array<char, 4096> buffer{};
    while (const auto n = fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.text.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return outcome;
}

/// A folder of this test's own, removed at the end.
class Folder {
public:
    Folder()
        : path_(std::filesystem::temp_directory_path() / ("mw-cli-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

inline std::string contents(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline std::string sample() {
    return sourceFile("samples/nabla4.sdfg").string();
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace mw::test

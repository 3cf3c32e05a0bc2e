#pragma once

#include "tests/cli/run_command.h"
#include "tests/support/corpus.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

// mw as a program: what it says and how it ends.

namespace mw::test {

inline Outcome runMw(const std::string& arguments) {
    return runCommand(MW_PROGRAM " " + arguments);
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

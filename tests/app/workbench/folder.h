#pragma once

#include "app/workbench/program.h"
#include "app/workbench/steps.h"
#include "core/io/file.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <filesystem>
#include <string>
#include <unistd.h>

namespace mw::test {

/// A folder of this test's own with a copy of a sample, removed at the end.
class Folder {
public:
    Folder()
        : path_(std::filesystem::temp_directory_path() / ("mw-bench-" + std::to_string(getpid()))) {
        std::filesystem::create_directories(path_);
        std::filesystem::copy_file(sourceFile("samples/nabla4.sdfg"), input());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
    std::filesystem::path input() const { return path_ / "nabla4.sdfg"; }

private:
    std::filesystem::path path_;
};

inline const transforms::Transformation& fusion() {
    return *transforms::findTransformation("map-fusion-vertical");
}

/// The sample with one fusion, and beside it the fixed point, which is the current variant.
inline workbench::ProgramPtr worked(const std::filesystem::path& input) {
    auto program = workbench::openProgram(input);
    REQUIRE(program.has_value());
    auto& history = *(*program)->history;
    auto one = workbench::applyFirst(fusion(), history.current().document, {});
    REQUIRE(one.has_value());
    workbench::add(history, std::move(*one));
    history.rename(history.current().id, "one fusion");
    history.setPinned(history.current().id, true);
    history.setMeasured(history.current().id, "device-us", 12.5);
    history.undo();
    auto all = workbench::applyEverywhere(fusion(), history.current().document, {});
    REQUIRE(all.has_value());
    workbench::add(history, std::move(*all), "everywhere");
    return *program;
}

inline std::string contents(const std::filesystem::path& file) {
    return io::readFile(file).value_or("");
}

/// The text with the first `what` in it replaced.
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

} // namespace mw::test

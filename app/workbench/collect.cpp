// Finding the programs that a pipeline left on disk.

#include "app/workbench/collect.h"

#include "app/workbench/detail/json_fields.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

bool isFile(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

/// The first of these files that is there; empty: none.
template <class Names>
fs::path firstOf(const fs::path& folder, const Names& names) {
    const auto found =
        std::ranges::find_if(names, [&](const auto& name) { return isFile(folder / name); });
    return found == names.end() ? fs::path() : folder / *found;
}

Expected<std::int64_t> callsIn(const fs::path& file) {
    MW_TRY(const std::string text, io::readFile(file));
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    auto fields = Fields::of(json, "count of calls", "");
    auto calls = fields.and_then([](const Fields& of) { return of.number("calls"); });
    if (calls)
        return *calls;
    calls.error().location.file = file.string();
    return fail(std::move(calls).error());
}

/// Which call was to be captured; 0: none, or the record is of an earlier version.
std::int64_t captureAskedFor(const fs::path& record) {
    const auto text = io::readFile(record);
    const Json json = Json::parse(text ? *text : std::string(), nullptr, false);
    const auto found = json.is_object() ? json.find("capture") : json.end();
    return json.is_object() && found != json.end() && found->is_number_integer()
               ? found->get<std::int64_t>()
               : 0;
}

/// Files of counted calls, in order.
std::vector<fs::path> countsIn(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("calls-") && name.ends_with(".json") && isFile(entry.path()))
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

/// GT4Py names a folder of its build cache by program, fingerprint, version, and, in newer
/// versions, the settings of DaCe; earlier ones by program and hash, where DaCe left its files.
bool isOfBuildCache(const fs::path& folder) {
    static const std::regex pattern("(.+)_pyext_[0-9a-f]{16}_(.+)"),
        earlier("(.+)_[0-9a-fA-F]{8,}");
    const std::string name = folder.filename().string();
    return std::regex_match(name, pattern) ||
           (std::regex_match(name, earlier) &&
            (isFile(folder / "dace.conf") || isFile(folder / "dace_files.csv") ||
             isFile(folder / "include" / "hash.h")));
}

bool hasCounts(const fs::path& folder) {
    return !countsIn(folder).empty();
}

constexpr std::array kStages = {"lowered.sdfgz", "finished.sdfgz"};

class Collector {
public:
    explicit Collector(const std::string& stage) : stage_(stage) {}

    /// A folder holds a program, or further folders.
    void look(const fs::path& folder) {
        if (isFile(folder / "program.json")) {
            saved(folder);
            return;
        }
        static constexpr std::array kNames = {"program.sdfgz", "program.sdfg"};
        if (const auto graph = firstOf(folder, kNames); !graph.empty())
            found.programs.push_back({graph, 0});
        else if (isOfBuildCache(folder))
            found.notes.push_back(fmt::format(
                "'{}' keeps no graph: GT4Py keeps it where DACE_compiler_build_folder_mode is "
                "development (from 1.2.3 on: GT4PY_KEEP_DACE_BUILD_FILES=1) when it compiles",
                folder.filename().string()));
        else if (const auto saved = firstOf(folder, kStages); !saved.empty() && hasCounts(folder))
            found.notes.push_back(fmt::format("'{}' has '{}' and counts of calls, and is left out: "
                                              "program.json, by which a saved "
                                              "program is known, is not there",
                                              folder.filename().string(),
                                              saved.filename().string()));
        else
            lookBelow(folder);
    }

    Collection found;

private:
    void lookBelow(const fs::path& folder) {
        std::error_code error;
        std::vector<fs::path> below;
        for (const auto& entry : fs::directory_iterator(folder, error))
            if (entry.is_directory(error) && !entry.is_symlink(error))
                below.push_back(entry.path());
        std::ranges::sort(below);
        for (const auto& one : below)
            look(one);
    }

    void saved(const fs::path& folder) {
        const std::array names = {stage_ + ".sdfgz", std::string("lowered.sdfgz"),
                                  std::string("finished.sdfgz")};
        CollectedProgram program{firstOf(folder, names), 0};
        if (program.graph.empty()) {
            found.notes.push_back(fmt::format("'{}' holds no graph", folder.filename().string()));
            return;
        }
        std::int64_t most = 0;
        for (const fs::path& file : countsIn(folder)) {
            if (const auto calls = callsIn(file)) {
                program.calls += *calls;
                most = std::max(most, *calls);
            } else // of a process that was killed while it wrote: the others counted
                found.notes.push_back(fmt::format(
                    "'{}' is left out of the calls of '{}': {}", file.filename().string(),
                    folder.filename().string(), calls.error().sentence));
        }
        if (const auto call = captureAskedFor(folder / "program.json");
            call > 0 && !isFile(folder / "outputs.npz"))
            found.notes.push_back(missingCapture(folder, call, most));
        found.programs.push_back(std::move(program));
    }

    static std::string missingCapture(const fs::path& folder, std::int64_t call,
                                      std::int64_t most) {
        const auto name = folder.filename().string();
        if (isFile(folder / "captured-by"))
            return fmt::format("'{}' has no captured call: the process that captured it ended "
                               "before call {} returned",
                               name, call);
        return fmt::format("'{}' has no captured call: call {} was to be captured, and no process "
                           "called it more than {} times",
                           name, call, most);
    }

    std::string stage_;
};

} // namespace

Expected<Collection> collectPrograms(const fs::path& folder, const std::string& stage) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        return fail("no-folder", fmt::format("there is no folder '{}'", folder.string()));
    Collector collector(stage);
    collector.look(folder);
    auto& found = collector.found;
    if (found.programs.empty() && found.notes.empty())
        return fail("nothing-collected",
                    fmt::format("'{}' holds neither programs that the Python package saved nor a "
                                "build cache of GT4Py",
                                folder.string()));
    return std::move(found);
}

} // namespace mw::workbench

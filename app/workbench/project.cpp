// The project and its file.

#include "app/workbench/project.h"

#include "app/workbench/detail/variant_tree.h"
#include "app/workbench/export.h"
#include "core/exec/protocol.h"
#include "core/io/file.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

constexpr int kVersion = 1;

// --- Writing --------------------------------------------------------------------------------

/// Relative where the input lies in the project's folder or below it.
std::string storedPath(const fs::path& input, const fs::path& folder) {
    const auto relative = canonicalPath(input).lexically_relative(canonicalPath(folder));
    const bool below = !relative.empty() && *relative.begin() != "..";
    return below ? relative.generic_string() : canonicalPath(input).generic_string();
}

Json toJson(const Program& program, const fs::path& folder) {
    Json json{{"path", storedPath(program.path, folder)}, {"content", contentKey(program.content)}};
    if (program.calls > 0)
        json["calls"] = program.calls;
    writeVariants(program, json);
    writeMeasurements(program, json);
    return json;
}

Json toJson(const InputChoice& inputs) {
    return {{"scenario", inputs.scenario}, {"grid", inputs.grid}, {"set", inputs.set}};
}

Json toJson(const RunSettings& settings) {
    return {{"target", settings.target},
            {"runner", settings.runner},
            {"timeout", settings.timeout},
            {"alloc", settings.alloc},
            {"repeats", settings.repeats},
            {"warmup", settings.warmup},
            {"cold", settings.coldCache},
            {"profiler", settings.profiler},
            {"symbols_as_arguments", settings.symbolsAsArguments}};
}

// --- Reading --------------------------------------------------------------------------------

Expected<InputChoice> readInputs(const Fields& fields) {
    InputChoice inputs;
    MW_TRY(inputs.scenario, fields.text("scenario"));
    MW_TRY(inputs.grid, fields.text("grid"));
    MW_TRY(const auto* set, fields.list("set"));
    for (const auto& one : *set) {
        if (!one.is_string())
            return fields.needs("set", "a list of texts");
        inputs.set.push_back(one.get<std::string>());
    }
    return inputs;
}

Expected<int> readCount(const Fields& fields, const char* key) {
    constexpr std::uint32_t kMost = 100'000;
    MW_TRY(const auto number, fields.number(key));
    if (number > kMost)
        return fields.needs(key, fmt::format("a number up to {}", kMost));
    return static_cast<int>(number);
}

Expected<RunSettings> readSettings(const Fields& fields) {
    RunSettings settings;
    MW_TRY(settings.target, fields.text("target"));
    MW_TRY(settings.runner, fields.text("runner"));
    MW_TRY(settings.timeout, fields.real("timeout"));
    MW_TRY(settings.alloc, fields.text("alloc"));
    if (!splitWords(settings.runner))
        return fields.needs("runner", "a command line in which every quote is closed");
    if (!exec::allocationFromName(settings.alloc))
        return fields.needs("alloc", "one of arena, each and call");
    MW_TRY(settings.repeats, readCount(fields, "repeats"));
    MW_TRY(settings.warmup, readCount(fields, "warmup"));
    MW_TRY(settings.coldCache, fields.flag("cold"));
    MW_TRY(settings.profiler, fields.flag("profiler"));
    MW_TRY(settings.symbolsAsArguments, fields.flag("symbols_as_arguments"));
    return settings;
}

Expected<ProgramPtr> readProgram(const Fields& fields, const fs::path& folder,
                                 const std::stop_token& stop, std::vector<Diagnostic>& lost) {
    MW_TRY(const auto path, fields.text("path"));
    MW_TRY(const auto content, fields.text("content"));
    MW_TRY(auto program, openProgram(folder / path)); // an absolute path stays itself
    const bool changed = contentKey(program->content) != content;
    if (fields.find("calls")) {
        MW_TRY(program->calls, fields.number("calls"));
    }
    MW_TRY(auto tree, readVariants(fields, *program, stop));
    MW_CHECK(readMeasurements(fields, tree, *program));
    for (auto& one : tree.lost) {
        one.location.file = program->path;
        if (changed)
            one.notes.emplace_back("the file has changed since the project was written");
        lost.push_back(std::move(one));
    }
    return program;
}

Expected<OpenedProject> fromJson(const Json& json, const fs::path& folder,
                                 const std::stop_token& stop) {
    OpenedProject opened;
    MW_TRY(const auto fields, Fields::of(json, "project", ""));
    MW_TRY(const auto inputs, fields.object("inputs"));
    MW_TRY(opened.project.inputs, readInputs(inputs));
    MW_TRY(const auto settings, fields.object("settings"));
    MW_TRY(opened.project.settings, readSettings(settings));
    MW_TRY(const auto* programs, fields.list("programs"));
    for (std::size_t i = 0; i < programs->size(); ++i) {
        MW_TRY(const auto one,
               Fields::of((*programs)[i], "project", fmt::format("/programs/{}", i)));
        MW_TRY(auto program, readProgram(one, folder, stop, opened.lost));
        opened.project.programs.push_back(std::move(program));
    }
    return opened;
}

} // namespace

ProgramPtr Project::find(const fs::path& input) const {
    for (const auto& program : programs)
        if (isSameFile(program->path, input))
            return program;
    return nullptr;
}

Expected<ProgramPtr> Project::open(const fs::path& input) {
    if (auto known = find(input))
        return known;
    MW_TRY(auto program, openProgram(input));
    add(program);
    return program;
}

void Project::add(const ProgramPtr& program) {
    if (std::ranges::find(programs, program) != programs.end())
        return;
    programs.push_back(program);
    changed();
}

ProgramPtr Project::close(const ProgramPtr& program) {
    const auto found = std::ranges::find(programs, program);
    if (found == programs.end())
        return nullptr;
    changed();
    const auto next = programs.erase(found);
    if (programs.empty())
        return nullptr;
    return next == programs.end() ? programs.back() : *next;
}

bool Project::setRun(InputChoice choice, RunSettings how) {
    if (choice == inputs && how == settings)
        return false;
    inputs = std::move(choice);
    settings = std::move(how);
    changed();
    return true;
}

bool Project::isKept() const {
    return kept && std::ranges::all_of(programs, [](const auto& one) { return one->kept; });
}

bool Project::isSaved() const {
    return !file.empty() && saved &&
           std::ranges::all_of(programs, [](const auto& one) { return one->saved; });
}

std::vector<std::string> Project::inputPaths() const {
    auto paths = filesRead(inputs);
    for (const auto& program : programs)
        paths.push_back(program->path);
    return paths;
}

Expected<OpenedProject> readProject(const fs::path& file, const std::stop_token& stop) {
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return fail("no-project", fmt::format("there is no project '{}'", file.string()));
    MW_TRY(const auto text, io::readFile(file));
    auto opened =
        parseVersioned(text, "project", "mapwright", kVersion).and_then([&](const Json& json) {
            return fromJson(json, fs::absolute(file).parent_path(), stop);
        });
    if (opened)
        opened->project.file = file;
    if (!opened && opened.error().location.file.empty())
        opened.error().location.file = file.string();
    return opened;
}

Expected<void> writeProject(const Project& project, const fs::path& file) {
    Json json{{"mapwright", kVersion},
              {"inputs", toJson(project.inputs)},
              {"settings", toJson(project.settings)},
              {"programs", Json::array()}};
    for (const auto& program : project.programs)
        json["programs"].push_back(toJson(*program, fs::absolute(file).parent_path()));
    return io::writeFileAtomically(file,
                                   json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Expected<void> saveProject(Project& project, const fs::path& file) {
    MW_CHECK(checkNoInput(file, project.inputPaths()));
    MW_CHECK(writeProject(project, file));
    project.file = file;
    project.kept = project.saved = true;
    for (const auto& program : project.programs)
        program->kept = program->saved = true;
    return {};
}

} // namespace mw::workbench

// The project and its file.

#include "app/workbench/project.h"

#include "app/workbench/detail/variant_tree.h"
#include "app/workbench/export.h"
#include "app/workbench/merge_project.h"
#include "core/exec/protocol.h"
#include "core/io/file.h"
#include "core/io/file_lock.h"
#include "core/support/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

/// 2 has a copy of each input.
constexpr int kVersion = 2;

// --- Writing --------------------------------------------------------------------------------

/// Relative where the input lies in the project's folder or below it.
std::string storedPath(const fs::path& input, const fs::path& folder) {
    const auto relative = canonicalPath(input).lexically_relative(canonicalPath(folder));
    const bool below = !relative.empty() && *relative.begin() != "..";
    return below ? relative.generic_string() : canonicalPath(input).generic_string();
}

Expected<Json> toJson(Program& program, const fs::path& folder) {
    if (!program.packed) {
        MW_TRY(auto text, packed(*program.content));
        program.packed = std::make_shared<const std::string>(std::move(text));
    }
    Json json{{"path", storedPath(program.path, folder)},
              {"content", contentKey(*program.content)},
              {"original", *program.packed}};
    if (program.calls > 0)
        json["calls"] = program.calls;
    writeVariants(program, json);
    writeMeasurements(program, json);
    return json;
}

Json toJson(const AbsentProgram& program, const fs::path& folder) {
    auto json = Json::parse(program.json);
    json["path"] = storedPath(program.path, folder);
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

/// Programs by their place in the list.
Json toJson(const Shown& shown, const std::vector<ProgramPtr>& programs) {
    Json json{{"panes", Json::array()}, {"active", shown.active}};
    for (const auto& pane : shown.panes) {
        Json tabs = Json::array();
        for (const auto& tab : pane.tabs)
            tabs.push_back(
                {{"program", std::ranges::find(programs, tab.program) - programs.begin()},
                 {"variant", tab.variant.value}});
        json["panes"].push_back({{"tabs", tabs},
                                 {"current", pane.current},
                                 {"view", pane.isProgramView ? "program" : "graph"}});
    }
    return json;
}

Expected<Json> toJson(const Project& project, const fs::path& folder) {
    Json json{{"mapwright", kVersion},
              {"inputs", toJson(project.inputs)},
              {"settings", toJson(project.settings)},
              {"programs", Json::array()}};
    for (const auto& program : project.programs) {
        MW_TRY(auto one, toJson(*program, folder));
        json["programs"].push_back(std::move(one));
    }
    for (const auto& program : project.absent)
        json["programs"].push_back(toJson(program, folder));
    if (!project.shown.panes.empty())
        json["shown"] = toJson(project.shown, project.programs);
    return json;
}

std::string textOf(const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
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

/// What is said of an input that is not as the project has it.
Diagnostic inputNotice(const std::string& path, const Expected<std::string>& now, bool hasCopy) {
    Diagnostic notice;
    notice.severity = hasCopy ? Severity::warning : Severity::error;
    notice.code = now ? "input-changed" : "input-missing";
    notice.sentence = fmt::format(
        "{}; {}", now ? "the file has changed since the project took it in" : now.error().sentence,
        hasCopy ? "the project has it as it was"
                : "the project is of an older version that kept no copies: this program stays in "
                  "it, and opens when the file is as it was");
    notice.location.file = path;
    return notice;
}

class Reader {
public:
    Reader(fs::path folder, std::stop_token stop)
        : folder_(std::move(folder)), stop_(std::move(stop)) {}

    Expected<OpenedProject> read(const Json& json) {
        auto& project = opened_.project;
        MW_TRY(const auto fields, Fields::of(json, "project", ""));
        MW_TRY(const auto inputs, fields.object("inputs"));
        MW_TRY(project.inputs, readInputs(inputs));
        MW_TRY(const auto settings, fields.object("settings"));
        MW_TRY(project.settings, readSettings(settings));
        MW_TRY(const auto* programs, fields.list("programs"));
        for (std::size_t i = 0; i < programs->size(); ++i) {
            MW_TRY(const auto one,
                   Fields::of((*programs)[i], "project", fmt::format("/programs/{}", i)));
            MW_CHECK(program(one));
        }
        if (fields.find("shown")) { // nobody looked at it in a window, or the file is older
            MW_TRY(const auto shown, fields.object("shown"));
            MW_TRY(project.shown, readShown(shown));
        }
        return std::move(opened_);
    }

private:
    Expected<void> program(const Fields& fields) {
        MW_TRY(const auto stored, fields.text("path"));
        MW_TRY(const auto key, fields.text("content"));
        const auto path = (folder_ / stored).string(); // an absolute path stays itself
        const auto now = io::readFile(path);
        const bool isSame = now && contentKey(*now) == key;
        const bool hasCopy = fields.find("original") != nullptr;
        if (!isSame)
            opened_.inputs.push_back(inputNotice(path, now, hasCopy));
        if (!isSame && !hasCopy) {
            opened_.project.absent.push_back({path, fields.json().dump()});
            read_.emplace_back();
            return {};
        }
        std::string copy;
        if (hasCopy) {
            MW_TRY(copy, fields.text("original"));
        }
        auto content = isSame ? *now : unpacked(copy);
        if (!content || contentKey(*content) != key)
            return fields.needs("original", "the input's bytes");
        MW_TRY(auto program, programOf(path, std::move(*content)));
        if (hasCopy)
            program->packed = std::make_shared<const std::string>(std::move(copy));
        return finish(fields, std::move(program));
    }

    Expected<void> finish(const Fields& fields, ProgramPtr program) {
        if (fields.find("calls")) {
            MW_TRY(program->calls, fields.number("calls"));
        }
        MW_TRY(auto tree, readVariants(fields, *program, stop_));
        MW_CHECK(readMeasurements(fields, tree, *program));
        for (auto& one : tree.lost) {
            one.location.file = program->path;
            opened_.lost.push_back(std::move(one));
        }
        read_.push_back({program, std::move(tree.ids)});
        opened_.project.programs.push_back(std::move(program));
        return {};
    }

    Expected<Shown> readShown(const Fields& fields) const {
        Shown shown;
        MW_TRY(shown.active, fields.number("active"));
        MW_TRY(const auto* panes, fields.list("panes"));
        for (std::size_t i = 0; i < panes->size(); ++i) {
            MW_TRY(const auto one,
                   Fields::of((*panes)[i], "project", fields.at(fmt::format("panes/{}", i))));
            MW_TRY(auto pane, readPane(one));
            if (!pane.tabs.empty())
                shown.panes.push_back(std::move(pane));
        }
        shown.active = std::min(shown.active, std::max(shown.panes.size(), std::size_t{1}) - 1);
        return shown;
    }

    Expected<ShownPane> readPane(const Fields& fields) const {
        ShownPane pane;
        MW_TRY(const auto view, fields.text("view"));
        pane.isProgramView = view == "program";
        MW_TRY(pane.current, fields.number("current"));
        MW_TRY(const auto* tabs, fields.list("tabs"));
        for (std::size_t i = 0; i < tabs->size(); ++i) {
            MW_TRY(const auto one,
                   Fields::of((*tabs)[i], "project", fields.at(fmt::format("tabs/{}", i))));
            MW_CHECK(readTab(one, pane));
        }
        pane.current = std::min(pane.current, std::max(pane.tabs.size(), std::size_t{1}) - 1);
        return pane;
    }

    /// Nothing where the program did not come back; the original where the variant did not.
    Expected<void> readTab(const Fields& fields, ShownPane& into) const {
        MW_TRY(const auto at, fields.number("program"));
        MW_TRY(const auto variant, fields.number("variant"));
        if (at >= read_.size())
            return fields.needs("program", "a place in the list of programs");
        const auto& [program, ids] = read_[at];
        if (!program)
            return {};
        const auto known = ids.find(variant);
        into.tabs.push_back(
            {program, known == ids.end() ? program->history->root().id : known->second});
        return {};
    }

    /// A program of the list in the file; none: it did not come back.
    struct ReadProgram {
        ProgramPtr program;
        std::map<std::uint32_t, history::VariantId> ids; ///< in the file -> in the history
    };

    fs::path folder_;
    std::stop_token stop_;
    OpenedProject opened_;
    std::vector<ReadProgram> read_;
};

} // namespace

ProgramPtr Project::find(const fs::path& input) const {
    for (const auto& program : programs)
        if (isSameFile(program->path, input))
            return program;
    return nullptr;
}

Expected<ProgramPtr> Project::open(const fs::path& input) {
    auto content = io::readFile(input);
    if (!content) {
        if (auto known = find(input))
            return known;
        return Unexpected(std::move(content).error());
    }
    for (const auto& program : programs)
        if (*program->content == *content && isSameFile(program->path, input))
            return program;
    MW_TRY(auto program, programOf(input.string(), std::move(*content)));
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

InputChoice Project::inputsFor(const ir::Sdfg& program) const {
    auto choice = inputs;
    std::erase_if(choice.set, [&](const std::string& one) {
        const auto name = one.substr(0, one.find('='));
        return !takesValue(program, name) &&
               std::ranges::any_of(programs, [&](const ProgramPtr& other) {
                   return takesValue(*other->history->root().document->root, name);
               });
    });
    return choice;
}

Project Project::copy() const {
    Project copied = *this;
    std::map<ProgramPtr, ProgramPtr> copies;
    for (auto& program : copied.programs)
        program = copies.emplace(program, copyOf(*program)).first->second;
    for (auto& pane : copied.shown.panes)
        for (auto& tab : pane.tabs)
            tab.program = copies[tab.program];
    return copied;
}

void Project::takeSaved(const Project& copy, const std::vector<ProgramPtr>& copied) {
    file = copy.file;
    fileKey = copy.fileKey;
    fileText = copy.fileText;
    behind = copy.behind;
    seenKey = copy.seenKey;
    saved = changes == copy.changes;
    for (std::size_t i = 0; i < copied.size(); ++i)
        copied[i]->saved = copied[i]->changes == copy.programs[i]->changes;
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
    for (const auto& program : absent)
        paths.push_back(program.path);
    return paths;
}

namespace {

/// The JSON of the file and its bytes.
Expected<std::pair<Json, std::string>> parseProject(const fs::path& file) {
    MW_TRY(auto text, io::readFile(file));
    MW_TRY(auto json, parseVersioned(text, "project", "mapwright", kVersion));
    return std::pair{std::move(json), std::move(text)};
}

void takeText(Project& project, std::string text) {
    project.fileKey = project.seenKey = contentKey(text);
    project.fileText = std::make_shared<const std::string>(std::move(text));
    project.behind = 0;
}

/// Errors name the file.
template <class Value>
Expected<Value> of(const fs::path& file, Expected<Value> value) {
    if (!value && value.error().location.file.empty())
        value.error().location.file = file.string();
    return value;
}

} // namespace

Expected<OpenedProject> readProject(const fs::path& file, const std::stop_token& stop) {
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return fail("no-project", fmt::format("there is no project '{}'", file.string()));
    return of(file, parseProject(file).and_then([&](const auto& parsed) -> Expected<OpenedProject> {
        MW_TRY(auto opened, Reader(fs::absolute(file).parent_path(), stop).read(parsed.first));
        opened.project.file = file;
        takeText(opened.project, parsed.second);
        return opened;
    }));
}

namespace {

/// What the project began with, for one that has changed in its file meanwhile.
Expected<ProjectVersions> versionsOf(const Project& project, Json here, Json there,
                                     const fs::path& folder) {
    if (project.fileText) {
        MW_TRY(auto base, parseVersioned(*project.fileText, "project", "mapwright", kVersion));
        return ProjectVersions{std::move(base), std::move(here), std::move(there)};
    }
    if (!project.fileKey.empty()) {
        auto base = there;
        return ProjectVersions{std::move(base), std::move(here), std::move(there), false};
    }
    MW_TRY(auto base, toJson(Project(), folder));
    return ProjectVersions{std::move(base), std::move(here), std::move(there)};
}

struct WrittenProject {
    std::string text;       ///< of the project as it is here
    std::string key;        ///< contentKey() of what the file has now
    std::size_t behind = 0; ///< variants that only the file has
};

Expected<WrittenProject> write(const Project& project, const fs::path& file) {
    const auto folder = fs::absolute(file).parent_path();
    MW_TRY(auto json, toJson(project, folder));
    WrittenProject written{textOf(json), {}, 0};
    written.key = contentKey(written.text);
    MW_CHECK(io::checkWritable(file));
    MW_TRY(const auto lock, io::FileLock::of(file));
    std::error_code ignored;
    if (!project.file.empty() && fs::exists(file, ignored) && isSameFile(project.file, file)) {
        MW_TRY(auto now, parseProject(file));
        if (contentKey(now.second) != project.fileKey) {
            const auto variants = variantsIn(json);
            MW_TRY(auto versions,
                   versionsOf(project, std::move(json), std::move(now.first), folder));
            MW_TRY(const auto merged, of(file, mergeProjects(std::move(versions))));
            const auto text = textOf(merged);
            written.key = contentKey(text);
            const auto all = variantsIn(merged);
            written.behind = all - std::min(all, variants);
            MW_CHECK(io::writeFileAtomically(file, text));
            return written;
        }
    }
    MW_CHECK(io::writeFileAtomically(file, written.text));
    return written;
}

} // namespace

Expected<void> writeProject(const Project& project, const fs::path& file) {
    MW_CHECK(write(project, file));
    return {};
}

std::optional<FileNews> newsOfFile(const Project& project) {
    const auto now = parseProject(project.file);
    if (!now || contentKey(now->second) == project.seenKey)
        return std::nullopt;
    FileNews news{contentKey(now->second), 0};
    if (const auto before =
            project.fileText ? parseVersioned(*project.fileText, "project", "mapwright", kVersion)
                             : Expected<Json>(Json())) {
        const auto all = variantsIn(now->first);
        news.added = all - std::min(all, variantsIn(*before));
    }
    return news;
}

Expected<void> writeProjectSession(const Project& project, const fs::path& session) {
    MW_TRY(auto json, toJson(project, fs::absolute(session).parent_path()));
    json["session"] = {{"file", project.file.empty() ? "" : canonicalPath(project.file).string()},
                       {"key", project.fileKey},
                       {"saved", project.isSaved()}};
    return io::writeFileAtomically(session, textOf(json));
}

namespace {

Expected<ProjectSessionInfo> infoOf(const Fields& fields) {
    ProjectSessionInfo info;
    MW_TRY(const auto session, fields.object("session"));
    MW_TRY(info.file, session.text("file"));
    MW_TRY(info.saved, session.flag("saved"));
    MW_TRY(const auto* programs, fields.list("programs"));
    for (std::size_t i = 0; i < programs->size(); ++i) {
        MW_TRY(const auto one,
               Fields::of((*programs)[i], "project", fmt::format("/programs/{}", i)));
        MW_TRY(info.programs.emplace_back(), one.text("path"));
        MW_TRY(const auto* variants, one.list("variants"));
        info.variants += static_cast<int>(variants->size());
    }
    return info;
}

Expected<OpenedProject> readSession(const Json& json, const fs::path& session,
                                    const std::stop_token& stop) {
    MW_TRY(const auto fields, Fields::of(json, "project", ""));
    MW_TRY(const auto info, infoOf(fields));
    MW_TRY(const auto how, fields.object("session"));
    MW_TRY(const auto key, how.text("key"));
    auto now = io::readFile(info.file);
    const bool isSame = now && contentKey(*now) == key;
    if (info.saved && now && !isSame)
        return readProject(info.file, stop);
    MW_TRY(auto opened, Reader(fs::absolute(session).parent_path(), stop).read(json));
    auto& project = opened.project;
    project.file = info.file;
    project.fileKey = project.seenKey = key;
    if (isSame)
        project.fileText = std::make_shared<const std::string>(std::move(*now));
    if (project.file.empty())
        project.session = session.filename().string();
    if (!info.saved || !isSame)
        project.changed();
    return opened;
}

} // namespace

Expected<OpenedProject> readProjectSession(const fs::path& session, const std::stop_token& stop) {
    return of(session, parseProject(session).and_then([&](const auto& parsed) {
        return readSession(parsed.first, session, stop);
    }));
}

Expected<ProjectSessionInfo> readProjectSessionInfo(const fs::path& session) {
    return of(session, parseProject(session).and_then(
                           [](const auto& parsed) -> Expected<ProjectSessionInfo> {
                               MW_TRY(const auto fields, Fields::of(parsed.first, "project", ""));
                               return infoOf(fields);
                           }));
}

Expected<void> saveProject(Project& project, const fs::path& file) {
    MW_CHECK(checkNoInput(file, project.inputPaths()));
    MW_TRY(auto written, write(project, file));
    project.file = file;
    takeText(project, std::move(written.text));
    project.seenKey = written.key;
    project.behind = written.behind;
    project.kept = project.saved = true;
    for (const auto& program : project.programs)
        program->kept = program->saved = true;
    return {};
}

} // namespace mw::workbench

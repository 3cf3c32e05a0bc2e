// A project to JSON and back.

#include "app/workbench/detail/project_json.h"

#include "app/workbench/detail/variant_tree.h"
#include "core/exec/protocol.h"
#include "core/io/file.h"
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

Json toJson(const InputChoice& inputs);

Expected<Json> toJson(Program& program, const fs::path& folder) {
    if (!program.packed) {
        MW_TRY(auto text, packed(*program.content));
        program.packed = std::make_shared<const std::string>(std::move(text));
    }
    Json json{{"path", storedPath(program.path, folder)},
              {"content", contentKey(*program.content)},
              {"original", *program.packed}};
    if (program.dace)
        json["dace"] = ir::print(*program.dace);
    if (program.inputs)
        json["inputs"] = toJson(*program.inputs);
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

} // namespace

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

namespace {

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
        MW_TRY(const auto dace, daceVersion(fields));
        MW_TRY(auto program, programOf(path, std::move(*content), dace));
        if (hasCopy)
            program->packed = std::make_shared<const std::string>(std::move(copy));
        return finish(fields, std::move(program));
    }

    Expected<void> finish(const Fields& fields, ProgramPtr program) {
        if (fields.find("inputs")) { // nobody chose any for it alone, or the file is older
            MW_TRY(const auto inputs, fields.object("inputs"));
            MW_TRY(program->inputs, readInputs(inputs));
        }
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

Expected<Json> parseProject(const std::string& text) {
    return parseVersioned(text, "project", "mapwright", kVersion);
}

Expected<OpenedProject> projectOf(const Json& json, const fs::path& folder,
                                  const std::stop_token& stop) {
    return Reader(folder, stop).read(json);
}

} // namespace mw::workbench

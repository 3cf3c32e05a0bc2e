// mw project: what a .mapwright file holds.

#include "app/workbench/project.h"

#include "app/cli/console.h"
#include "app/cli/detail/json_text.h"
#include "app/cli/verb.h"
#include "core/io/bound_arguments.h"
#include "core/support/amounts.h"

#include <memory>

namespace mw::cli::project_verb {

namespace {

std::string timeText(const history::Variant& variant) {
    const auto found = variant.measured.find("device-us");
    return found == variant.measured.end() ? "" : fmt::format("  {:.4g} us", found->second);
}

/// One line, indented below the variant that it was made from.
std::string variantText(const history::History& history, const history::Variant& variant) {
    const auto depth = history.path(variant.id).size() - 1;
    return line("  {:{}}{}{}{}{}", "", 2 * depth, variant.name, timeText(variant),
                variant.pinned ? "  pinned" : "",
                variant.id == history.current().id ? "  current" : "");
}

std::string programText(const workbench::Program& program) {
    const auto& history = *program.history;
    const auto bound = io::toText(io::boundArguments(*history.root().document->root));
    std::string text =
        line("{}{}: {}{}", history.root().document->root->name,
             bound.empty() ? std::string() : " (" + bound + ")", program.path,
             program.calls > 0 ? ", " + counted(program.calls, "call") : std::string());
    if (program.inputs && !program.inputs->isDefault())
        text += line("  inputs: {}", workbench::toString(*program.inputs));
    for (const auto& variant : history.variants())
        text += variantText(history, variant);
    if (!program.detached.empty())
        text += line("  {} variants cannot be made again", program.detached.size());
    return text;
}

std::string runText(const workbench::Project& project) {
    const auto& inputs = project.inputs;
    return line("inputs: {}; target: {}; {} repeats",
                !inputs.scenario.empty() ? inputs.scenario
                : inputs.grid.empty()    ? "the default grid"
                                         : inputs.grid,
                project.settings.target.empty() ? "the best there is" : project.settings.target,
                project.settings.repeats);
}

Json variantsJson(const history::History& history) {
    auto list = Json::array();
    for (const auto& variant : history.variants()) {
        const auto time = variant.measured.find("device-us");
        const auto* parent = history.find(variant.parent);
        list.push_back({{"name", variant.name},
                        {"made_from", parent ? Json(parent->name) : Json()},
                        {"step", variant.record ? Json(history::text(*variant.record)) : Json()},
                        {"device_us", time == variant.measured.end() ? Json() : Json(time->second)},
                        {"pinned", variant.pinned},
                        {"current", variant.id == history.current().id}});
    }
    return list;
}

Json toJson(const workbench::Project& project) {
    auto programs = Json::array();
    for (const auto& program : project.programs) {
        const auto& root = *program->history->root().document->root;
        programs.push_back({{"program", root.name},
                            {"bound", io::toText(io::boundArguments(root))},
                            {"path", program->path},
                            {"calls", program->calls},
                            {"variants", variantsJson(*program->history)},
                            {"lost_variants", program->detached.size()}});
    }
    return {{"programs", std::move(programs)},
            {"scenario", fileOrNull(project.inputs.scenario)},
            {"grid", fileOrNull(project.inputs.grid)},
            {"target", fileOrNull(project.settings.target)},
            {"repeats", project.settings.repeats}};
}

Exit showProject(const std::string& file, bool json) {
    const auto opened = workbench::readProject(file);
    if (!opened)
        return failed(opened.error(), Exit::badFile);
    for (const auto* notices : {&opened->inputs, &opened->lost})
        for (const auto& notice : *notices)
            complain(notice);
    std::string text;
    for (const auto& program : opened->project.programs)
        text += programText(*program);
    print(json ? jsonText(toJson(opened->project)) : text + runText(opened->project));
    return opened->lost.empty() ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto file = std::make_shared<std::string>();
    command.add_option("FILE", *file, ".mapwright")->required();
    auto json = std::make_shared<bool>(false);
    command.add_flag("--json", *json, "As JSON");
    command.callback([=, &action] { action = [=] { return showProject(*file, *json); }; });
}

} // namespace

Verb verb() {
    return {"project", "What a project holds: programs, variants, times, how they are run", setUp,
            /*lists=*/true};
}

} // namespace mw::cli::project_verb

// mw project: what a .mapwright file holds.

#include "app/workbench/project.h"

#include "app/cli/console.h"
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

Exit showProject(const std::string& file) {
    const auto opened = workbench::readProject(file);
    if (!opened)
        return failed(opened.error(), Exit::badFile);
    for (const auto* notices : {&opened->inputs, &opened->lost})
        for (const auto& notice : *notices)
            complain(notice);
    std::string text;
    for (const auto& program : opened->project.programs)
        text += programText(*program);
    print(text + runText(opened->project));
    return opened->lost.empty() ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto file = std::make_shared<std::string>();
    command.add_option("FILE", *file, ".mapwright")->required();
    command.callback([file, &action] { action = [file] { return showProject(*file); }; });
}

} // namespace

Verb verb() {
    return {"project", "What a project holds: programs, variants, times, how they are run", setUp};
}

} // namespace mw::cli::project_verb

// mw recipe: the steps of a recipe in words, and the steps of a project's variant as a recipe.

#include "app/cli/console.h"
#include "app/cli/json_text.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"
#include "app/workbench/steps.h"
#include "core/io/file.h"
#include "core/support/amounts.h"
#include "transforms/framework/assume.h"

#include <memory>

namespace mw::cli::recipe_verb {

namespace {

using history::Anchor;

std::string valueText(const ParamValue& value) {
    if (const bool* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return fmt::format("{}", *number);
    return fmt::format("'{}'", std::get<std::string>(value));
}

/// `first-exit: map exit 'map_3' (element 12), writes tmp_7`
std::string anchorText(const Anchor& anchor) {
    std::string text = anchor.role.empty() ? "" : anchor.role + ": ";
    if (anchor.kind.empty())
        return line("      {}element {}", text, anchor.id.value);
    text += anchor.kind;
    if (!anchor.label.empty())
        text += fmt::format(" '{}'", anchor.label);
    text += fmt::format(" (element {})", anchor.id.value);
    if (!anchor.writes.empty() && anchor.writes != anchor.label)
        text += ", writes " + anchor.writes;
    if (anchor.equals > 1)
        text += fmt::format(", number {} of {} alike", anchor.ordinal + 1, anchor.equals);
    return line("      {}", text);
}

std::string paramsText(const Params& params) {
    std::string text;
    for (const auto& [name, value] : params) {
        const auto* assumed =
            name == transforms::kAssume ? std::get_if<std::string>(&value) : nullptr;
        text += assumed ? line("      assumes {}", *assumed)
                        : line("      {} = {}", name, valueText(value));
    }
    return text;
}

std::string stepText(std::size_t number, const history::Record& record) {
    std::string text = line("{:>3} {}", number, history::text(record));
    for (const auto& anchor : history::siteOf(record).elements())
        text += anchorText(anchor);
    if (const auto* step = std::get_if<history::TransformationRecord>(&record))
        text += paramsText(step->params);
    if (const auto* repair = std::get_if<history::RepairRecord>(&record))
        text += line("      repairs {} at {}", repair->code, repair->place);
    return text;
}

/// The recipe as it is, each step with what it does in words.
Json inWords(const history::Recipe& recipe) {
    auto json = Json::parse(history::toJson(recipe));
    for (std::size_t i = 0; i < recipe.steps.size(); ++i)
        json["steps"][i]["text"] = history::text(recipe.steps[i]);
    return json;
}

Exit showRecipe(const std::string& file, bool json) {
    const auto recipe = workbench::readRecipe(file);
    if (!recipe)
        return failed(recipe.error(), Exit::badFile);
    if (json) {
        print(jsonText(inWords(*recipe)));
        return Exit::done;
    }
    std::string text =
        line("recipe of {}: {} step{}", recipe->program.empty() ? "no program" : recipe->program,
             recipe->steps.size(), recipe->steps.size() == 1 ? "" : "s");
    for (std::size_t i = 0; i < recipe->steps.size(); ++i)
        text += stepText(i + 1, recipe->steps[i]);
    print(text);
    return Exit::done;
}

struct RecordOptions {
    ProgramOption program;
    std::string variant; ///< empty: the current one
    std::string out;     ///< empty: standard output
};

Exit record(const RecordOptions& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    if (!canWrite({options.out}, open->project.inputPaths()))
        return Exit::badFile;
    const auto& history = *open->program->history;
    const auto variant = variantOf(history, options.variant);
    if (!variant)
        return failed(variant.error(), Exit::usage);
    const std::string recipe = history::recipe(history, *variant);
    if (options.out.empty()) {
        print(recipe);
        return Exit::done;
    }
    if (const auto written = io::writeFileAtomically(options.out, recipe); !written)
        return failed(written.error(), Exit::badFile);
    printAbout(options.out,
               line("{} of '{}', wrote {}", counted(history.path(*variant).size() - 1, "step"),
                    history.find(*variant)->name, options.out));
    return Exit::done;
}

void setUpRecord(CLI::App& command, Action& action) {
    auto options = std::make_shared<RecordOptions>();
    command.add_option("FILE", options->program.file,
                       "The program in the project; not needed where that has one");
    command.add_option("--project", options->program.project, ".mapwright file that has the steps")
        ->required();
    command.add_option("--variant", options->variant,
                       "Name of a variant, as mw project prints it (default: the current one)");
    command.add_option("-o,--output", options->out, "Default: standard output");
    command.callback([options, &action] { action = [options] { return record(*options); }; });
}

void setUp(CLI::App& command, Action& action) {
    command.require_subcommand(1);
    auto* show = command.add_subcommand("show", "The steps of a recipe, in words");
    auto file = std::make_shared<std::string>();
    show->add_option("RECIPE", *file)->required();
    auto json = std::make_shared<bool>(false);
    show->add_flag("--json", *json, "As JSON: the recipe, with each step in words");
    show->callback([=, &action] { action = [=] { return showRecipe(*file, *json); }; });
    setUpRecord(*command.add_subcommand("record", "A recipe of the steps that lead to a variant of "
                                                  "a project"),
                action);
}

} // namespace

Verb verb() {
    return {"recipe", "What a recipe does; a recipe from a project", setUp, /*lists=*/true};
}

} // namespace mw::cli::recipe_verb

// mw history: the steps that lead to a variant, and two lines of steps beside each other.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/verb.h"
#include "app/workbench/step_lines.h"
#include "app/workbench/steps.h"

#include <filesystem>
#include <memory>

namespace mw::cli::history_verb {

namespace {

struct Options {
    std::string first, second;         ///< recipes or projects; second empty: one line
    std::vector<std::string> on;       ///< graphs, or programs of projects; of both, or each
    std::vector<std::string> variants; ///< of projects
    workbench::InputChoice inputs;
    bool json = false;
};

/// One line, and what it was made on; that is empty for a recipe alone.
struct Side {
    workbench::StepLine line;
    std::string program; ///< structural key of the original
};

std::string pick(const std::vector<std::string>& values, std::size_t side) {
    return values.empty() ? "" : values[std::min(side, values.size() - 1)];
}

bool isProject(const std::string& file) {
    return std::filesystem::path(file).extension() == ".mapwright";
}

/// The line of a history, with the sizes that were asked for, else the usual ones where the program
/// can have them.
Expected<Side> sideOf(const history::History& history, history::VariantId id, std::string title,
                      const workbench::InputChoice& inputs) {
    const auto& root = history.root().document;
    const auto scenario = workbench::scenarioFor(*root->root, inputs, workbench::gpuGrid());
    if (!scenario && (!inputs.isDefault() || !inputs.set.empty()))
        return tl::unexpected(scenario.error());
    const auto values = scenario ? scenario->symbols : symbolic::Bindings();
    return Side{workbench::stepLine(history, id, std::move(title), values),
                workbench::structuralKey(root)};
}

Expected<Side> ofProject(const std::string& file, const Options& options, std::size_t side) {
    const auto program = pick(options.on, side);
    MW_TRY(const auto open,
           openProgram({program.empty() ? std::nullopt : std::optional(program), file}));
    const auto& history = *open.program->history;
    MW_TRY(const auto id, variantOf(history, pick(options.variants, side)));
    return sideOf(history, id, history.find(id)->name, options.inputs);
}

/// On a graph: what its steps do there, as far as they fit.
Expected<Side> ofRecipe(const std::string& file, const Options& options, std::size_t side) {
    MW_TRY(const auto recipe, workbench::readRecipe(file));
    const auto graph = pick(options.on, side);
    if (graph.empty())
        return Side{workbench::stepLine(recipe, file), {}};
    MW_TRY(const auto open, openProgram({graph, {}}));
    const auto steps = workbench::replay(open.document(), recipe);
    if (const auto misfit = workbench::misfitOf(steps))
        return tl::unexpected(*misfit);
    auto& history = *open.program->history;
    workbench::add(history, workbench::doneOf(steps));
    return sideOf(history, history.current().id, file, options.inputs);
}

Expected<Side> readSide(const std::string& file, const Options& options, std::size_t side) {
    return isProject(file) ? ofProject(file, options, side) : ofRecipe(file, options, side);
}

Exit show(const Options& options) {
    const auto first = readSide(options.first, options, 0);
    if (!first)
        return failed(first.error(), Exit::badFile);
    const bool twoVariants = options.second.empty() && options.variants.size() > 1;
    if (options.second.empty() && !twoVariants) {
        print(options.json ? toJson(first->line) : toText(first->line));
        return Exit::done;
    }
    const auto second = readSide(twoVariants ? options.first : options.second, options, 1);
    if (!second)
        return failed(second.error(), Exit::badFile);
    const bool sameProgram = !first->program.empty() && first->program == second->program;
    const auto alignment = history::align(first->line.steps, second->line.steps,
                                          sameProgram ? history::Recognition::byNames
                                                      : history::Recognition::byAnchors);
    print(options.json ? toJson(first->line, second->line, alignment)
                       : toText(first->line, second->line, alignment));
    return alignment.divergence ? Exit::finding : Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command.add_option("FIRST", options->first, "A recipe, or a .mapwright file")->required();
    command.add_option("SECOND", options->second,
                       "What is set beside it; not needed for two variants of one project");
    command
        .add_option("--on", options->on,
                    "Graph that a recipe is done on, or program of a project; a second one is for "
                    "SECOND. Without a graph a recipe's steps have no bytes")
        ->expected(1, 2);
    command
        .add_option("--variant", options->variants,
                    "Name of a variant of a project (default: the current one); a second one is "
                    "for SECOND")
        ->expected(1, 2);
    addInputOptions(command, options->inputs, "Bytes for the sizes of this scenario",
                    "Bytes for the sizes of torus:NX,NY,LEVELS");
    command.add_flag("--json", options->json, "As JSON");
    command.callback([options, &action] { action = [options] { return show(*options); }; });
}

} // namespace

Verb verb() {
    return {"history",
            "The steps that lead to a variant, with what each did; two of them side by side, with "
            "their first difference",
            setUp, /*lists=*/true};
}

} // namespace mw::cli::history_verb

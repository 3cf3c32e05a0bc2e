// mw access: which elements one iteration of a map touches, and what a warp of iterations costs.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "app/workbench/local_access.h"
#include "core/codegen/lanes.h"
#include "core/exec/run_defaults.h"

#include <memory>

namespace mw::cli::access_verb {

namespace {

struct Options {
    ProgramOption program;
    workbench::InputChoice inputs;
    std::string map, at, warp;
    bool json = false;
};

Exit access(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto& document = open->document();
    const auto map = workbench::mapNamed(ir::DocumentIndex(document), options.map);
    if (!map)
        return failed(map.error(), Exit::usage);
    const auto scenario = workbench::scenarioFor(*document->root, inputsFor(*open, options.inputs),
                                                 exec::quickGrid());
    if (!scenario)
        return failed(scenario.error(), Exit::badFile);
    auto accesses = analysis::mapAccesses(*document->root, *map);
    inputs::IndexTables tables(*scenario);
    auto arrays = tables.forAccesses(accesses);
    if (!arrays)
        return failed(arrays.error(), Exit::badFile);
    const inputs::LocalAccesses local(std::move(accesses), scenario->symbols, *arrays);
    const auto iteration = workbench::parseIteration(local, local.middle(), options.at);
    if (!iteration)
        return failed(iteration.error(), Exit::usage);
    const auto warp =
        options.warp.empty()
            ? Expected<std::size_t>(local.laneParameter(codegen::laneParameter(*document, *map)))
            : workbench::parameterNamed(local, options.warp);
    if (!warp)
        return failed(warp.error(), Exit::usage);
    const auto view = local.at(*iteration, *warp);
    if (!view)
        return failed(view.error(), Exit::usage);
    print(options.json ? workbench::toJson(local, *view) : workbench::toText(local, *view));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    options->program.inputs = &options->inputs;
    command.add_option(
        "--map", options->map,
        "The map, by its label, by what it writes, or by its number among those outside of maps");
    command.add_option("--at", options->at,
                       "The iteration: NAME=NUMBER,... by parameters or their dimensions; the "
                       "others are in the middle of their ranges");
    command.add_option("--warp", options->warp,
                       "The parameter that lanes of a warp differ in (default: as in the map's "
                       "kernel)");
    addInputOptions(command, options->inputs,
                    "Sizes and tables of this scenario (default: FILE's .scenario.json where it "
                    "lies beside it)",
                    "Sizes and tables of a grid, torus:NX,NY,LEVELS");
    command.add_flag("--json", options->json, "As JSON");
    command.callback([options, &action] { action = [options] { return access(*options); }; });
}

} // namespace

Verb verb() {
    return {"access",
            "Which elements one iteration of a map reads and writes, through tables too; strides; "
            "sectors of a warp",
            setUp, /*lists=*/true};
}

} // namespace mw::cli::access_verb

// mw unlink: a linked program as the programs between its boundaries.

#include "app/cli/console.h"
#include "app/cli/linked_checks.h"
#include "app/cli/project_option.h"
#include "app/cli/verb.h"
#include "app/workbench/common_scenario.h"
#include "app/workbench/unlink_sequence.h"
#include "core/exec/run_defaults.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <vector>

namespace mw::cli::unlink_verb {

namespace {

struct Options {
    ProgramOption program;
    std::string folder;
    bool verify = false, json = false;
    double tolerance = 0;
    RunOptions run;
};

std::string fieldsOf(const inputs::SequenceInput& sequence) {
    nlohmann::ordered_json json{{"programs", nlohmann::ordered_json::array()},
                                {"internal", sequence.internal}};
    for (const auto& program : sequence.programs)
        json["programs"].push_back(program.name);
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Expected<std::vector<LinkedCheck>> checks(const inputs::SequenceInput& sequence,
                                          const OpenProgram& open, const inputs::Scenario& scenario,
                                          const Options& options) {
    if (!options.verify)
        return std::vector<LinkedCheck>{};
    const std::vector<std::string> graphs(sequence.programs.size(), open.program->path);
    return checkLinked(sequence, graphs, workbench::linkedOf(open.document(), scenario, sequence),
                       options.tolerance, options.run);
}

Exit unlink(const Options& options) {
    if (const auto known = checkTarget(options.run.settings.target); !known)
        return failed(known.error(), Exit::usage);
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    auto inputs = options.run.inputs;
    if (inputs.isDefault())
        if (const auto beside = workbench::scenarioBeside(open->program->path))
            inputs.scenario = beside->string();
    const auto sizes =
        workbench::commonSizes(std::vector{open->document()}, inputs, exec::quickGrid());
    if (!sizes)
        return failed(sizes.error(), Exit::badFile);
    const auto& scenario = sizes->each.front();
    const auto sequence = link::unlink(open->document(), scenario);
    if (!sequence)
        return failed(sequence.error(), Exit::badFile);
    const auto checked = checks(*sequence, *open, scenario, options);
    if (!checked)
        return failed(checked.error(), Exit::runFailed);
    if (allSame(*checked))
        if (const auto written = workbench::exportSequence(*sequence, options.folder,
                                                           filesRead(open->project, inputs));
            !written)
            return failed(written.error(), Exit::badFile);
    const auto files = workbench::filesOf(*sequence, options.folder);
    return tell(*checked,
                {.files = files,
                 .fields = fieldsOf(*sequence),
                 .before = {},
                 .after = line("{}", workbench::toText(*sequence)),
                 .wrote = line("wrote {}, with {} graphs and their inputs beside it", files.front(),
                               sequence->programs.size())},
                options.json);
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    command.add_option("-o,--output", options->folder, "Folder for the sequence and its graphs")
        ->required();
    addInputOptions(command, options->run.inputs,
                    "Inputs, as JSON (default: what lies beside the graph)",
                    "Inputs for this grid, in place of a scenario");
    addCheckOptions(command, options->verify, options->tolerance, options->run,
                    "Run the programs one after the other and the linked one, and compare all "
                    "arrays; where they differ, nothing is written");
    command.add_flag("--json", options->json, "As JSON");
    command.footer("Exit codes: 0 taken apart, and the same where that was asked for; 1 results "
                   "differ; 3 the program has no boundaries that must stay (docs/granules.md); "
                   "others as for every command.");
    command.callback([options, &action] { action = [options] { return unlink(*options); }; });
}

} // namespace

Verb verb() {
    return {"unlink", "Take a linked program apart where its boundaries must stay", setUp};
}

} // namespace mw::cli::unlink_verb

// mw link: programs that run one after the other become one.

#include "app/cli/console.h"
#include "app/cli/linked_checks.h"
#include "app/cli/verb.h"
#include "app/workbench/link_sequence.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace mw::cli::link_verb {

namespace {

struct Options {
    std::string file, output;
    std::string scenario;                    ///< file to write; empty: beside the graph
    std::vector<std::string> internal, keep; ///< beside those of the file
    bool optimise = false, verify = false, json = false;
    double tolerance = 0;
    RunOptions run;
};

Expected<std::vector<LinkedCheck>> checks(const workbench::SequenceFile& sequence,
                                          const link::Linked& linked, const Options& options) {
    if (!options.verify)
        return std::vector<LinkedCheck>{};
    return checkLinked(sequence.input, sequence.graphs, linked, options.tolerance, options.run);
}

std::string fieldsOf(const link::Linked& linked) {
    nlohmann::ordered_json json{{"internal", linked.internal},
                                {"notices", nlohmann::ordered_json::array()}};
    for (const Diagnostic& notice : linked.notices)
        json["notices"].push_back({{"code", notice.code}, {"sentence", notice.sentence}});
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Exit link(const Options& options) {
    if (const auto known = checkTarget(options.run.settings.target); !known)
        return failed(known.error(), Exit::usage);
    auto sequence =
        workbench::readSequence(options.file, options.run.inputs.grid, codegen::Target::cpu);
    if (!sequence)
        return failed(sequence.error(), Exit::badFile);
    auto& input = sequence->input;
    input.internal.insert(input.internal.end(), options.internal.begin(), options.internal.end());
    input.keep.insert(input.keep.end(), options.keep.begin(), options.keep.end());
    const std::string scenario = options.scenario.empty()
                                     ? workbench::scenarioNameBeside(options.output).string()
                                     : options.scenario;
    auto inputs = sequence->graphs;
    inputs.push_back(options.file);
    inputs.insert(inputs.end(), sequence->files.begin(), sequence->files.end());
    if (!canWrite({options.output, scenario}, inputs))
        return Exit::badFile;
    const auto programs = options.optimise ? workbench::withOptimisedPrograms(input)
                                           : Expected<inputs::SequenceInput>(input);
    if (!programs)
        return failed(programs.error(), Exit::badFile);
    const auto linked = link::link(*programs);
    if (!linked)
        return failed(linked.error(), Exit::badFile);
    const auto checked = checks(*sequence, *linked, options);
    if (!checked)
        return failed(checked.error(), Exit::runFailed);
    if (allSame(*checked))
        if (const auto written = workbench::exportLinked(*linked, options.output, scenario, inputs);
            !written)
            return failed(written.error(), Exit::badFile);
    LinkReport report{.files = {options.output, scenario},
                      .fields = fieldsOf(*linked),
                      .before = {},
                      .after = line("{}", workbench::toText(*linked, input)),
                      .wrote = line("wrote {}, with inputs in {}", options.output, scenario)};
    for (const Diagnostic& notice : linked->notices)
        report.before += line("{}", notice.sentence);
    return tell(*checked, report, options.json);
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    command
        .add_option("SEQUENCE", options->file,
                    "JSON with programs, calls, and fields that are internal (docs/granules.md)")
        ->required();
    command.add_option("-o,--output", options->output, ".sdfg or .sdfgz")->required();
    command.add_option("--scenario-out", options->scenario,
                       "Where the inputs of a run go (default: NAME.scenario.json beside the "
                       "graph, where runs look for them)");
    command
        .add_option("--internal", options->internal,
                    "A further array that nobody outside reads; may be repeated")
        ->type_name("ARRAY")
        ->allow_extra_args(false);
    command
        .add_option("--keep", options->keep,
                    "A further array that stays an argument in any case; may be repeated")
        ->type_name("ARRAY")
        ->allow_extra_args(false);
    command.add_flag("--optimise", options->optimise,
                     "Optimise each program by itself before it is linked: what mw optimise makes "
                     "of the linked one then begins at the sum of its parts");
    addCheckOptions(command, options->verify, options->tolerance, options->run,
                    "Run the sequence call by call and the linked program, and compare all arrays; "
                    "where they differ, nothing is written");
    command.add_option("--grid", options->run.inputs.grid,
                       "Inputs for this grid, in place of the file's scenarios");
    command.add_flag("--json", options->json, "As JSON");
    command.footer("Exit codes: 0 linked, and the same where that was asked for; 1 results differ; "
                   "3 the sequence cannot be linked: the sentence names program and field; others "
                   "as for every command.");
    command.callback([options, &action] { action = [options] { return link(*options); }; });
}

} // namespace

Verb verb() {
    return {"link", "Make one graph of programs that run one after the other on shared arrays",
            setUp};
}

} // namespace mw::cli::link_verb

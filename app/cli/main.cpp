#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "core/io/standard_streams.h"
#include "core/support/words.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace {

using namespace mw::cli;

constexpr auto kFooter =
    R"(Exit codes: 0 done; 1 a finding, a difference, or no match; 2 wrong usage;
3 a file is unreadable or invalid; 4 the machine lacks something; 5 the run failed;
6 the graph carries C++ of its own that nobody agreed to (--trust).

A first session:
  mw info samples/nabla4.sdfg
  mw apply samples/nabla4.sdfg map-fusion-vertical --all -o fused.sdfg
  mw bench samples/nabla4.sdfg fused.sdfg)";

/// The command that the command line chose; run after parsing.
using Action = std::function<Exit()>;

/// Of --runner: a command line with at least a program.
CLI::Validator runnerCommand() {
    const auto check = [](const std::string& text) -> std::string {
        const auto words = mw::splitWords(text);
        if (!words)
            return words.error().sentence;
        return words->empty() || words->front().empty() ? "it names no program" : "";
    };
    return {check, "COMMAND", "runner command"};
}

void addSetup(CLI::App& command, RunSetup& setup) {
    command.add_option("--target", setup.target,
                       "cpu, cuda, hip or, for run and verify, interp (default: cuda where a "
                       "device answers, else cpu)");
    auto* scenario = command.add_option("--scenario", setup.scenario,
                                        "JSON with sizes, symbols and fills (reference.json)");
    command.add_option("--grid", setup.grid, "torus:NX,NY,LEVELS; inputs are made for it")
        ->excludes(scenario);
    command
        .add_option("--set", setup.set,
                    "NAME=VALUE: a symbol or scalar, in place of what the scenario says; may be "
                    "repeated")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    command
        .add_option("--alloc", setup.alloc,
                    "Temporaries: arena (sized by what lives together), each (one allocation "
                    "each), call (allocated and freed on every call)")
        ->check(CLI::IsMember({"arena", "each", "call"}));
    command.add_flag("--symbols-as-arguments", setup.symbolsAsArguments,
                     "Keep symbols as kernel arguments instead of compiling their values in");
    command.add_flag("--trust", setup.trust,
                     "Agree to compile the C++ that the graph itself carries, and remember that");
    command
        .add_option("--timeout", setup.timeout,
                    "End a run that has not answered after so many seconds (usually 600)")
        ->check(CLI::PositiveNumber);
    command
        .add_option("--runner", setup.runner,
                    "Command that starts mw-runner elsewhere, e.g. 'ssh host mw-runner'; words and "
                    "quotes as in a shell")
        ->check(runnerCommand());
}

void addInspection(CLI::App& app, Action& action) {
    auto* info = app.add_subcommand("info", "States, maps with ranges, kernels with traffic, "
                                            "temporaries with bytes, arguments");
    auto infoOptions = std::make_shared<InfoOptions>();
    info->add_option("FILE", infoOptions->file, ".sdfg or .sdfgz")->required();
    auto* sizes = info->add_option("--scenario", infoOptions->scenario,
                                   "Numbers for the sizes of this scenario (reference.json)");
    info->add_option("--grid", infoOptions->grid, "Numbers for torus:NX,NY,LEVELS")
        ->excludes(sizes);
    info->add_flag("--json", infoOptions->json, "As JSON");
    info->callback([=, &action] { action = [=] { return mw::cli::info(*infoOptions); }; });

    auto* check = app.add_subcommand("check", "Validate: errors, warnings, hints; and repair");
    auto checkOptions = std::make_shared<CheckOptions>();
    check->add_option("FILE", checkOptions->file)->required();
    check->add_flag("--json", checkOptions->json, "As JSON");
    check->add_flag("--hints", checkOptions->hints, "Hints as well: advice and canonical form");
    auto* repair = check->add_option("--repair", checkOptions->codes,
                                     "Repair what has an obvious repair; CODE...: these alone");
    repair->expected(0, 1000)->type_name("[CODE...]");
    auto* repaired = check->add_option("-o,--output", checkOptions->out, "The repaired graph");
    auto* steps = check->add_option("--recipe", checkOptions->recipe, "The repairs as a recipe");
    repaired->needs(repair);
    steps->needs(repair);
    check->footer("The page docs/validation.md has all codes. Without -o, --repair only says what "
                  "it would do.");
    check->callback([=, &action] {
        checkOptions->repair = repair->count() > 0;
        std::erase(checkOptions->codes, std::string()); // what the parser makes of no code
        action = [=] { return mw::cli::check(*checkOptions); };
    });

    auto* show = app.add_subcommand("show", "Draw the graph");
    auto showOptions = std::make_shared<ShowOptions>();
    show->add_option("FILE", showOptions->file)->required();
    show->add_option("-o,--output", showOptions->out, ".svg, .png, .pdf (Graphviz) or .dot")
        ->required();
    show->add_flag("--json", showOptions->json, "Say as JSON what was written");
    show->callback([=, &action] { action = [=] { return mw::cli::show(*showOptions); }; });

    auto* diff = app.add_subcommand("diff", "Compare two graphs by structure: ids, names of "
                                            "temporaries and order do not count");
    auto diffOptions = std::make_shared<DiffOptions>();
    diff->add_option("FIRST", diffOptions->first)->required();
    diff->add_option("SECOND", diffOptions->second)->required();
    diff->add_flag("--json", diffOptions->json, "As JSON");
    diff->callback([=, &action] { action = [=] { return mw::cli::diff(*diffOptions); }; });

    auto* convert = app.add_subcommand("convert", "Write the file again, in either text dialect");
    auto convertOptions = std::make_shared<ConvertOptions>();
    convert->add_option("FILE", convertOptions->file)->required();
    convert->add_option("-o,--output", convertOptions->out, ".sdfg or .sdfgz")->required();
    convert->add_option("--dialect", convertOptions->dialect, "plain or dollar (default: as read)")
        ->check(CLI::IsMember({"plain", "dollar"}));
    convert->add_flag("--json", convertOptions->json, "Say as JSON what was written");
    convert->callback([=, &action] { action = [=] { return mw::cli::convert(*convertOptions); }; });
}

void addTransforming(CLI::App& app, Action& action) {
    auto* list = app.add_subcommand("transformations", "What can be applied, with parameters");
    auto json = std::make_shared<bool>(false);
    list->add_flag("--json", *json, "As JSON");
    list->callback([=, &action] { action = [=] { return transformations(*json); }; });

    auto* matches = app.add_subcommand("matches", "Where transformations apply, and why not");
    auto matchesOptions = std::make_shared<MatchesOptions>();
    matches->add_option("FILE", matchesOptions->file)->required();
    matches->add_option("TRANSFORMATION", matchesOptions->transformation, "Default: all");
    matches->add_flag("--json", matchesOptions->json, "As JSON");
    matches->callback([=, &action] { action = [=] { return mw::cli::matches(*matchesOptions); }; });

    auto* apply = app.add_subcommand("apply", "Apply a transformation, write the result");
    auto applyOptions = std::make_shared<ApplyOptions>();
    apply->add_option("FILE", applyOptions->file)->required();
    apply->add_option("TRANSFORMATION", applyOptions->transformation)->required();
    auto* match =
        apply->add_option("--match", applyOptions->match,
                          "Number as `mw matches` prints it (default: the first that applies)");
    match->check(CLI::PositiveNumber);
    apply->add_flag("--all", applyOptions->all, "Again and again until no match is left")
        ->excludes(match);
    apply->add_option("-o,--output", applyOptions->out, ".sdfg or .sdfgz");
    apply->add_option("--recipe", applyOptions->recipe, "Also write the applied steps as JSON");
    apply->allow_extras();
    apply->footer(
        "Parameters of the transformation follow as --name VALUE; see `mw transformations`.");
    apply->callback([=, &action] {
        applyOptions->params = apply->remaining();
        action = [=] { return mw::cli::apply(*applyOptions); };
    });

    auto* replay = app.add_subcommand("replay", "Apply the steps of a recipe");
    auto replayOptions = std::make_shared<ReplayOptions>();
    replay->add_option("FILE", replayOptions->file)->required();
    replay->add_option("RECIPE", replayOptions->recipe)->required();
    replay->add_option("-o,--output", replayOptions->out)->required();
    replay->callback([=, &action] { action = [=] { return mw::cli::replay(*replayOptions); }; });
}

void addRun(CLI::App& app, Action& action) {
    auto* run = app.add_subcommand("run", "Run a program once on made or given inputs");
    auto runOptions = std::make_shared<RunOptions>();
    run->add_option("FILE", runOptions->file)->required();
    run->add_option("-o,--output", runOptions->out, ".npz for the outputs");
    run->add_option("--compare", runOptions->compareWith,
                    ".npz to compare the outputs with (tolerance of the scenario)");
    addSetup(*run, runOptions->setup);
    run->callback([=, &action] { action = [=] { return mw::cli::run(*runOptions); }; });
}

void addVerify(CLI::App& app, Action& action) {
    auto* verify = app.add_subcommand(
        "verify",
        "Run two programs on the same inputs and compare all outputs, element by element");
    auto options = std::make_shared<VerifyOptions>();
    verify->add_option("FIRST", options->first, "The reference")->required();
    verify->add_option("SECOND", options->second)->required();
    addSetup(*verify, options->setup);
    verify->add_option("--against", options->against,
                       "Target of FIRST when it is another, e.g. interp");
    verify->add_option("--tolerance", options->tolerance,
                       "Of float64, relative (default: the scenario's, 1e-12); float32: 2^29 times "
                       "as much; 0: equal; integers and booleans must always be equal");
    verify->add_flag("--json", options->json, "As JSON");
    verify->footer("Exit codes: 0 all elements agree; 1 some differ; others as for every command.");
    verify->callback([=, &action] { action = [=] { return mw::cli::verify(*options); }; });
}

void addBench(CLI::App& app, Action& action) {
    auto* bench = app.add_subcommand(
        "bench", "Verify programs against the first one and time them, interleaved");
    auto options = std::make_shared<BenchOptions>();
    bench->add_option("FILE", options->files, "Variants; the first is the baseline")->required();
    bench
        ->add_option("--recipe", options->recipes,
                     "Also the first file with these recipes applied, each a variant")
        ->take_all();
    addSetup(*bench, options->setup);
    bench->add_option("--repeats", options->repeats, "Timed calls per variant")
        ->check(CLI::Range(1, 100000));
    bench->add_option("--warmup", options->warmup)->check(CLI::Range(0, 100000));
    bench->add_flag("--cold", options->cold, "Flush the cache before each timed kernel");
    bench->add_flag("!--no-profiler", options->profiler,
                    "Time kernels by events even where CUPTI could record them");
    bench->add_flag("--json", options->json, "Print JSON instead of the table");
    bench->add_flag("--csv", options->csv, "Print CSV instead of the table");
    bench->add_flag("--markdown", options->markdown, "Print Markdown instead of the table");
    bench->add_option("--report", options->report, "Also write a self-contained HTML report");
    bench->add_option("-o,--output", options->output, "Also write the result as JSON");
    bench->callback([=, &action] { action = [=] { return mw::cli::bench(*options); }; });
}

void addCompile(CLI::App& app, Action& action) {
    auto* compile = app.add_subcommand("compile", "Compile the kernels without running them");
    auto options = std::make_shared<CompileOptions>();
    compile->add_option("FILE", options->file)->required();
    addSetup(*compile, options->setup);
    compile->add_option("--arch", options->arch, "sm_90, gfx90a, ... (default: the device's)");
    compile->add_flag("--source", options->source, "Print the kernels instead");
    compile->add_flag("--dump-passes", options->dumpPasses,
                      "Print what each pass makes of the kernels instead");
    compile->add_option("--without-pass", options->without,
                        "Leave a pass out, for comparison (may be repeated)");
    compile->callback([=, &action] {
        if (!options->setup.target.empty())
            options->target = options->setup.target;
        action = [=] { return mw::cli::compile(*options); };
    });

    auto* devices = app.add_subcommand("devices", "What can compile and run here, with versions");
    auto json = std::make_shared<bool>(false);
    auto runner = std::make_shared<std::string>();
    devices->add_flag("--json", *json, "As JSON");
    devices->add_option("--runner", *runner, "Ask a runner elsewhere, e.g. 'ssh host mw-runner'")
        ->check(runnerCommand());
    devices->callback([=, &action] { action = [=] { return mw::cli::devices(*json, *runner); }; });
}

} // namespace

int main(int argc, char** argv) {
    mw::io::guardStandardStreams();
    CLI::App app{"Mapwright in the terminal: see, rewrite, run and time SDFGs.", "mw"};
    app.require_subcommand(1);
    app.set_version_flag("--version", MW_VERSION);
    app.footer(kFooter);
    Action action;
    addInspection(app, action);
    addTransforming(app, action);
    addRun(app, action);
    addVerify(app, action);
    addBench(app, action);
    addCompile(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : static_cast<int>(Exit::usage);
    }
    return static_cast<int>(finish(action()));
}

// mw info: what is in a program: a page, or tables of states, kernels, temporaries and arguments.

#include "app/cli/console.h"
#include "app/cli/info_data.h"
#include "app/cli/info_json.h"
#include "app/cli/info_overview.h"
#include "app/cli/info_tables.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "core/analysis/analysis.h"
#include "core/analysis/flatten_structures.h"
#include "core/support/words.h"
#include "core/validate/validate.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace mw::cli::info_verb {

namespace {

/// Tables that are printed in full, in this order.
struct Tables {
    bool states = false, kernels = false, temporaries = false, arguments = false, symbols = false;
    bool all = false;

    bool any() const { return states || kernels || temporaries || arguments || symbols || all; }
};

struct Options {
    ProgramOption program;
    workbench::InputChoice inputs; ///< with a scenario or a grid, sizes are numbers
    Tables tables;
    std::optional<std::size_t> most{};
    bool json = false;

    bool isOverview() const { return !json && !tables.any(); }
};

/// Sizes, and a sentence about them.
struct SaidSizes {
    symbolic::Bindings values;
    std::string sentence;
};

/// Those that the command line, a project or a scenario beside the file says. Where nothing does,
/// an overview, whose lists go by bytes, has those of the usual grid if the program can have them.
Expected<SaidSizes> sizesOf(const OpenProgram& open, const Options& options) {
    const bool isSet = !options.inputs.set.empty();
    if (!inputsFor(open, options.inputs).isDefault()) {
        MW_TRY(const auto known, sizesFor(open, options.inputs, ""));
        return SaidSizes{known.values, "sizes of " + known.of};
    }
    if (!options.isOverview() && !isSet)
        return SaidSizes{{}, "sizes are open: --scenario or --grid makes numbers of them"};
    const auto grid = workbench::measuringGrid(*open.document()->root, codegen::Target::cuda);
    const auto usual = sizesFor(open, options.inputs, grid);
    if (!usual && isSet)
        return tl::unexpected(usual.error());
    if (!usual)
        return SaidSizes{{}, fmt::format("sizes are open: {}", usual.error().sentence)};
    return SaidSizes{usual->values, fmt::format("sizes of {}, since nothing says others "
                                                "(--scenario, --grid, --set)",
                                                usual->of)};
}

/// What is in it. Kernels work on members of structures, states are as in the file.
ProgramInfo described(const ir::DocumentPtr& document, const symbolic::Bindings& values) {
    auto info = describe(ir::DocumentIndex(document), values);
    if (auto root = analysis::flattenStructures(*document->root)) {
        auto flat = std::make_shared<ir::Document>(*document);
        flat->root = std::move(root);
        auto states = std::move(info.states);
        info = describe(ir::DocumentIndex(flat), values);
        info.states = std::move(states);
    }
    return info;
}

/// The program and its inputs as the next command names them.
std::string words(const Options& options) {
    std::string text;
    const auto add = [&](const char* option, const std::string& value) {
        if (!value.empty())
            text += fmt::format("{}{}{}", text.empty() ? "" : " ", option, shellWord(value));
    };
    add("", options.program.file.value_or(""));
    add("--project ", options.program.project);
    add("--scenario ", options.inputs.scenario);
    add("--grid ", options.inputs.grid);
    for (const auto& value : options.inputs.set)
        add("--set ", value);
    return text;
}

std::string tablesText(const Tables& tables, const ProgramInfo& info, const ir::Sdfg& program) {
    std::string text;
    const std::array<std::pair<bool, std::string (*)(const ProgramInfo&)>, 5> wanted = {
        {{tables.states, statesTable},
         {tables.kernels, kernelsTable},
         {tables.temporaries, temporariesTable},
         {tables.arguments, argumentsTable},
         {tables.symbols, symbolsTable}}};
    for (const auto& [isWanted, table] : wanted)
        if (isWanted || tables.all)
            text += table(info);
    return text + (tables.all ? rawCodeTable(program) : "");
}

Exit info(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto& document = open->document();
    const auto sizes = sizesOf(*open, options);
    if (!sizes)
        return failed(sizes.error(), Exit::badFile);
    const auto summary = analysis::summarise(*document);
    const auto info = described(document, sizes->values);
    if (options.json)
        print(infoJson(*document, summary, info));
    else if (options.tables.any())
        print(infoHead(*document, summary, info) + line("{}", sizes->sentence) +
              tablesText(options.tables, info, *document->root));
    else
        print(overviewText({*document, summary, info, sizes->sentence,
                            validate::validate(ir::DocumentIndex(document), {.thorough = true}),
                            words(options), options.most}));
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    options->program.inputs = &options->inputs;
    addInputOptions(command, options->inputs,
                    "Numbers for the sizes of this scenario (default: FILE's .scenario.json where "
                    "it lies beside it)",
                    "Numbers for torus:NX,NY,LEVELS");
    auto* most = command.add_option("--top,--most", options->most,
                                    "Entries of each list of the overview (0: all; default: 10 "
                                    "kernels and 5 temporaries)");
    auto& tables = options->tables;
    const std::array<std::tuple<const char*, bool*, const char*>, 6> flags = {
        {{"--kernels", &tables.kernels, "All kernels, with bytes and operations"},
         {"--temporaries", &tables.temporaries, "All temporaries, with shapes and bytes"},
         {"--arguments", &tables.arguments,
          "All arrays and scalars among the arguments, with what a run touches of them"},
         {"--symbols", &tables.symbols, "All symbols among the arguments, with values"},
         {"--states", &tables.states, "All states, with the maps in them and their ranges"},
         {"--all", &tables.all, "All of these tables, and C++ of the graph's own"}}};
    for (const auto& [name, flag, help] : flags)
        command.add_flag(name, *flag, help)->excludes(most)->group("Tables in full");
    command.add_flag("--json", options->json, "Everything, as JSON");
    command.footer("Without a table it prints one page: size, bytes against the minimum, kernels "
                   "and temporaries by bytes, findings, and what to ask next.");
    command.callback([options, &action] { action = [options] { return info(*options); }; });
}

} // namespace

Verb verb() {
    return {"info",
            "What is in a program: kernels and temporaries by bytes, findings; tables in full",
            setUp, /*lists=*/true};
}

} // namespace mw::cli::info_verb

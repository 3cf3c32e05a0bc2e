// mw info: what is in a program: states, kernels, temporaries, arguments, and how large they are.

#include "app/cli/console.h"
#include "app/cli/info_data.h"
#include "app/cli/project_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "core/analysis/analysis.h"
#include "core/analysis/flatten_structures.h"
#include "core/analysis/raw_code.h"
#include "core/support/amounts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace mw::cli::info_verb {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    ProgramOption program;
    workbench::InputChoice inputs; ///< with a scenario or a grid, sizes are numbers
    bool json = false;
};

Json toJson(const Amount& amount) {
    Json json{{"expression", amount.text}};
    if (amount.number)
        json["value"] = *amount.number;
    return json;
}

Json toJson(const ProgramInfo& info) {
    Json json;
    json["state_list"] = Json::array();
    for (const auto& state : info.states) {
        Json maps = Json::array();
        for (const auto& map : state.maps)
            maps.push_back({{"label", map.label},
                            {"range", map.range},
                            {"schedule", map.schedule},
                            {"depth", map.depth}});
        json["state_list"].push_back(
            {{"path", state.path}, {"nodes", state.nodes}, {"edges", state.edges}, {"maps", maps}});
    }
    json["kernels"] = Json::array();
    for (const auto& kernel : info.kernels)
        json["kernels"].push_back({{"label", kernel.label},
                                   {"name", kernel.name},
                                   {"bytes_read", toJson(kernel.bytesRead)},
                                   {"bytes_written", toJson(kernel.bytesWritten)},
                                   {"operations", toJson(kernel.operations)}});
    json["temporaries"] = Json::array();
    for (const auto& t : info.temporaries)
        json["temporaries"].push_back({{"name", t.name},
                                       {"type", t.type},
                                       {"shape", t.shape},
                                       {"bytes", toJson(t.bytes)},
                                       {"first_kernel", t.first},
                                       {"last_kernel", t.last}});
    json["argument_list"] = Json::array();
    for (const auto& argument : info.arguments)
        json["argument_list"].push_back({{"name", argument.name},
                                         {"type", argument.type},
                                         {"shape", argument.shape},
                                         {"reads", argument.read},
                                         {"writes", argument.written}});
    json["bytes_read"] = toJson(info.bytesRead);
    json["bytes_written"] = toJson(info.bytesWritten);
    json["operations"] = toJson(info.operations);
    if (info.memory)
        json["temporary_memory"] = {{"peak_bytes", info.memory->peakBytes},
                                    {"all_bytes", info.memory->allBytes}};
    return json;
}

Json toJson(const ir::Document& document, const analysis::ProgramSummary& summary,
            const ProgramInfo& info) {
    Json json{
        {"program", document.root->name},
        {"dialect", document.format.dialect == symbolic::Dialect::dollar ? "dollar" : "plain"},
        {"dace_version", document.format.daceVersion},
        {"states", summary.states},
        {"nodes", summary.nodes},
        {"edges", summary.edges},
        {"maps", summary.maps},
        {"top_level_maps", summary.topLevelMaps},
        {"nested_sdfgs", summary.nestedSdfgs},
        {"tasklets", summary.tasklets},
        {"arguments", summary.arguments}};
    json.update(toJson(info));
    json["raw_code"] = Json::array();
    for (const auto& code : analysis::rawCode(*document.root))
        json["raw_code"].push_back({{"where", code.where}, {"text", code.text}});
    return json;
}

/// The expression without sizes.
std::string bytesText(const Amount& amount) {
    return amount.number ? sizeText(*amount.number) : amount.text;
}

std::string countText(const Amount& amount) {
    return amount.number ? fmt::format("{}", *amount.number) : amount.text;
}

std::string headText(const ir::Document& document, const analysis::ProgramSummary& summary) {
    const bool dollar = document.format.dialect == symbolic::Dialect::dollar;
    const std::string& version = document.format.daceVersion;
    return line("{}: {}, {}, {}, {} ({} at top level = kernels), {}, {}", document.root->name,
                counted(summary.states, "state"), counted(summary.nodes, "node"),
                counted(summary.edges, "edge"), counted(summary.maps, "map"), summary.topLevelMaps,
                counted(summary.tasklets, "tasklet"), counted(summary.nestedSdfgs, "nested SDFG")) +
           line("{} dialect, DaCe {}", dollar ? "dollar" : "plain",
                version.empty() ? "(version not stated)" : version);
}

/// Which sizes the numbers are of.
std::string sizesText(const Sizes& sizes) {
    return sizes.of.empty() ? "" : line("sizes of {}", sizes.of);
}

std::string statesText(const ProgramInfo& info) {
    std::string text = "\nstates\n";
    for (const auto& state : info.states) {
        text += line("  {}: {}, {}", state.path, counted(state.nodes, "node"),
                     counted(state.edges, "edge"));
        for (const auto& map : state.maps)
            text += line("    {:{}}{}: {}{}", "", 2 * map.depth, map.label, map.range,
                         map.schedule == "Default" ? "" : "  " + map.schedule);
    }
    return text;
}

std::string kernelsText(const ProgramInfo& info) {
    std::string text = "\nkernels (what each has to read and write at least; floating-point "
                       "operations)\n";
    for (std::size_t i = 0; i < info.kernels.size(); ++i) {
        const auto& kernel = info.kernels[i];
        const auto label = kernel.name == kernel.label ? "" : " (" + kernel.label + ")";
        text += line("  {} {}{}: reads {}, writes {}, {} operations", i, kernel.name, label,
                     bytesText(kernel.bytesRead), bytesText(kernel.bytesWritten),
                     countText(kernel.operations));
    }
    text +=
        line("  whole program, arguments only: reads {}, writes {}, {} operations",
             bytesText(info.bytesRead), bytesText(info.bytesWritten), countText(info.operations));
    return text;
}

std::string temporariesText(const ProgramInfo& info) {
    std::string text = "\ntemporaries (bytes; kernels between which they are alive)\n";
    for (const auto& t : info.temporaries) {
        const std::string alive = t.first < 0 ? ""
                                  : t.first == t.last
                                      ? fmt::format("; kernel {}", t.first)
                                      : fmt::format("; kernels {} to {}", t.first, t.last);
        text += line("  {} {} {}: {}{}", t.name, t.type, t.shape, bytesText(t.bytes), alive);
    }
    if (info.memory)
        text += line("  together {}, at most {} at a time", bytesText({"", info.memory->allBytes}),
                     bytesText({"", info.memory->peakBytes}));
    return text;
}

std::string argumentsText(const ProgramInfo& info) {
    std::string text = "\narguments (regions that a run certainly touches)\n";
    for (const auto& argument : info.arguments) {
        std::string touched;
        if (!argument.read.empty())
            touched = fmt::format(": reads {}", argument.read);
        if (!argument.written.empty())
            touched +=
                fmt::format("{} writes {}", argument.read.empty() ? ":" : ",", argument.written);
        text += line("  {} {}{}{}{}", argument.name, argument.type,
                     argument.shape.empty() ? "" : " ", argument.shape, touched);
    }
    return text;
}

std::string rawCodeText(const ir::Sdfg& program) {
    const auto code = analysis::rawCode(program);
    if (code.empty())
        return {};
    return fmt::format("\nC++ of its own (compiled only with consent, --trust)\n  {}\n",
                       fmt::join(analysis::untrustedCode(code).notes, "\n  "));
}

Exit info(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    const auto& document = open->document();
    const auto sizes = sizesFor(*open, options.inputs, "");
    if (!sizes)
        return failed(sizes.error(), Exit::badFile);
    const auto summary = analysis::summarise(*document);
    auto info = describe(ir::DocumentIndex(document), sizes->values);
    if (auto root = analysis::flattenStructures(*document->root)) { // kernels work on members
        auto flat = std::make_shared<ir::Document>(*document);
        flat->root = std::move(root);
        auto states = std::move(info.states);
        info = describe(ir::DocumentIndex(flat), sizes->values);
        info.states = std::move(states);
    }
    print(options.json ? toJson(*document, summary, info).dump(2) + "\n"
                       : headText(*document, summary) + sizesText(*sizes) + statesText(info) +
                             kernelsText(info) + temporariesText(info) + argumentsText(info) +
                             rawCodeText(*document->root));
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
    command.add_flag("--json", options->json, "As JSON");
    command.callback([options, &action] { action = [options] { return info(*options); }; });
}

} // namespace

Verb verb() {
    return {"info",
            "States, maps with ranges, kernels with traffic, temporaries with bytes, arguments",
            setUp};
}

} // namespace mw::cli::info_verb

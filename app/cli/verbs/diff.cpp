// mw diff: two graphs compared by structure.

#include "app/cli/console.h"
#include "app/cli/execution.h"
#include "app/cli/pair_option.h"
#include "app/cli/run_options.h"
#include "app/cli/sizes.h"
#include "app/cli/verb.h"
#include "app/workbench/common_scenario.h"
#include "app/workbench/program_difference.h"
#include "core/analysis/structure.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace mw::cli::diff_verb {

namespace {

nlohmann::ordered_json toJson(const analysis::Pairing& pairing) {
    const auto pairs = [](const auto& list) {
        auto json = nlohmann::ordered_json::array();
        for (const auto& [a, b] : list)
            json.push_back({a.value, b.value});
        return json;
    };
    const auto ids = [](const auto& list) {
        auto json = nlohmann::ordered_json::array();
        for (const ElementId id : list)
            json.push_back(id.value);
        return json;
    };
    nlohmann::ordered_json json{{"equal", pairing.equal},
                                {"paired", pairing.pairs.size()},
                                {"changed", pairs(pairing.changed)},
                                {"only_in_first", ids(pairing.onlyInFirst)},
                                {"only_in_second", ids(pairing.onlyInSecond)}};
    if (pairing.firstDifference)
        json["first_difference"] = {{"first", pairing.firstDifference->first.value},
                                    {"second", pairing.firstDifference->second.value},
                                    {"sentence", pairing.firstDifference->sentence}};
    return json;
}

nlohmann::ordered_json toJson(const workbench::ProgramDifference& difference) {
    using Json = nlohmann::ordered_json;
    const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? Json(*value) : Json();
    };
    const auto figures = [&](const analysis::ProgramFigures& side) {
        return Json{
            {"kernels", side.kernels},         {"copies", side.copies},
            {"bytes", number(side.bytes)},     {"copy_bytes", number(side.copyBytes)},
            {"temporaries", side.temporaries}, {"temporary_bytes", number(side.temporaryBytes)}};
    };
    const auto names = [](const analysis::ProgramRows& program,
                          const std::vector<std::size_t>& rows) {
        auto json = Json::array();
        for (const std::size_t row : rows)
            json.push_back({{"name", program.rows[row].name},
                            {"label", program.rows[row].label},
                            {"element", program.rows[row].element.value}});
        return json;
    };
    const auto temporaries = [&](const std::vector<workbench::LoneTemporary>& all) {
        auto json = Json::array();
        for (const auto& one : all)
            json.push_back({{"name", one.name}, {"bytes", number(one.bytes)}});
        return json;
    };
    auto groups = Json::array();
    for (const auto& group : difference.groups)
        groups.push_back({{"first", names(difference.first, group.first)},
                          {"second", names(difference.second, group.second)},
                          {"unchanged", group.unchanged},
                          {"first_bytes", number(group.firstBytes)},
                          {"second_bytes", number(group.secondBytes)}});
    return {{"first", figures(difference.firstFigures)},
            {"second", figures(difference.secondFigures)},
            {"groups", std::move(groups)},
            {"temporaries_gone", temporaries(difference.gone)},
            {"temporaries_added", temporaries(difference.added)},
            {"laid_out_anew", difference.relaid},
            {"sizes", difference.sizes.empty() ? Json() : Json(difference.sizes)}};
}

std::string toText(const analysis::Pairing& pairing) {
    if (pairing.equal)
        return fmt::format("structurally equal: {} elements paired\n", pairing.pairs.size());
    std::string text = fmt::format(
        "{} elements paired, {} of them changed; {} only in the first, {} only in the second\n",
        pairing.pairs.size(), pairing.changed.size(), pairing.onlyInFirst.size(),
        pairing.onlyInSecond.size());
    if (pairing.firstDifference)
        text += line("first difference: {}", pairing.firstDifference->sentence);
    return text;
}

struct Options {
    PairOption pair;
    workbench::InputChoice inputs;
    std::size_t most = 20;
    bool json = false;
};

struct Compared {
    workbench::ComparedProgram first, second;
};

/// Both with the same sizes: those that were asked for, else those of the project or of a captured
/// call beside one of the files, else usual ones. Where nothing is said and one of them cannot have
/// usual ones, sizes stay open, and why is said on standard error.
Expected<Compared> compared(const OpenPair& pair, const workbench::InputChoice& asked) {
    RunOptions how;
    how.inputs = asked.isDefault() ? withSet(pair.project.inputs, asked.set) : asked;
    for (const std::string& file : {pair.firstFile, pair.secondFile})
        how = withBeside(std::move(how), file, Beside::captured);
    Compared compared{{pair.first, {}}, {pair.second, {}}};
    const std::array programs{pair.first, pair.second};
    const auto common = workbench::commonSizes(programs, how.inputs, workbench::gpuGrid());
    if (!common && (!how.inputs.isDefault() || !how.inputs.set.empty() ||
                    common.error().code == "different-sizes"))
        return tl::unexpected(common.error());
    if (!common) {
        note({"bytes are left open: " + common.error().sentence});
        return compared;
    }
    compared.first.values = common->each.front().symbols;
    compared.second.values = common->each.back().symbols;
    compared.first.sizes = compared.second.sizes = common->sizes;
    return compared;
}

Exit diff(const Options& options) {
    const auto pair = openPair(options.pair);
    if (!pair)
        return failed(pair.error(), Exit::badFile);
    const auto pairing =
        analysis::pairStructures(ir::DocumentIndex(pair->first), ir::DocumentIndex(pair->second));
    std::string text = toText(pairing);
    auto json = toJson(pairing);
    if (!pairing.equal || options.json) {
        const auto both = compared(*pair, options.inputs);
        if (!both)
            return failed(both.error(), Exit::badFile);
        const auto difference = workbench::programDifference(both->first, both->second);
        // What the kernels do not show, the structure does.
        text = toText(difference, options.most) + (difference.isEmpty() ? text : std::string());
        json["program"] = toJson(difference);
    }
    print(options.json ? json.dump(2) + "\n" : text);
    return pairing.equal ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addPair(command, options->pair);
    options->pair.inputs = &options->inputs;
    addInputOptions(command, options->inputs, "Bytes for the sizes of this scenario",
                    "Bytes for the sizes of torus:NX,NY,LEVELS");
    command.add_option("--most,--top", options->most, "Entries of each list (0: all; default: 20)")
        ->check(CLI::NonNegativeNumber);
    command.add_flag("--json", options->json, "As JSON, everything");
    command.footer("Both programs have the sizes of one scenario, which is named: the one asked "
                   "for, else the project's, else a captured call beside a file, else a usual "
                   "grid; with the values that either is specialised to, and refused where these "
                   "differ.");
    command.callback([options, &action] { action = [options] { return diff(*options); }; });
}

} // namespace

Verb verb() {
    return {
        "diff",
        "Compare two programs: which kernels became which, temporaries, layouts; and by structure",
        setUp, /*lists=*/true};
}

} // namespace mw::cli::diff_verb

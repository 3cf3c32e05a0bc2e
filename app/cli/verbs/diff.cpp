// mw diff: two graphs compared by structure.

#include "app/cli/console.h"
#include "app/cli/pair_option.h"
#include "app/cli/verb.h"
#include "core/analysis/structure.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mw::cli {

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
    bool json = false;
};

Exit diff(const Options& options) {
    const auto pair = openPair(options.pair);
    if (!pair)
        return failed(pair.error(), Exit::badFile);
    const auto pairing =
        analysis::pairStructures(ir::DocumentIndex(pair->first), ir::DocumentIndex(pair->second));
    print(options.json ? toJson(pairing).dump(2) + "\n" : toText(pairing));
    return pairing.equal ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addPair(command, options->pair);
    command.add_flag("--json", options->json, "As JSON");
    command.callback([options, &action] { action = [options] { return diff(*options); }; });
}

} // namespace

Verb diffVerb() {
    return {"diff",
            "Compare two graphs by structure: ids, names of temporaries and order do not count",
            setUp};
}

} // namespace mw::cli

#include "app/cli/commands.h"
#include "app/cli/console.h"
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

} // namespace

Exit diff(const DiffOptions& options) {
    const auto first = load(options.first);
    const auto second = load(options.second);
    if (!first || !second)
        return Exit::badFile;
    const auto pairing =
        analysis::pairStructures(ir::DocumentIndex(first), ir::DocumentIndex(second));
    print(options.json ? toJson(pairing).dump(2) + "\n" : toText(pairing));
    return pairing.equal ? Exit::done : Exit::finding;
}

} // namespace mw::cli

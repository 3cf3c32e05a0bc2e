// `mw info --json`.

#include "app/cli/info_json.h"

#include "core/analysis/raw_code.h"

#include <nlohmann/json.hpp>

namespace mw::cli {

namespace {

using Json = nlohmann::ordered_json;

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
    const auto& figures = info.figures;
    json["copies"] = figures.copies;
    if (figures.bytes && figures.copyBytes)
        json["moved"] = {{"bytes", *figures.bytes}, {"copy_bytes", *figures.copyBytes}};
    if (figures.peakBytes && figures.temporaryBytes)
        json["temporary_memory"] = {{"peak_bytes", *figures.peakBytes},
                                    {"all_bytes", *figures.temporaryBytes}};
    return json;
}

} // namespace

std::string infoJson(const ir::Document& document, const analysis::ProgramSummary& summary,
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
    return json.dump(2) + "\n";
}

} // namespace mw::cli

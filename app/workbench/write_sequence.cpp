// Writes sequences and scenarios, which name files from where they lie themselves.
#include "app/workbench/sequence_file.h"
#include "core/io/file.h"

#include <nlohmann/json.hpp>

#include <variant>

namespace mw::workbench {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

/// Relative to the folder where that is possible.
std::string pathFrom(const fs::path& folder, const fs::path& file) {
    const auto whole = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
    const auto relative = whole(file).lexically_relative(whole(folder));
    return relative.empty() ? whole(file).string() : relative.string();
}

Json exchangesBefore(const inputs::SequenceInput& sequence, std::size_t call) {
    Json all = Json::array();
    for (const auto& exchange : sequence.exchanges)
        if (exchange.before == call)
            all.push_back({{"exchange", exchange.fields}});
    return all;
}

Json jsonOf(const inputs::SequenceCall& call, const std::string& program) {
    if (call.count == 1 && call.condition.empty())
        return program;
    Json json{{"program", program}};
    if (call.count != 1)
        json["count"] = call.count;
    if (!call.condition.empty())
        json["if"] = call.condition;
    return json;
}
Json jsonOf(const inputs::SequenceScalar& scalar) {
    if (scalar.type.scalar == ir::ScalarType::boolean)
        return scalar.value.truthy();
    return scalar.value.isReal ? Json(scalar.value.d) : Json(scalar.value.i);
}

std::string jsonOf(const inputs::SequenceInput& sequence, const std::vector<SequenceFiles>& files,
                   const fs::path& folder) {
    Json json{{"name", sequence.name}, {"programs", Json::array()}, {"calls", Json::array()}};
    for (std::size_t p = 0; p < sequence.programs.size(); ++p) {
        const auto& program = sequence.programs[p];
        Json entry{{"name", program.name},
                   {"graph", pathFrom(folder, files[p].graph)},
                   {"scenario", pathFrom(folder, files[p].scenario)}};
        for (const auto& [argument, array] : program.bindings)
            entry["bind"][argument] = array.empty() ? Json() : Json(array);
        json["programs"].push_back(std::move(entry));
    }
    for (std::size_t c = 0; c <= sequence.calls.size(); ++c) {
        for (auto& exchange : exchangesBefore(sequence, c))
            json["calls"].push_back(std::move(exchange));
        if (c == sequence.calls.size())
            break;
        const auto& call = sequence.calls[c];
        json["calls"].push_back(jsonOf(call, sequence.programs[call.program].name));
    }
    for (const auto& [name, scalar] : sequence.scalars)
        json["scalars"][name] = jsonOf(scalar);
    if (!sequence.internal.empty())
        json["internal"] = sequence.internal;
    if (!sequence.keep.empty())
        json["keep"] = sequence.keep;
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Of a path as a person gives it: "granule.json" lies in ".".
fs::path folderAround(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

} // namespace

Expected<void> writeSequence(const inputs::SequenceInput& sequence,
                             const std::vector<SequenceFiles>& files, const fs::path& file) {
    return io::writeFileAtomically(file, jsonOf(sequence, files, folderAround(file)));
}

Expected<void> writeScenario(inputs::Scenario scenario, const fs::path& file) {
    const auto fromThere = [&](std::string& path) {
        if (!path.empty())
            path = pathFrom(folderAround(file), path);
    };
    fromThere(scenario.grid.file);
    for (auto& [name, input] : scenario.arrays)
        if (auto* fill = std::get_if<inputs::FileFill>(&input.fill))
            fromThere(fill->path);
    return io::writeFileAtomically(file, inputs::toJson(scenario));
}

} // namespace mw::workbench

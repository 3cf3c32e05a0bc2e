// The JSON beside an export.

#include "app/workbench/export_record.h"

#include "app/workbench/callers/call_description.h"
#include "app/workbench/tune/kept.h"
#include "core/history/recipe.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace mw::workbench {

namespace {

using Json = nlohmann::ordered_json;
using Kind = codegen::LibraryArgument::Kind;

Json argumentsOf(const codegen::LibraryInterface& interface) {
    Json list = Json::array();
    for (const auto& argument : interface.arguments)
        list.push_back({{"name", argument.name},
                        {"kind", kindName(argument.kind)},
                        {"type", std::string(ir::name(argument.type))}});
    return list;
}

Json valuesOf(const symbolic::Bindings& values) {
    Json json = Json::object();
    for (const auto& [name, value] : values)
        json[name] = value.isReal ? Json(value.d) : Json(value.i);
    return json;
}

Json toJson(const ExampleCall& example) {
    Json arrays = Json::object();
    for (const auto& [name, layout] : example.layouts)
        arrays[name] = {
            {"shape", layout.shape}, {"strides", layout.strides}, {"elements", layout.elements}};
    return {{"values", valuesOf(example.values)}, {"arrays", std::move(arrays)}};
}

Json measurementsOf(const Program& program) {
    Json list = Json::array();
    for (const Measurement& one : program.measurements)
        if (std::ranges::find(one.variants, program.current().id) != one.variants.end())
            list.push_back(Json::parse(one.result, nullptr, false));
    return list;
}

Json tunedJson(const Trial& tuned) {
    return {{"device", tuned.device},  {"time_us", tuned.time}, {"before_us", tuned.before},
            {"ratio", tuned.ratio},    {"low", tuned.low},      {"high", tuned.high},
            {"repeats", tuned.repeats}};
}

Expected<std::vector<std::int64_t>> evaluated(const std::vector<symbolic::Expr>& list,
                                              const symbolic::Bindings& values) {
    std::vector<std::int64_t> numbers;
    for (const auto& one : list) {
        MW_TRY(numbers.emplace_back(), symbolic::evaluateInteger(one, values));
    }
    return numbers;
}

} // namespace

Expected<ExampleCall> exampleCall(const ir::Sdfg& program,
                                  const codegen::LibraryInterface& interface,
                                  const inputs::Scenario& scenario) {
    ExampleCall call;
    for (const auto& argument : interface.arguments) {
        if (argument.kind == Kind::array) {
            const auto& data = *program.data(argument.name);
            auto& layout = call.layouts[argument.name];
            MW_TRY(layout.shape, evaluated(data.shape, scenario.symbols));
            MW_TRY(layout.strides, evaluated(data.strides, scenario.symbols));
            MW_TRY(layout.elements, symbolic::evaluateInteger(data.totalSize, scenario.symbols));
        } else if (const auto value = scenario.symbols.find(argument.name);
                   value != scenario.symbols.end()) {
            call.values.insert(*value);
        } else {
            return fail("missing-symbol",
                        fmt::format("the scenario has no value for '{}'", argument.name));
        }
    }
    return call;
}

std::string toJson(const ExportRecord& record, const Program& program) {
    Json json{{"export", 1},
              {"kind", record.kind},
              {"program", record.interface.name},
              {"input", std::filesystem::path(program.path).filename().string()},
              {"input_key", contentKey(*program.content)},
              {"original", std::filesystem::path(record.original).filename().string()},
              {"original_hash", record.originalKey},
              {"variant", program.current().name},
              {"arguments", record.call ? Json::parse(argumentsJson(record.call->arguments))
                                        : argumentsOf(record.interface)}};
    if (record.target) {
        json["target"] = std::string(codegen::name(*record.target));
        json["architecture"] = record.architecture;
        json["contract"] = name(record.contraction);
        json["constants"] = valuesOf(record.constants);
        json["build_seconds"] = record.seconds;
    }
    json["choices"] = Json::parse(codegen::toJson(record.choices), nullptr, false);
    if (record.example)
        json["example"] = toJson(*record.example);
    json["notes"] = record.notes;
    json["recipe"] =
        Json::parse(history::recipe(*program.history, program.current().id), nullptr, false);
    json["measurements"] = measurementsOf(program);
    if (const auto* tuned = tunedTrial(program, program.current().id))
        json["tuned"] = tunedJson(*tuned);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::filesystem::path recordBeside(const std::filesystem::path& file) {
    return file.string() + ".json";
}

} // namespace mw::workbench

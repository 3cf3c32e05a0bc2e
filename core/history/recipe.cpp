#include "core/history/history.h"
#include "core/support/file_kind.h"
#include "core/support/overload.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mw::history {

namespace {

using Json = nlohmann::ordered_json;
using ParamValue = std::variant<bool, std::int64_t, std::string>;

Json stepOf(const Record& record) {
    Json elements = Json::array();
    for (const ElementId id : record.elements)
        elements.push_back(id.value);
    Json params = Json::object();
    for (const auto& [name, value] : record.params)
        std::visit([&params, &name = name](const auto& v) { params[name] = v; }, value);
    return {{"transformation", record.transformation},
            {"match",
             {{"state", record.state.value}, {"elements", elements}, {"label", record.matchLabel}}},
            {"params", params}};
}

Unexpected malformed(const std::string& path, const std::string& what) {
    Location location;
    location.path = path;
    return fail("malformed-recipe", "the recipe " + what, std::move(location));
}

Expected<std::uint32_t> readId(const Json& value, const std::string& path) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > UINT32_MAX)
        return malformed(path, "needs an element id (a non-negative integer) here");
    return value.get<std::uint32_t>();
}

Expected<ParamValue> readParam(const Json& value, const std::string& path) {
    if (value.is_boolean())
        return ParamValue(value.get<bool>());
    if (value.is_number_integer())
        return ParamValue(value.get<std::int64_t>());
    if (value.is_string())
        return ParamValue(value.get<std::string>());
    return malformed(path, "needs a bool, an integer or a string as the value of a parameter");
}

Expected<void> readMatch(const Json& match, const std::string& path, Record& into) {
    if (!match.is_object())
        return malformed(path, "needs an object here");
    if (const auto state = match.find("state"); state != match.end()) {
        MW_TRY(into.state.value, readId(*state, path + "/state"));
    }
    if (const auto label = match.find("label"); label != match.end() && label->is_string())
        into.matchLabel = label->get<std::string>();
    const auto elements = match.find("elements");
    if (elements == match.end())
        return {};
    if (!elements->is_array())
        return malformed(path + "/elements", "needs an array of element ids here");
    for (std::size_t i = 0; i < elements->size(); ++i) {
        MW_TRY(const auto id, readId((*elements)[i], fmt::format("{}/elements/{}", path, i)));
        into.elements.push_back(ElementId{id});
    }
    return {};
}

Expected<Record> readStep(const Json& step, const std::string& path) {
    if (!step.is_object())
        return malformed(path, "needs an object here");
    Record record;
    const auto transformation = step.find("transformation");
    if (transformation == step.end() || !transformation->is_string())
        return malformed(path + "/transformation", "needs the name of a transformation here");
    record.transformation = transformation->get<std::string>();
    if (const auto match = step.find("match"); match != step.end())
        MW_CHECK(readMatch(*match, path + "/match", record));
    const auto params = step.find("params");
    if (params == step.end())
        return record;
    if (!params->is_object())
        return malformed(path + "/params", "needs an object here");
    for (const auto& [name, value] : params->items()) {
        MW_TRY(record.params[name], readParam(value, path + "/params/" + name));
    }
    return record;
}

} // namespace

std::string recipe(const History& history, VariantId id) {
    Json steps = Json::array();
    for (const VariantId step : history.path(id)) {
        const Variant& variant = *history.find(step);
        if (variant.parent)
            steps.push_back(stepOf(variant.record));
    }
    const Json whole = {
        {"recipe", 1}, {"program", history.root().document->root->name}, {"steps", steps}};
    // Names may hold bytes that are no UTF-8: they are replaced, never a failure.
    return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Expected<Recipe> parseRecipe(std::string_view json) {
    if (const auto kind = kindOfBytes(json); !kind.empty())
        return fail("malformed-recipe", fmt::format("this is {}, not a recipe", kind));
    const Json whole = Json::parse(json, nullptr, false);
    if (whole.is_discarded())
        return malformed("", "is not JSON");
    const auto version = whole.is_object() ? whole.find("recipe") : whole.end();
    const auto kind =
        kindOfJson([&](std::string_view key) { return whole.is_object() && whole.contains(key); });
    if (version == whole.end() && !kind.empty())
        return fail("malformed-recipe", fmt::format("this is {}, not a recipe", kind));
    if (version == whole.end())
        return malformed("", "has no key 'recipe': this is not a recipe");
    if (*version != 1)
        return malformed("/recipe", "has a version other than 1: a newer mapwright wrote it");
    Recipe result;
    if (const auto program = whole.find("program"); program != whole.end() && program->is_string())
        result.program = program->get<std::string>();
    const auto steps = whole.find("steps");
    if (steps == whole.end() || !steps->is_array())
        return malformed("/steps", "needs an array of steps here");
    for (std::size_t i = 0; i < steps->size(); ++i) {
        MW_TRY(auto step, readStep((*steps)[i], fmt::format("/steps/{}", i)));
        result.steps.push_back(std::move(step));
    }
    return result;
}

} // namespace mw::history

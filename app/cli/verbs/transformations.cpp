// mw transformations: what can be applied, with parameters.

#include "app/cli/console.h"
#include "app/cli/verb.h"
#include "transforms/framework/transformation.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace mw::cli::transformations_verb {

namespace {

using transforms::Category;
using Json = nlohmann::ordered_json;

std::string textOf(const transforms::Transformation& t) {
    std::string text = fmt::format("  {}\n    {}\n", t.name, t.summary);
    for (const auto& spec : t.params)
        text += fmt::format("      --{}: {}\n", spec.name, spec.help);
    return text;
}

Json jsonOf(const transforms::ParamSpec& spec) {
    Json json = {{"name", spec.name}, {"help", spec.help}};
    std::visit([&](const auto& value) { json["default"] = value; }, spec.defaultValue);
    if (spec.minimum != INT64_MIN)
        json["minimum"] = spec.minimum;
    if (spec.maximum != INT64_MAX)
        json["maximum"] = spec.maximum;
    if (!spec.choices.empty())
        json["choices"] = spec.choices;
    return json;
}

Json jsonOf(const transforms::Transformation& t) {
    auto params = Json::array();
    for (const auto& spec : t.params)
        params.push_back(jsonOf(spec));
    return {{"name", t.name},
            {"title", t.title},
            {"group", transforms::title(t.category)},
            {"summary", t.summary},
            {"help", t.help},
            {"roles", t.roles},
            {"changes_results", t.changesResults},
            {"params", params}};
}

Exit transformations(bool json) {
    auto list = Json::array();
    std::string text;
    for (const auto category : {Category::fusion, Category::loops, Category::data,
                                Category::controlFlow, Category::simplification}) {
        text += fmt::format("{}{}\n", text.empty() ? "" : "\n", transforms::title(category));
        for (const auto* t : transforms::registry())
            if (t->category == category) {
                text += textOf(*t);
                list.push_back(jsonOf(*t));
            }
    }
    print(json ? list.dump(2) + "\n" : text);
    return Exit::done;
}

void setUp(CLI::App& command, Action& action) {
    auto json = std::make_shared<bool>(false);
    command.add_flag("--json", *json, "As JSON");
    command.callback([json, &action] { action = [json] { return transformations(*json); }; });
}

} // namespace

Verb verb() {
    return {"transformations", "What can be applied, with parameters", setUp, /*lists=*/true};
}

} // namespace mw::cli::transformations_verb

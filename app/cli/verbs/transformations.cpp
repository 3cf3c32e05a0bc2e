// mw transformations: what can be applied, with parameters.

#include "app/cli/console.h"
#include "app/cli/verb.h"
#include "transforms/framework/transformation.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace mw::cli {

namespace {

Exit transformations(bool json) {
    auto list = nlohmann::ordered_json::array();
    std::string text;
    for (const auto* t : transforms::registry()) {
        auto params = nlohmann::ordered_json::array();
        text += fmt::format("{}\n  {}\n", t->name, t->summary);
        for (const auto& spec : t->params) {
            params.push_back({{"name", spec.name}, {"help", spec.help}});
            text += fmt::format("    --{}: {}\n", spec.name, spec.help);
        }
        list.push_back(
            {{"name", t->name}, {"title", t->title}, {"summary", t->summary}, {"params", params}});
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

Verb transformationsVerb() {
    return {"transformations", "What can be applied, with parameters", setUp};
}

} // namespace mw::cli

// Options of the command line made from what transformations say of their parameters.

#include "app/cli/transformation_options.h"

#include <fmt/format.h>

namespace mw::cli {

namespace {

using transforms::ParamSpec;
using transforms::Transformation;

/// `--name` alone is true; CLI11 hands over nothing then.
CLI::Option* addOption(CLI::App& command, const ParamSpec& spec, bool usual, Params& params) {
    const auto isTrue = [](const std::string& text) {
        return text.empty() || text == "true" || text == "1" || text == "yes";
    };
    const auto check = [isTrue](const std::string& text) {
        const bool known = isTrue(text) || text == "false" || text == "0" || text == "no";
        return known ? std::string() : "takes true or false, not '" + text + "'";
    };
    auto* option = command.add_option_function<std::string>(
        "--" + spec.name,
        [&params, isTrue, name = spec.name](const std::string& text) {
            params[name] = isTrue(text);
        },
        spec.help);
    return option->expected(0, 1)
        ->type_name(usual ? "BOOL=true" : "BOOL=false") // default_str() is the value of --name
        ->check(CLI::Validator(check, "", "bool"));
}

CLI::Option* addOption(CLI::App& command, const ParamSpec& spec, std::int64_t usual,
                       Params& params) {
    auto* option = command.add_option_function<std::int64_t>(
        "--" + spec.name,
        [&params, name = spec.name](const std::int64_t& value) { params[name] = value; },
        spec.help);
    option->default_str(std::to_string(usual));
    if (spec.minimum != INT64_MIN || spec.maximum != INT64_MAX)
        option->check(CLI::Range(spec.minimum, spec.maximum));
    return option;
}

CLI::Option* addOption(CLI::App& command, const ParamSpec& spec, const std::string& usual,
                       Params& params) {
    auto* option = command.add_option_function<std::string>(
        "--" + spec.name,
        [&params, name = spec.name](const std::string& value) { params[name] = value; }, spec.help);
    option->default_str(usual);
    if (!spec.choices.empty())
        option->check(CLI::IsMember(spec.choices));
    return option;
}

} // namespace

void addParams(CLI::App& command, const Transformation& t, Params& params) {
    for (const auto& spec : t.params)
        std::visit(
            [&](const auto& usual) {
                addOption(command, spec, usual, params)->group("Parameters");
            },
            spec.defaultValue);
}

void addTransformations(CLI::App& command, Params& params, std::string& unknown,
                        const std::function<void(const Transformation&)>& chosen) {
    command.add_option("TRANSFORMATION", unknown)->group("");
    command.require_subcommand(0, 1);
    for (const auto* t : transforms::registry()) {
        auto* one = command.add_subcommand(t->name, t->summary)->group("Transformations");
        one->fallthrough(); // the options of the command may follow
        one->footer(t->help);
        addParams(*one, *t, params);
        one->callback([t, chosen] { chosen(*t); });
    }
}

Diagnostic noSuchTransformation(const std::string& name) {
    std::string known;
    for (const auto* t : transforms::registry())
        known += (known.empty() ? "" : ", ") + t->name;
    Diagnostic unknown;
    unknown.code = "no-such-transformation";
    unknown.sentence =
        name.empty() ? fmt::format("which transformation? there are: {}", known)
                     : fmt::format("there is no transformation '{}'; there are: {}", name, known);
    return unknown;
}

} // namespace mw::cli

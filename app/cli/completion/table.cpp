// From what the parser knows to what a shell completes.

#include "app/cli/completion/table.h"

#include "core/support/printable.h"

#include <utility>

namespace mw::cli::completion {

namespace {

constexpr std::size_t kLongestSummary = 70;

/// Its first sentence, or the beginning of that.
std::string firstLine(const std::string& text) {
    return printable(text.substr(0, text.find(". ")), kLongestSummary);
}

/// Those of "TEXT:{arena,each,call}".
std::vector<std::string> choicesOf(const std::string& type) {
    const auto begin = type.find('{'), end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        return {};
    return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

Option optionOf(const CLI::Option& option) {
    Option one{{}, firstLine(option.get_description()), option.get_items_expected_max() > 0, {}};
    for (const auto& name : option.get_snames())
        one.names.push_back("-" + name);
    for (const auto& name : option.get_lnames())
        one.names.push_back("--" + name);
    if (one.takesValue)
        one.choices = choicesOf(option.get_type_name());
    return one;
}

} // namespace

Command tableOf(const CLI::App& app) {
    Command command{app.get_name(), firstLine(app.get_description()), {}, {}};
    for (const auto* option : app.get_options())
        if (auto one = optionOf(*option); !one.names.empty() && !option->get_group().empty())
            command.options.push_back(std::move(one));
    const auto visible = [](const CLI::App* one) { return !one->get_group().empty(); };
    for (const auto* below : app.get_subcommands(visible))
        command.commands.push_back(tableOf(*below));
    return command;
}

std::string inQuotes(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? "'\\''" : std::string(1, c);
    return result + "'";
}

} // namespace mw::cli::completion

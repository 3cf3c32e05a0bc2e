// Completion for fish: a line for each command and option.

#include "app/cli/completion/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mw::cli::completion {

namespace fish_parts {

namespace {

/// In single quotes, where a backslash stands for itself only when it is doubled.
std::string word(const std::string& text) {
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return result + "'";
}

std::string nameLine(const std::string& condition, const Command& command) {
    return fmt::format("complete -c mw -n {} -a {} -d {}\n", word(condition), command.name,
                       word(command.summary));
}

std::string optionLine(const std::string& condition, const Option& option) {
    std::string text = "complete -c mw";
    if (!condition.empty())
        text += " -n " + word(condition);
    for (const auto& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.choices.empty())
        text += fmt::format(" -x -a {}", word(fmt::format("{}", fmt::join(option.choices, " "))));
    else if (option.takesValue)
        text += " -r";
    return text + fmt::format(" -d {}\n", word(option.summary));
}

std::string seen(const std::string& name) {
    return "__fish_seen_subcommand_from " + name;
}

std::string namesOf(const Command& command) {
    std::string names;
    for (const auto& below : command.commands)
        names += " " + below.name;
    return names;
}

/// Options of a command, and all below it.
std::string linesOf(const Command& command) {
    std::string text;
    for (const auto& option : command.options)
        text += optionLine(seen(command.name), option);
    for (const auto& below : command.commands) {
        text +=
            nameLine(seen(command.name) + "; and not " + seen(namesOf(command).substr(1)), below);
        for (const auto& option : below.options)
            text += optionLine(seen(command.name) + "; and " + seen(below.name), option);
    }
    return text;
}

} // namespace

} // namespace fish_parts

std::string fishScript(const Command& program) {
    using namespace fish_parts;
    std::string text = "# Completion of mw for fish: mw completion fish | source\n"
                       "complete -c mw -n __fish_use_subcommand -f\n";
    for (const auto& command : program.commands)
        text += nameLine("__fish_use_subcommand", command);
    for (const auto& option : program.options)
        text += optionLine("__fish_use_subcommand", option);
    for (const auto& command : program.commands)
        text += linesOf(command);
    return text;
}

} // namespace mw::cli::completion

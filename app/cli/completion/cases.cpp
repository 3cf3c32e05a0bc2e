// What bash and zsh have in common: cases over the command, what is below it, and the word before.

#include "app/cli/completion/cases.h"

#include <fmt/format.h>

#include <functional>

namespace mw::cli::completion {

namespace {

std::string caseOf(const std::string& pattern, const std::string& statements) {
    return fmt::format("    {}) {} ;;\n", inQuotes(pattern), statements);
}

std::string inCase(const std::string& over, const std::string& cases) {
    return fmt::format("    case \"{}\" in\n{}    esac\n", over, cases);
}

std::string choiceCases(const std::string& where, const Command& command, const Syntax& syntax) {
    std::string text;
    for (const auto& option : command.options)
        if (!option.choices.empty())
            for (const auto& name : option.names)
                text += caseOf(where + " " + name, syntax.choices(option));
    return text;
}

/// For all that is below a command: `cases` of "apply map-fusion-vertical".
std::string
below(const Command& program,
      const std::function<std::string(const std::string& where, const Command&)>& cases) {
    std::string text;
    for (const auto& command : program.commands)
        for (const auto& one : command.commands)
            text += cases(command.name + " " + one.name, one);
    return text;
}

} // namespace

std::string nameCases(const Command& program, const Syntax& syntax) {
    std::string text;
    for (const auto& command : program.commands)
        if (!command.commands.empty())
            text += caseOf(command.name, syntax.names(command));
    return inCase("$command", text);
}

std::string optionCases(const Command& program, const Syntax& syntax) {
    std::string options = caseOf("", syntax.options(program)), choices;
    for (const auto& command : program.commands) {
        options += caseOf(command.name, syntax.options(command));
        choices += choiceCases(command.name, command, syntax);
    }
    return inCase("$command", options) +
           inCase("$command $below", below(program,
                                           [&](const std::string& where, const Command& one) {
                                               return caseOf(where, syntax.options(one));
                                           })) +
           inCase("$command $before", choices) +
           inCase("$command $below $before",
                  below(program, [&](const std::string& where, const Command& one) {
                      return choiceCases(where, one, syntax);
                  }));
}

} // namespace mw::cli::completion

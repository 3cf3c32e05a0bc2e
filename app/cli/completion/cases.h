#pragma once

#include "app/cli/completion/table.h"

#include <string>

namespace mw::cli::completion {

/// How a shell with `case` writes what it knows: statements that set variables.
struct Syntax {
    std::string (*names)(const Command&);   ///< of what is below the command
    std::string (*options)(const Command&); ///< adds those of the command, and which take a value
    std::string (*choices)(const Option&);  ///< the values of the option
};
/// A case for each command that has others below it, over $command.
std::string nameCases(const Command& program, const Syntax& syntax);
/// What $command, $below and the word $before the one that is completed decide.
std::string optionCases(const Command& program, const Syntax& syntax);

} // namespace mw::cli::completion

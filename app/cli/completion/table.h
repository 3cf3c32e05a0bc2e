#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

// What a shell completes: the commands and options that the help lists.

namespace mw::cli::completion {

struct Option {
    std::vector<std::string> names; ///< with their dashes: "-o", "--output"
    std::string summary;            ///< a line
    bool takesValue = false;
    std::vector<std::string> choices; ///< the values that there are; empty: anything
};
struct Command {
    std::string name, summary;
    std::vector<Option> options;
    std::vector<Command> commands; ///< below it: the transformations of `apply`
};
/// The program and all below it, in the order of the help, without what that hides.
Command tableOf(const CLI::App& app);

/// In single quotes, as bash and zsh take it.
std::string inQuotes(const std::string& text);

/// The scripts, which need nothing but the shell and never start mw.
std::string bashScript(const Command& program);
std::string zshScript(const Command& program);
std::string fishScript(const Command& program);

} // namespace mw::cli::completion

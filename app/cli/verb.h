#pragma once

#include "app/cli/exit_code.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace mw::cli {

/// What the command line asked for; run after it was read.
using Action = std::function<Exit()>;

/// One command of mw: `mw NAME ...`. A file in app/cli/verbs defines `Verb NAME_verb::verb()`, and
/// a word in app/cli/CMakeLists.txt puts it into the table.
struct Verb {
    std::string name, summary;
    /// Adds arguments and options, and sets `action` when the command was given. What they are read
    /// into must live as long as `command`.
    void (*setUp)(CLI::App& command, Action& action);
    bool lists = false; ///< what it prints is read: through a pager, in the terminal's width
};

/// All of them, in the order of `mw --help` (generated from the list in app/cli/CMakeLists.txt).
std::vector<Verb> verbs();

} // namespace mw::cli

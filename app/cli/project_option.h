#pragma once

#include "app/workbench/project.h"
#include "core/support/expected.h"

#include <CLI/CLI.hpp>

#include <string>

namespace mw::cli {

/// `--project P` of a command: a .mapwright file whose variants and measurements it reads and adds
/// to.
void addProjectOption(CLI::App& command, std::string& project);

/// A program with the project that it is in.
struct OpenProgram {
    std::string file; ///< of the project; empty: there is none
    workbench::Project project;
    workbench::ProgramPtr program;
};
/// The program of an input, at its current variant: that of the project where it has it, else the
/// input as read. `project` empty: the input alone; a project that is not there yet is a new one.
/// Steps of the project that do not fit are said on standard error.
Expected<OpenProgram> openProgram(const std::string& input, const std::string& project);
/// Writes the project; nothing where there is none.
Expected<void> keep(const OpenProgram& open);

} // namespace mw::cli

#pragma once

#include "app/workbench/project.h"
#include "app/workbench/run_setup.h"
#include "core/support/expected.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace mw::cli {

/// The program that a command is about.
struct ProgramOption {
    std::optional<std::string> file;          ///< the input; none: the only one of the project
    std::string project;                      ///< .mapwright file; empty: none
    std::optional<ir::DaceVersion> dace = {}; ///< that it is for; none: what the file states
    /// The scenario of the command, which may say the DaCe where `dace` does not; nullptr: none.
    const workbench::InputChoice* inputs = nullptr;
};
/// `--dace`, a version.
CLI::Option* addDace(CLI::App& command, std::optional<ir::DaceVersion>& dace,
                     const std::string& description = {}, const std::string& name = "--dace");
/// FILE, `--project` and `--dace`. `kept`: the command adds what it does to the project; else it
/// only reads.
void addProgram(CLI::App& command, ProgramOption& program, bool kept = false,
                bool choosesDace = true);

/// What `--dace` says, else the scenario.
std::optional<ir::DaceVersion> daceOf(const ProgramOption& program);

/// A program with the project that it is in; without `--project` one of its own, which has no file.
struct OpenProgram {
    workbench::Project project;
    workbench::ProgramPtr program;

    const ir::DocumentPtr& document() const { return program->current().document; }
};
/// The program at its current variant: that of the project where it has it, else the input as read.
/// A project that is not there yet is a new one. "which-program" lists what there is to choose from
/// where neither names one. Steps of the project that do not fit are said on standard error.
Expected<OpenProgram> openProgram(const ProgramOption& program);
/// The variant of this name; empty: the current one. "which-variant" where there is none, or
/// several.
Expected<history::VariantId> variantOf(const history::History& history, const std::string& name);
/// Writes the project; nothing where it has no file.
Expected<void> keep(OpenProgram& open);
/// Writes the current variant as a graph and the steps that lead to it as a recipe (files; empty:
/// neither), and the project.
Expected<void> save(OpenProgram& open, const std::string& out, const std::string& recipe);
/// Where the result is, to stand behind what was done: ", wrote x.sdfg", ", kept in x.mapwright".
std::string whereText(const std::string& out, const ProgramOption& program);

} // namespace mw::cli

#pragma once

#include "app/workbench/project.h"
#include "app/workbench/run_setup.h"
#include "core/exec/trust.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace mw::cli {

struct OpenProgram;

/// Where inputs come from and where the program runs; shared by run, verify, bench and compile.
struct RunOptions {
    workbench::InputChoice inputs;
    workbench::RunSettings settings; ///< `target` of run and verify: "interp" as well
    bool trust = false;              ///< agree to the graph's own C++, now and later
    exec::Contraction contraction = exec::Contraction::usual;
    std::vector<std::string> without; ///< passes over the kernels to leave out
    /// Sets what was given of the settings.
    std::vector<std::function<void(workbench::RunSettings&)>> given;
};
/// An option that is one of the settings.
template <class T>
CLI::Option* addSetting(CLI::App& command, RunOptions& options, const std::string& name,
                        T workbench::RunSettings::*setting, const std::string& help) {
    const auto take = [&options, setting](const T& value) {
        options.settings.*setting = value;
        options.given.push_back([=](workbench::RunSettings& s) { s.*setting = value; });
    };
    return command.add_option_function<T>(name, take, help);
}
void addSettingFlag(CLI::App& command, RunOptions& options, const std::string& name,
                    bool workbench::RunSettings::*setting, bool value, const std::string& help);
/// What was given, else what the project has. The machine is never the project's: what is started
/// stands on the command line.
RunOptions withProject(RunOptions options, const workbench::Project& project);
/// The same, with the inputs of the program, where it has some of its own there.
RunOptions withProject(RunOptions options, const OpenProgram& open);
enum class OneRunner : std::uint8_t { no, yes };
/// `--runner` among them, unless the command has its own.
void addRunOptions(CLI::App& command, RunOptions& options, OneRunner runner = OneRunner::yes);
/// `--scenario` and `--grid`, which exclude each other, and `--set`.
void addInputOptions(CLI::App& command, workbench::InputChoice& inputs, const std::string& scenario,
                     const std::string& grid);
/// What a command reads and never writes: files of the project, and of the inputs asked for.
std::vector<std::string> filesRead(const workbench::Project& project,
                                   const workbench::InputChoice& inputs);
/// The check of --runner's value: a command line with at least a program.
CLI::Validator runnerCommand();

/// The target asked for, else the preferred one; what is missing is said on standard error.
Expected<codegen::Target> targetFor(const RunOptions& options);
/// An error that names the targets, unless `target` is empty, one of them, or "interp".
Expected<void> checkTarget(const std::string& target);
/// bench::BenchOptions for what was chosen, without consent to C++ of the graphs' own.
bench::BenchOptions benchOptions(const RunOptions& options, codegen::Target target,
                                 const inputs::Scenario& scenario);
/// Consent to what is compiled of programs with C++ of their own: the user agreed to the very same
/// text before, or --trust says so now, which is remembered. Else "untrusted-code". `files`: of the
/// programs; those beyond the last one came from the first.
exec::AskConsent consentFor(const std::vector<std::string>& files, const RunOptions& options);
/// Writes progress to standard error when that is a terminal.
exec::ProgressSink progressSink();

} // namespace mw::cli

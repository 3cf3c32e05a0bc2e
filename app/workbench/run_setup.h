#pragma once

#include "core/bench/bench.h"
#include "core/exec/session.h"
#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Where inputs come from and how a program is run: what the user chose, and what follows from it.

namespace mw::workbench {

/// A scenario's file, else a grid that inputs are made for, else a default.
struct InputChoice {
    std::string scenario;         ///< file
    std::string grid;             ///< "torus:NX,NY,LEVELS", or what else inputs::parseGrid() reads
    std::vector<std::string> set; ///< "NAME=VALUE", values of symbols in place of those

    bool isDefault() const { return scenario.empty() && grid.empty(); }
    bool operator==(const InputChoice&) const = default;
};

/// The program declares a symbol or scalar of this name, or is specialised to a value of it.
bool takesValue(const ir::Sdfg& program, std::string_view name);
/// The value that a text says for a symbol or scalar of the program. "bad-value": there is none of
/// this name, or the text is no value of its type.
Expected<symbolic::Value> readValue(const ir::Sdfg& program, const std::string& name,
                                    const std::string& text);

/// "which-inputs": values are set in place of those of nothing.
Expected<void> checkSet(const InputChoice& choice);

/// What is read for the inputs: the scenario's file and the arrays' that it names.
std::vector<std::string> filesRead(const InputChoice& choice);

/// What stands in one field: a scenario's file (".json") or a grid; empty: the default. The error
/// says what a grid looks like.
Expected<InputChoice> parseInputChoice(const std::string& text);
/// The text for that field.
std::string toString(const InputChoice& choice);

struct RunSettings {
    std::string target;    ///< "cpu", "cuda", "hip"; empty: exec::preferredDevice
    std::string runner;    ///< command line that starts mw-runner elsewhere; empty: here
    std::string slurm;     ///< as exec::parseSlurm reads it; empty: runners are not Slurm's
    double runnerWait = 0; ///< seconds until a runner answers its greeting; 0: the usual
    std::shared_ptr<exec::IdleRunners> idle; ///< runners that one session leaves to the next
    double timeout = 0;                      ///< seconds; 0: the usual
    std::string alloc = "arena";             ///< where temporaries live: "arena", "each", "call"
    int repeats = 20, warmup = 3;
    bool coldCache = false;
    bool profiler = true;
    bool symbolsAsArguments = false;

    bool operator==(const RunSettings&) const = default;
};

/// The scenario that lies beside a program: `nabla4.scenario.json` of `nabla4.sdfg`.
std::optional<std::filesystem::path> scenarioBeside(const std::filesystem::path& program);

/// The grid of a GPU's runs and of predictions where none is given: of the size of ICON's R02B04.
std::string gpuGrid();
/// The grid to measure on where none is given. A GPU's is gpuGrid(); a CPU's depends on the
/// program: the smallest of a row of tori on which its arguments are several times as large as the
/// last cache, so that a small program does not live there and a large one does not take minutes.
/// A program that was lowered for one grid, with its sizes as numbers, has that one.
std::string measuringGrid(const ir::Sdfg& program, codegen::Target target);
/// The same for a program's original and the file it was read from, worked out once, by whoever
/// asks first; from any thread. A call that was captured beside the file comes before any grid.
class MeasuringGrids {
public:
    MeasuringGrids(ir::DocumentPtr original, std::filesystem::path file)
        : original_(std::move(original)), file_(std::move(file)) {}
    std::string of(codegen::Target target);

private:
    ir::DocumentPtr original_;
    std::filesystem::path file_;
    std::mutex mutex_;
    std::map<codegen::Target, std::string> known_;
};

/// The scenario of the choice, completed for this program. `grid`: where it leaves that open.
Expected<inputs::Scenario> scenarioFor(const ir::Sdfg& program, const InputChoice& choice,
                                       const std::string& grid);

/// The error names the targets that there are.
Expected<codegen::Target> targetNamed(const std::string& name);
struct ChosenTarget {
    codegen::Target target = codegen::Target::cpu;
    std::string missing; ///< why it is not a GPU, one sentence; empty: it is, or it was asked for
};
/// The target of the settings, else that of the preferred device where the runner runs.
Expected<ChosenTarget> targetFor(const RunSettings& settings);

/// Of a file; empty where `file` is. The error names it.
Expected<codegen::Choices> readChoices(const std::filesystem::path& file);

/// The runners of the settings: those of Slurm, else one. Slurm's options that cannot be read are
/// taken for none: parseSlurm() says so before.
std::vector<exec::RunnerOptions> runnersOf(const RunSettings& settings);
/// The first of them. A command that cannot be split is taken as one word: starting it then says
/// so, with the text.
exec::RunnerOptions runnerOptions(const RunSettings& settings);
/// Without consent to C++ of the graphs' own.
bench::BenchOptions benchOptions(const RunSettings& settings, codegen::Target target,
                                 const inputs::Scenario& scenario);

} // namespace mw::workbench

#pragma once

#include "app/workbench/device_models.h"
#include "app/workbench/run_setup.h"
#include "app/workbench/tune/graphs.h"
#include "app/workbench/tune/rigs.h"

#include <filesystem>
#include <string>
#include <vector>

// A program made faster by measuring: its launches, and steps of its graph.

namespace mw::workbench {

/// What is tuned, on which inputs, and how it runs.
struct TuneSetup {
    RigSetup rigs;
    /// That optimises the start before anything is tried, and whose stages by cost are tried after
    /// that; without stages: launches only.
    transforms::Pipeline pipeline;
    /// Which of them are worth a measurement is predicted for; nullptr: for the device at hand, if
    /// the table has it (device_models.h).
    const DeviceModel* model = nullptr;
};

/// A variant of a program with its launches, on the inputs and with the settings of its project;
/// steps of the graph are those of the default pipeline. `ask`: see askConsent.
Expected<TuneSetup> tuneSetup(bench::BenchInput start, const InputChoice& inputs,
                              const std::string& grid, const RunSettings& settings,
                              codegen::Target target, const exec::AskConsent& ask);

/// Runs the search in the runners, behind what the pipeline makes of the start where that is
/// predicted to be faster and measured so: launches of a graph that nobody would keep are not worth
/// the time. Results are always compared with those of the start. The options' machine is filled
/// in. Errors: those of TuneRigs, and what the search cannot begin with.
Expected<TunedProgram> tune(const TuneSetup& setup, TuneOptions options, TuneLog& log);

/// What a graph can say of choices, said in it, and the rest.
struct WrittenChoices {
    std::vector<Step> steps; ///< gpu-launch, one per kernel
    codegen::Choices rest;
};
/// A choice of block, registers and blocks that are to fit goes into the graph, where the graph
/// alone then leads to the same launch; every other one stays as it is. `lower`: as the program is
/// compiled, without choices.
using LowerDocument = std::function<Expected<codegen::Plan>(const ir::Document&)>;
Expected<WrittenChoices> writeChoices(const ir::DocumentPtr& document,
                                      const codegen::Choices& choices, codegen::Target target,
                                      const LowerDocument& lower);

/// A result as steps of a history: those of the graph, launches that the graph can say, and the
/// others (launchStep).
Expected<std::vector<Step>> stepsOf(const TuneSetup& setup, const TunedProgram& result);

} // namespace mw::workbench

#pragma once

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
    transforms::Pipeline pipeline; ///< whose stages by cost are tried too; without: launches only
};

/// Runs the search in the runners. The options' machine is filled in. Errors: those of TuneRigs,
/// and what the search cannot begin with.
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

/// `x.choices.json` of `x.sdfg`: choices that lie beside a graph.
std::filesystem::path choicesBeside(const std::filesystem::path& graph);

} // namespace mw::workbench

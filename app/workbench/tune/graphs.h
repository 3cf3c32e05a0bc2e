#pragma once

#include "app/workbench/optimise.h"
#include "app/workbench/tune/runner_report.h"
#include "app/workbench/tune/search.h"

// The search over what a program's graph is, with the launches of its kernels inside.

namespace mw::workbench {

struct GraphSearch {
    /// What a form is compiled from.
    std::function<Expected<codegen::Plan>(const TuneForm&)> lower;
    transforms::Pipeline
        pipeline;              ///< its stages by cost say what could be done; none: launches only
    symbolic::Bindings values; ///< sizes to predict with
    DeviceRates rates{};       ///< of the device to predict for
    /// Of the program's predicted time: what is predicted to cost more than that is not tried.
    double margin = 0.1;
    std::string model{};       ///< of the device that measures (modelKey); empty: none is known
    std::vector<Step> first{}; ///< that optimise the start, to begin behind; empty: nothing to do
};

/// What came of optimising before anything was tried.
struct OptimisedFirst {
    std::size_t steps = 0;
    Prediction before, after;
    Trial trial;        ///< beside the start
    bool taken = false; ///< it was faster for certain, and all else began there
};

struct TunedProgram {
    std::vector<Step> steps;   ///< of the graph, from the start
    TuneResult launches;       ///< of the graph that they lead to
    std::vector<Trial> graphs; ///< that were measured, in order, each beside the graph before it
    Trial whole;               ///< the result beside the start; without repeats: it is the start
    std::optional<OptimisedFirst> optimised{}; ///< none: there was nothing to do, or nobody asked
    std::vector<RunnerReport> runners{};       ///< what each of them measured
};

/// The steps that optimise the start, where there are any and they are faster for certain.
/// Launches of that; then, as long as there is time and something is found, the step of the
/// graph that measures fastest, with the launches of what it changed. Each graph and each launch is
/// taken only where it is faster for certain, and all together only where they are faster than the
/// start; else the start stays. Errors as of tuneKernels().
Expected<TunedProgram> tuneProgram(const TuneForm& start, const GraphSearch& graphs,
                                   const std::vector<TuneMeasure>& measurers,
                                   const TuneOptions& options, TuneLog& log);

} // namespace mw::workbench

#pragma once

#include "app/workbench/cost.h"
#include "app/workbench/run_setup.h"
#include "app/workbench/steps.h"
#include "transforms/framework/pipeline.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

// A program made faster without a hand on it: a pipeline carried out, with predicted times where it
// asks for them. The same program and values give the same steps.

namespace mw::workbench {

/// The pipeline of this name, else of this file. "no-pipeline" names those that there are.
Expected<transforms::Pipeline> readPipeline(const std::string& nameOrFile);

/// What a stage by cost looked at and did not do.
struct Rejected {
    const transforms::Transformation* transformation = nullptr;
    std::string place;       ///< label of the match
    double microseconds = 0; ///< that it would save by prediction; negative: cost
};

struct OptimisedStage {
    std::string title;
    std::size_t firstStep = 0, steps = 0; ///< of Optimisation::steps
};

struct Optimisation {
    std::vector<Step> steps;
    std::vector<OptimisedStage> stages; ///< those that did something, as often as they did
    Prediction before, after;
    std::vector<Rejected> rejected; ///< what was left in the end, best first
};

/// How far an optimisation is.
struct OptimiseProgress {
    std::size_t steps = 0;          ///< that were done
    double before = 0, reached = 0; ///< us that are predicted; 0: not known yet
    int tried = 0, total = 0;       ///< of what is being weighed
};

struct OptimiseOptions {
    symbolic::Bindings values{}; ///< sizes to predict with
    DeviceRates rates{};
    std::stop_token stop{}; ///< a requested stop keeps what was done
    std::function<void(const OptimiseProgress&)> progress{};
    std::function<void(const std::vector<Step>&)> found{}; ///< steps, as soon as they are done
};

/// Consecutive stages that apply everywhere are repeated together until none of them applies. A
/// stage by cost applies what is predicted to save most, and the stages before it once more, until
/// nothing saves. No step at all is no error.
Expected<Optimisation> optimise(const ir::DocumentPtr& document,
                                const transforms::Pipeline& pipeline,
                                const OptimiseOptions& options);

/// With the sizes of these inputs to predict with; `grid`: where they leave it open.
Expected<Optimisation> optimiseFor(const ir::DocumentPtr& document,
                                   const transforms::Pipeline& pipeline, const InputChoice& inputs,
                                   const std::string& grid, OptimiseOptions options);

/// Something that a stage by cost could do, with what the stages before it make of it then.
struct StepOption {
    std::vector<Step> steps;
    double microseconds = 0; ///< that it saves by prediction; negative: cost
};
/// All that the stages by cost of a pipeline could do next, and the stages before them alone, best
/// first, worth it or not; what saves less than `least` is left out.
Expected<std::vector<StepOption>> stepOptions(const ir::DocumentPtr& document,
                                              const transforms::Pipeline& pipeline,
                                              const OptimiseOptions& options, double least);

} // namespace mw::workbench

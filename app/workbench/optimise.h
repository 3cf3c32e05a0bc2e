#pragma once

#include "app/workbench/cost.h"
#include "app/workbench/model_error.h"
#include "app/workbench/run_setup.h"
#include "app/workbench/steps.h"
#include "transforms/framework/pipeline.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

// A program made faster without a hand on it: a pipeline carried out, with predicted times where it
// asks for them, beside others that it must not end above. The same program and values give the
// same steps; where forms are measured, the same measurements do.

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

/// What a form took on a device, beside others in the same run.
struct MeasuredForm {
    double microseconds = 0;  ///< median
    Interval ratio{};         ///< of its times to those of the first form, 95 %
    std::string difference{}; ///< of its results from the first form's; empty: they agree
    bool isFirst = false;     ///< that the others are set against
};
/// Times of programs, in their order. The error says why there are none: the predictions decide
/// then.
using MeasureForms =
    std::function<Expected<std::vector<MeasuredForm>>(const std::vector<ir::DocumentPtr>&)>;

/// A form that an optimisation could end at.
struct OptimisedForm {
    static constexpr const char* kStart = "start";
    static constexpr const char* kPrograms = "programs by themselves";

    /// Of the pipeline that leads to it; kStart: the program as it was; kPrograms: each of the
    /// programs of a linked one optimised by itself.
    std::string name;
    std::vector<Step> steps;
    std::vector<OptimisedStage> stages;
    Prediction predicted;
    std::optional<MeasuredForm> measured = {};

    const ir::DocumentPtr& document(const ir::DocumentPtr& start) const {
        return steps.empty() ? start : steps.back().result.document;
    }
};

struct Optimisation {
    std::vector<Step> steps;
    std::vector<OptimisedStage> stages; ///< those that did something, as often as they did
    Prediction before, after;
    std::vector<Rejected> rejected; ///< what its own pipeline left in the end, best first
    /// What it could end at: the pipeline's own form, those of the pipelines beside it, of programs
    /// by themselves, the start. Empty where the pipeline has none beside it, and where it was
    /// stopped.
    std::vector<OptimisedForm> forms = {};
    std::size_t taken = 0; ///< of the forms
    std::string why = {};  ///< it is that one, and what kept others from being compared

    bool isOwn() const { return taken == 0; } ///< the pipeline's own form
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
    /// Steps of the pipeline itself, as soon as they are done; what it ends at may be another form.
    std::function<void(const std::vector<Step>&)> found{};
    std::optional<ModelError> error{}; ///< of the predictions; none: as the table has it
    MeasureForms measure{};            ///< where predictions cannot tell forms apart; none: never
    /// Of predictions, for who predicts more of the same documents; none: its own.
    std::shared_ptr<codegen::KernelMemo> memo{};
};

/// Consecutive stages that apply everywhere are repeated together until none of them applies. A
/// stage by cost applies what is predicted to save most, and the stages before it once more, until
/// nothing saves. No step at all is no error. Where the pipeline has others beside it, these are
/// carried out too, of a linked program (core/link) also each of its programs by itself and the
/// pipeline on what came of them, and it ends at the form that is predicted to take least, of
/// equals at the first; forms whose predictions lie within the model's error are measured where
/// there is a measure.
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

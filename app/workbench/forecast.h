#pragma once

#include "app/workbench/cost.h"
#include "core/analysis/figures.h"
#include "transforms/framework/transformation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

// What a step would change, before anybody does it.

namespace mw::workbench {

/// What a step saves of one run; negative: what it costs. nullopt: not known.
struct StepSavings {
    std::optional<std::int64_t> bytes;          ///< that kernels and copies move
    std::optional<std::int64_t> temporaryBytes; ///< of temporaries
    int kernels = 0;
    std::optional<double> microseconds; ///< by predict()
};

struct StepEffect {
    analysis::ProgramFigures before, after;
    std::optional<double> microsecondsBefore, microsecondsAfter; ///< by predict()
    std::vector<ElementId> touched; ///< nodes of the program that go, or become others
};

/// Of steps of one program, with the values of a scenario. What it learns of the program is kept
/// from step to step. For any threads: one waits for the other.
class Forecast {
public:
    /// `memo`: of predictions of the program's other variants.
    Forecast(ir::DocumentPtr document, symbolic::Bindings values,
             std::shared_ptr<codegen::KernelMemo> memo = nullptr, DeviceRates rates = {});
    ~Forecast();

    const ir::DocumentPtr& document() const;
    const symbolic::Bindings& values() const;
    const DeviceRates& rates() const; ///< of the device that times are predicted for
    /// Of the program itself, with these launches; the error is that of lowering.
    Expected<Prediction> prediction(const codegen::Choices& choices = {});
    /// The result is not validated: whoever applies it does that. The error is the refusal.
    Expected<StepSavings> savings(const transforms::Transformation& t,
                                  const transforms::Match& match, const Params& params);
    /// As applying it would be: the same errors.
    Expected<StepEffect> effect(const transforms::Transformation& t, const transforms::Match& match,
                                const Params& params);

private:
    struct Known;
    std::unique_ptr<Known> known_;
};

} // namespace mw::workbench

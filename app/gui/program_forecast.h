#pragma once

#include "app/workbench/forecast.h"
#include "viewers/panels/step_predictor.h"

namespace mw::workbench {
struct Advice;
class Adviser;
} // namespace mw::workbench

namespace mw::app {

/// What panels want to know of steps, as the workbench says it.
class ProgramForecast : public viewers::StepPredictor {
public:
    /// `adviser`: of earlier variants, too. `note`: why there are no values. `choices`: launches
    /// that were chosen for the variant.
    ProgramForecast(const ir::DocumentPtr& document, symbolic::Bindings values,
                    std::shared_ptr<codegen::KernelMemo> memo, workbench::DeviceRates rates,
                    std::shared_ptr<workbench::Adviser> adviser, QString note = {},
                    codegen::Choices choices = {});

    const ir::DocumentPtr& document() const override { return forecast_.document(); }
    QString device() const override;
    Expected<std::vector<viewers::KernelCost>> kernels() override;
    Expected<viewers::StepGain> gain(const transforms::Transformation& t,
                                     const transforms::Match& match,
                                     const transforms::Params& params) override;
    Expected<viewers::StepChange> change(const transforms::Transformation& t,
                                         const transforms::Match& match,
                                         const transforms::Params& params) override;
    /// Ends after some seconds with what it has, and says so.
    viewers::Advice advise(const viewers::JobContext& context,
                           const std::function<void(viewers::Advice)>& early) override;

private:
    QString noteOn(const workbench::Advice& advice, bool isPart, bool isRough) const;

    workbench::Forecast forecast_;
    std::shared_ptr<workbench::Adviser> adviser_;
    QString note_;
    codegen::Choices choices_;
};

} // namespace mw::app

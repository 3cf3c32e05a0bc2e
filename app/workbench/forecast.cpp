// Steps are applied to see what becomes of the program, and dropped.
#include "app/workbench/forecast.h"

#include "core/analysis/savings.h"
#include "transforms/framework/apply.h"

#include <algorithm>
#include <mutex>

namespace mw::workbench {

struct Forecast::Known {
    Known(ir::DocumentPtr given, symbolic::Bindings bindings,
          std::shared_ptr<codegen::KernelMemo> known, DeviceRates device)
        : document(std::move(given)), values(std::move(bindings)), rates(std::move(device)),
          memo(known ? std::move(known) : std::make_shared<codegen::KernelMemo>()), view(document),
          savings(document, values) {}

    std::optional<double> microseconds(const ir::Document& one) const {
        const auto predicted = predict(one, values, rates, memo);
        return predicted ? std::optional(predicted->microseconds) : std::nullopt;
    }
    /// Of the program itself.
    std::optional<double> microsecondsBefore() {
        if (!before)
            before = microseconds(*document);
        return *before;
    }

    ir::DocumentPtr document;
    symbolic::Bindings values;
    DeviceRates rates;
    std::shared_ptr<codegen::KernelMemo> memo;
    transforms::DocumentView view;
    analysis::SavingsAgainst savings;
    std::optional<std::optional<double>> before; ///< once it is known, or known not to be there
    std::optional<analysis::ProgramFigures> figuresBefore;
    std::mutex mutex;
};

Forecast::Forecast(ir::DocumentPtr document, symbolic::Bindings values,
                   std::shared_ptr<codegen::KernelMemo> memo, DeviceRates rates)
    : known_(std::make_unique<Known>(std::move(document), std::move(values), std::move(memo),
                                     std::move(rates))) {}
Forecast::~Forecast() = default;

const DeviceRates& Forecast::rates() const {
    return known_->rates;
}

const ir::DocumentPtr& Forecast::document() const {
    return known_->document;
}
const symbolic::Bindings& Forecast::values() const {
    return known_->values;
}

Expected<Prediction> Forecast::prediction(const codegen::Choices& choices) {
    const std::lock_guard lock(known_->mutex);
    return predict(*known_->document, known_->values, known_->rates, known_->memo, choices);
}

Expected<StepSavings> Forecast::savings(const transforms::Transformation& t,
                                        const transforms::Match& match, const Params& params) {
    const std::lock_guard lock(known_->mutex);
    MW_TRY(const auto complete, transforms::completeParams(t, params));
    const auto plan = transforms::checkedAt(t, known_->view, {match, {}}, complete);
    if (const auto* refusal = transforms::refusalOf(plan))
        return fail(refusal->code, refusal->sentence);
    MW_TRY(const auto result, t.apply(known_->view, std::get<transforms::Plan>(plan)));
    const auto saved = known_->savings.of(*result.document);
    StepSavings savings{saved.bytes, saved.temporaryBytes, saved.kernels, {}};
    const auto before = known_->microsecondsBefore();
    if (const auto after = before ? known_->microseconds(*result.document) : std::nullopt)
        savings.microseconds = *before - *after;
    return savings;
}

Expected<StepEffect> Forecast::effect(const transforms::Transformation& t,
                                      const transforms::Match& match, const Params& params) {
    const std::lock_guard lock(known_->mutex);
    MW_TRY(const auto applied, transforms::applyAt(t, known_->view, match, params));
    const auto& after = *applied.result.document;
    if (!known_->figuresBefore)
        known_->figuresBefore = analysis::figures(*known_->document, known_->values);
    StepEffect effect{*known_->figuresBefore,
                      analysis::figures(after, known_->values),
                      known_->microsecondsBefore(),
                      known_->microseconds(after),
                      {}};
    const auto& changes = applied.result.changes;
    for (const auto* list : {&changes.removed, &changes.modified})
        for (const ElementId id : *list)
            if (const auto* place = known_->view.index().find(id); place && place->node)
                effect.touched.push_back(id);
    std::ranges::sort(effect.touched);
    return effect;
}

} // namespace mw::workbench

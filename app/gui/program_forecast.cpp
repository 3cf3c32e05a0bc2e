// Advice and forecasts of the workbench, as panels show them.
#include "app/gui/program_forecast.h"

#include "app/gui/prediction_device.h"
#include "app/gui/tr.h"
#include "app/workbench/advise.h"
#include "core/ir/shared_index.h"
#include "core/support/deadline.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <algorithm>
#include <chrono>

namespace mw::app {

using viewers::AdvisedStep;
using viewers::counted;
using viewers::qs;
using viewers::StepGain;
using workbench::Suggestion;

namespace {

/// Trying everything takes a second for the largest programs that people have, predicting its times
/// some seconds more, and several times that where others have the processor. So long for each of
/// the two: what is known by then is shown meanwhile.
constexpr std::chrono::seconds kLongestLook{20};

std::optional<double> number(const std::optional<std::int64_t>& value) {
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

StepGain gainOf(const Suggestion& one, const workbench::DeviceRates& rates) {
    return {.microseconds = workbench::worth(one, rates),
            .bytes = static_cast<double>(one.savedBytes),
            .temporaryBytes = static_cast<double>(one.savedTemporaryBytes),
            .launches = one.savedKernels,
            .isRough = !one.savedMicroseconds};
}

/// Advice as panels show it: kernels by their names.
class Shown {
public:
    Shown(const ir::DocumentIndex& index, const workbench::DeviceRates& rates)
        : index_(index), rates_(rates) {}

    viewers::Advice advice(const workbench::Advice& advice, const QString& note) const {
        return {steps(advice.possible), steps(advice.refused), temporaries(advice), remarks(advice),
                note};
    }

private:
    QString named(const std::string& text, std::vector<ElementId> about,
                  const std::vector<ElementId>& more = {}) const {
        about.insert(about.end(), more.begin(), more.end());
        return viewers::withKernelNames(index_, text, about);
    }

    AdvisedStep step(const Suggestion& one) const {
        AdvisedStep made{
            one.transformation, one.match,           named(one.match.label, one.match.ids()),
            one.params,         gainOf(one, rates_), one.refusal};
        if (made.refusal)
            made.refusal->sentence =
                named(made.refusal->sentence, one.match.ids(), made.refusal->elements)
                    .toStdString();
        return made;
    }

    std::vector<AdvisedStep> steps(const std::vector<Suggestion>& all) const {
        std::vector<AdvisedStep> made;
        for (const Suggestion& one : all)
            made.push_back(step(one));
        return made;
    }

    std::vector<viewers::AdvisedTemporary> temporaries(const workbench::Advice& advice) const {
        std::vector<viewers::AdvisedTemporary> all;
        for (const auto& cost : advice.temporaries) {
            viewers::AdvisedTemporary one{qs(cost.name),
                                          static_cast<double>(cost.bytes),
                                          static_cast<double>(cost.moved),
                                          cost.accesses,
                                          {},
                                          qs(cost.obstacle)};
            for (const Suggestion& suggestion : advice.possible)
                if (suggestion.savedTemporaryBytes > 0 &&
                    workbench::concerns(suggestion, cost.accesses))
                    one.removedBy.push_back(step(suggestion));
            for (const Suggestion& suggestion : advice.refused)
                if (workbench::concerns(suggestion, cost.accesses))
                    one.removedBy.push_back(step(suggestion));
            all.push_back(std::move(one));
        }
        return all;
    }

    /// What acting on it is worth, where that was looked at.
    AdvisedStep stepOf(const workbench::Action& action, const workbench::Advice& advice) const {
        for (const auto* list : {&advice.possible, &advice.others})
            for (const Suggestion& one : *list)
                if (one.transformation == action.transformation && one.number == action.number)
                    return step(one);
        return {action.transformation, action.match, named(action.match.label, action.match.ids()),
                action.params,         StepGain{},   {}};
    }

    std::vector<viewers::Remark> remarks(const workbench::Advice& advice) const {
        std::vector<viewers::Remark> all;
        for (const auto& one : advice.observations) {
            viewers::Remark remark{qs(workbench::title(one.topic)),
                                   named(one.sentence, one.about),
                                   static_cast<double>(one.bytes),
                                   one.about,
                                   {},
                                   named(one.obstacle, one.about)};
            if (one.action)
                remark.step = stepOf(*one.action, advice);
            all.push_back(std::move(remark));
        }
        std::ranges::stable_sort(all, {}, &viewers::Remark::topic);
        return all;
    }

    const ir::DocumentIndex& index_;
    const workbench::DeviceRates& rates_;
};

viewers::KernelLimit shownLimit(workbench::Limit limit) {
    switch (limit) {
    case workbench::Limit::memory:
        return viewers::KernelLimit::memory;
    case workbench::Limit::cache:
        return viewers::KernelLimit::cache;
    case workbench::Limit::arithmetic:
        return viewers::KernelLimit::arithmetic;
    case workbench::Limit::latency:
        break;
    }
    return viewers::KernelLimit::latency;
}

viewers::RunFigures figures(const analysis::ProgramFigures& all,
                            const std::optional<double>& microseconds) {
    return {all.kernels, all.temporaries, number(all.bytes), number(all.temporaryBytes),
            microseconds};
}

} // namespace

ProgramForecast::ProgramForecast(const ir::DocumentPtr& document, symbolic::Bindings values,
                                 std::shared_ptr<codegen::KernelMemo> memo,
                                 workbench::DeviceRates rates,
                                 std::shared_ptr<workbench::Adviser> adviser, QString note,
                                 codegen::Choices choices)
    : forecast_(document, std::move(values), std::move(memo), std::move(rates)),
      adviser_(std::move(adviser)), note_(std::move(note)), choices_(std::move(choices)) {}

QString ProgramForecast::device() const {
    return modelText(forecast_.rates().device);
}

Expected<std::vector<viewers::KernelCost>> ProgramForecast::kernels() {
    MW_TRY(const auto predicted, forecast_.prediction(choices_));
    std::vector<viewers::KernelCost> costs;
    for (const auto& kernel : predicted.kernels)
        costs.push_back({ElementId(kernel.map), kernel.microseconds,
                         shownLimit(workbench::limitOf(kernel, forecast_.rates()))});
    return costs;
}

Expected<StepGain> ProgramForecast::gain(const transforms::Transformation& t,
                                         const transforms::Match& match,
                                         const transforms::Params& params) {
    MW_TRY(const auto saved, forecast_.savings(t, match, params));
    return StepGain{.microseconds = saved.microseconds,
                    .bytes = number(saved.bytes),
                    .temporaryBytes = number(saved.temporaryBytes),
                    .launches = saved.kernels};
}

Expected<viewers::StepChange> ProgramForecast::change(const transforms::Transformation& t,
                                                      const transforms::Match& match,
                                                      const transforms::Params& params) {
    MW_TRY(auto effect, forecast_.effect(t, match, params));
    return viewers::StepChange{figures(effect.before, effect.microsecondsBefore),
                               figures(effect.after, effect.microsecondsAfter),
                               std::move(effect.touched)};
}

viewers::Advice ProgramForecast::advise(const viewers::JobContext& context,
                                        const std::function<void(viewers::Advice)>& early) {
    const auto progress = [&](const std::string& what, int done, int total) {
        context.progress(qs(what), done, total);
    };
    const Deadline looking(context.stop(), kLongestLook);
    auto advice =
        adviser_->advise(forecast_.document(), forecast_.values(), looking.token(), progress);
    if (context.stopRequested())
        return {};
    const auto index = ir::sharedIndex(forecast_.document());
    const Shown shown(*index, forecast_.rates());
    early(shown.advice(advice, app::tr("Times are being predicted …")));
    const Deadline predicting(context.stop(), kLongestLook);
    workbench::rankByTime(advice, forecast_, predicting.token(), progress);
    return shown.advice(advice, noteOn(advice, looking.isPast(), predicting.isPast()));
}

/// What there was no time for; else for which device the times are.
QString ProgramForecast::noteOn(const workbench::Advice& advice, bool isPart, bool isRough) const {
    if (!note_.isEmpty())
        return note_;
    const auto rough = std::ranges::count_if(
        advice.possible, [](const Suggestion& one) { return !one.savedMicroseconds; });
    if (isRough && rough > 0)
        return app::tr("After %1 s: %2 of %3 times are by bytes and launches alone")
            .arg(kLongestLook.count())
            .arg(rough)
            .arg(advice.possible.size());
    if (isPart || isRough)
        return app::tr("After %1 s: not everything was looked at").arg(kLongestLook.count());
    return app::tr("Times are predicted for %1").arg(device());
}

} // namespace mw::app

// Forms that predictions cannot tell apart, timed side by side.
#include "app/workbench/measure_forms.h"

#include "app/workbench/measure.h"
#include "app/workbench/program.h"

#include <fmt/format.h>

namespace mw::workbench {

namespace {

Expected<void> checkDevice(exec::Session& session, const DeviceModel& model) {
    MW_TRY(const auto one, session.device(model.target));
    return one.canRun && modelOf(one) == &model
               ? Expected<void>{}
               : fail("no-device",
                      fmt::format("no device of the model '{}' is at hand", model.name));
}

Expected<std::vector<MeasuredForm>> measured(const FormsSetup& setup,
                                             const std::vector<ir::DocumentPtr>& documents) {
    const auto session = std::make_shared<exec::Session>(runnerOptions(setup.settings));
    MW_CHECK(checkDevice(*session, *setup.model));
    MW_TRY(const auto scenario, scenarioFor(*documents.front()->root, setup.inputs, setup.grid));
    auto options = benchOptions(setup.settings, setup.model->target, scenario);
    options.session = session;
    options.consent = setup.consent;
    std::vector<bench::BenchInput> inputs;
    for (std::size_t i = 0; i < documents.size(); ++i)
        inputs.push_back({fmt::format("form {}", i + 1), documents[i]});
    MW_TRY(const auto result, workbench::measure(inputs, scenario, options, setup.progress));
    std::vector<MeasuredForm> forms;
    for (const auto& variant : result.variants)
        forms.push_back({variant.device.median, variant.ratio,
                         variant.verified ? std::string() : variant.verification, forms.empty()});
    return forms;
}

} // namespace

MeasureForms measureForms(FormsSetup setup) {
    return [setup = std::move(setup)](const std::vector<ir::DocumentPtr>& documents) {
        return measured(setup, documents);
    };
}

void keepForms(TuneLog& log, const ir::DocumentPtr& start, const Optimisation& done,
               const DeviceRates& rates, int repeats) {
    const std::string subject = "optimised " + structuralKey(start);
    double first = 0; // the others' times are set against
    for (const OptimisedForm& form : done.forms)
        if (form.measured && form.measured->isFirst)
            first = form.measured->microseconds;
    for (const OptimisedForm& form : done.forms) {
        if (!form.measured)
            continue;
        Trial trial{.subject = subject,
                    .name = "",
                    .form = fmt::format(R"("{}")", structuralKey(form.document(start))),
                    .text = form.name};
        trial.time = form.measured->microseconds;
        trial.low = form.measured->ratio.low;
        trial.high = form.measured->ratio.high;
        trial.before = first;
        trial.ratio = first > 0 ? trial.time / first : 1;
        trial.repeats = repeats;
        trial.model = modelKey(rates);
        trial.predicted = form.predicted.microseconds;
        log.add(std::move(trial));
    }
}

} // namespace mw::workbench

#include "app/gui/bench_runner.h"

#include "core/history/provenance.h"
#include "core/history/recipe.h"
#include "core/support/words.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"

#include <algorithm>
#include <filesystem>

namespace mw::app {

using viewers::JobContext;
using viewers::JobQueue;
using viewers::qs;

namespace {

exec::RunnerOptions runnerOptions(const QString& command) {
    exec::RunnerOptions options;
    // What cannot be split is no program either: starting it says so, with the text.
    const std::string text = command.toStdString();
    options.command = splitWords(text).value_or(std::vector{text});
    return options;
}

/// Whether all was agreed to; else what is asked for is noted in `askedFor`.
Expected<void> consent(const std::vector<exec::CompiledCode>& code, const exec::TrustStore& trust,
                       const std::filesystem::path& file, std::vector<std::string>& askedFor) {
    std::vector<analysis::RawCode> raw;
    askedFor.clear();
    for (const auto& one : code) {
        raw.insert(raw.end(), one.raw.begin(), one.raw.end());
        askedFor.insert(askedFor.end(), one.texts.begin(), one.texts.end());
    }
    return trust.covers(askedFor, file) ? Expected<void>{} : fail(analysis::untrustedCode(raw));
}

} // namespace

BenchRunner::BenchRunner(Workspace& workspace, viewers::JobQueue& jobs, QString trustFile,
                         QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs),
      trust_(std::filesystem::path(trustFile.toStdString())) {}

void BenchRunner::findDevices(const QString& runner) {
    jobs_.start(
        {QStringLiteral("devices"), tr("Looking for devices"), JobQueue::Lane::device}, this,
        [runner](const JobContext& context) {
            exec::Session session(runnerOptions(runner));
            session.setStop(context.stop());
            return session.devices();
        },
        [this](Expected<std::vector<exec::DeviceInfo>> devices) {
            if (!devices) {
                emit failed(devices.error(), tr("No device answers"));
                return;
            }
            devices_ = std::move(*devices);
            emit devicesFound(devices_);
        });
}

void BenchRunner::start(const inputs::Grid& grid, const viewers::RunChoice& choice) {
    const auto variants = workspace_.variantsToRun();
    if (variants.empty())
        return;
    std::vector<bench::BenchInput> inputs;
    for (const auto id : variants) {
        const auto& variant = *workspace_.history()->find(id);
        inputs.push_back({variant.name, variant.document,
                          history::recipe(*workspace_.history(), id),
                          history::provenance(*workspace_.history(), id)});
    }
    if (!session_ || sessionRunner_ != choice.runner)
        session_ = std::make_shared<exec::Session>(runnerOptions(choice.runner));
    sessionRunner_ = choice.runner;
    bench::BenchOptions options;
    options.session = session_;
    options.memo = memo_;
    options.target = choice.target;
    options.measure.repeats = choice.repeats;
    options.measure.coldCache = choice.coldCache;
    options.runner = runnerOptions(choice.runner);
    jobs_.start(
        {kSlot, tr("Measuring"), JobQueue::Lane::device}, this,
        [inputs = std::move(inputs), grid, options, trust = trust_, asked = askedFor_,
         file = std::filesystem::path(workspace_.path().toStdString())](
            const JobContext& context) mutable -> Expected<bench::BenchResult> {
            options.consent = [&](const std::vector<exec::CompiledCode>& code) {
                return consent(code, trust, file, *asked);
            };
            MW_TRY(const auto scenario, inputs::makeScenario(*inputs.front().document->root, grid));
            const auto progress = [&](const exec::Progress& at) {
                context.progress(qs(at.what), at.done, at.total);
            };
            auto result = bench::measure(inputs, scenario, options, progress, context.stop());
            if (!result) // what the scenario chose can be why
                for (const std::string& note : scenario.notes)
                    result.error().notes.push_back(note);
            return result;
        },
        [this, program = workspace_.program(), variants](Expected<bench::BenchResult> result) {
            if (result)
                workspace_.setBenchResult(program, std::move(*result), variants);
            else if (result.error().code == "untrusted-code")
                emit consentNeeded(result.error());
            else
                emit failed(result.error(), result.error().code == "cancelled"
                                                ? tr("Cancelled")
                                                : tr("The run failed"));
            emit finished();
        });
}

Expected<void> BenchRunner::trust() const {
    return trust_.add(*askedFor_, std::filesystem::path(workspace_.path().toStdString()));
}

void BenchRunner::cancel() {
    jobs_.cancel(kSlot);
}

} // namespace mw::app

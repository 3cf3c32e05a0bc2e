// Measurements and the search for devices, as jobs of the device lane.
#include "app/gui/bench_runner.h"

#include "app/workbench/measure.h"
#include "core/exec/run_defaults.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

namespace mw::app {

using viewers::JobContext;
using viewers::JobQueue;
using viewers::qs;

namespace {

exec::RunnerOptions runnerOf(const QString& command) {
    workbench::RunSettings settings;
    settings.runner = command.toStdString();
    return workbench::runnerOptions(settings);
}

/// Where programs can run.
QString thoseThatRun(const std::vector<exec::DeviceInfo>& devices) {
    QStringList names;
    for (const auto& device : devices)
        if (device.canRun)
            names << qs(device.name);
    return names.join(QStringLiteral(", "));
}

/// "nabla4 on NVIDIA H200: original, fused; compiled in 1.2 s"
QString outcomeOf(const bench::BenchResult& result) {
    constexpr double kMicro = 1e6;
    QStringList variants;
    double seconds = 0;
    for (const auto& variant : result.variants) {
        variants << qs(variant.name) +
                        (variant.verified ? QString() : BenchRunner::tr(" (differs)"));
        seconds += variant.compile.seconds;
    }
    return BenchRunner::tr("%1 on %2: %3; compiled in %4")
        .arg(qs(result.program), qs(result.device), variants.join(QStringLiteral(", ")),
             viewers::microseconds(seconds * kMicro));
}

} // namespace

BenchRunner::BenchRunner(Workspace& workspace, viewers::JobQueue& jobs, QString trustFile,
                         QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs),
      trust_(std::filesystem::path(trustFile.toStdString())) {}

void BenchRunner::findDevices(const QString& runner) {
    jobs_.start(
        {QStringLiteral("devices"), tr("Looking for devices"), JobQueue::Lane::device, true}, this,
        [runner](const JobContext& context) {
            exec::Session session(runnerOf(runner));
            session.setStop(context.stop());
            auto devices = session.devices();
            if (devices)
                context.succeeded(thoseThatRun(*devices));
            return devices;
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

void BenchRunner::start(codegen::Target target) {
    const auto variants = workspace_.variantsToRun();
    if (variants.empty())
        return;
    const auto& project = workspace_.project();
    const auto& settings = project.settings;
    if (!session_ || sessionRunner_ != settings.runner)
        session_ = std::make_shared<exec::Session>(workbench::runnerOptions(settings));
    sessionRunner_ = settings.runner;
    asked_ = std::make_shared<workbench::Consent>(trust_, std::vector{toPath(workspace_.path())});
    jobs_.start(
        {kSlot, tr("Measuring"), JobQueue::Lane::device, true}, this,
        [subjects = workbench::benchInputs(*workspace_.program(), variants),
         inputs = project.inputs, settings, target, session = session_, memo = memo_,
         asked = asked_](const JobContext& context) -> Expected<bench::BenchResult> {
            MW_TRY(const auto scenario, workbench::scenarioFor(*subjects.front().document->root,
                                                               inputs, exec::defaultGrid(target)));
            auto options = workbench::benchOptions(settings, target, scenario);
            options.session = session;
            options.memo = memo;
            options.consent = [asked](const auto& code) { return asked->ask(code); };
            const auto progress = [&](const exec::Progress& at) {
                context.progress(qs(at.what), at.done, at.total);
            };
            auto result = workbench::measure(subjects, scenario, options, progress, context.stop());
            if (result)
                context.succeeded(outcomeOf(*result));
            return result;
        },
        [this, program = workspace_.program(), variants](Expected<bench::BenchResult> result) {
            if (result)
                workspace_.setBenchResult(program, std::move(*result), variants);
            else if (result.error().code == "untrusted-code")
                emit consentNeeded(result.error());
            else {
                emit failed(result.error(), result.error().code == "cancelled"
                                                ? tr("Cancelled")
                                                : tr("The run failed"));
                emit notMeasured();
            }
        });
}

Expected<void> BenchRunner::trust() const {
    return asked_ ? asked_->agree() : Expected<void>{};
}

void BenchRunner::cancel() {
    jobs_.cancel(kSlot);
}

} // namespace mw::app

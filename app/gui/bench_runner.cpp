#include "app/gui/bench_runner.h"

#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"

namespace mw::app {

using viewers::JobContext;
using viewers::JobQueue;
using viewers::qs;

BenchRunner::BenchRunner(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs) {}

void BenchRunner::findDevices() {
    jobs_.start(
        {QStringLiteral("devices"), tr("Looking for devices"), JobQueue::Lane::device}, this,
        [](const JobContext&) { return exec::Session().devices(); },
        [this](Expected<std::vector<exec::DeviceInfo>> devices) {
            if (!devices) {
                emit failed(devices.error(), tr("No device answers"));
                return;
            }
            devices_ = std::move(*devices);
            emit devicesFound(devices_);
        });
}

void BenchRunner::start(const exec::Grid& grid, const viewers::RunChoice& choice) {
    const auto variants = workspace_.variantsToRun();
    if (variants.empty())
        return;
    std::vector<exec::BenchInput> inputs;
    for (const auto id : variants) {
        const auto& variant = *workspace_.history()->find(id);
        inputs.push_back({variant.name, variant.document});
    }
    exec::BenchOptions options;
    options.target = choice.target;
    options.measure.repeats = choice.repeats;
    options.measure.coldCache = choice.coldCache;
    jobs_.start(
        {kSlot, tr("Measuring"), JobQueue::Lane::device}, this,
        [inputs = std::move(inputs), grid,
         options](const JobContext& context) -> Expected<exec::BenchResult> {
            MW_TRY(const auto scenario, exec::makeScenario(*inputs.front().document->root, grid));
            const auto progress = [&](const exec::Progress& at) {
                context.progress(qs(at.what), at.done, at.total);
            };
            return exec::bench(inputs, scenario, options, progress, context.stop());
        },
        [this, variants](Expected<exec::BenchResult> result) {
            if (result)
                workspace_.setBenchResult(std::move(*result), variants);
            else
                emit failed(result.error(), result.error().code == "cancelled"
                                                ? tr("Cancelled")
                                                : tr("The run failed"));
            emit finished();
        });
}

void BenchRunner::cancel() {
    jobs_.cancel(kSlot);
}

} // namespace mw::app

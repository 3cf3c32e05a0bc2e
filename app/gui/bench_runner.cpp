// Measurements and the search for devices, as jobs of the device lane.
#include "app/gui/bench_runner.h"

#include "app/workbench/launches.h"
#include "app/workbench/measure.h"
#include "app/workbench/tune/kept.h"
#include "app/workbench/tune/tune.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <limits>

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
    begin();
    jobs_.start(
        {kSlot, tr("Measuring"), JobQueue::Lane::device, true}, this,
        [this, program = workspace_.program(),
         subjects = workbench::benchInputs(*workspace_.program(), variants),
         inputs = workspace_.runChoice(), grid = workspace_.grid(), settings, target,
         session = session_, memo = memo_,
         asked = asked_](const JobContext& context) -> Expected<bench::BenchResult> {
            MW_TRY(const auto scenario,
                   workbench::scenarioFor(*subjects.front().document->root, inputs, grid()));
            auto options = workbench::benchOptions(settings, target, scenario);
            options.session = session;
            options.memo = memo;
            options.consent = [asked](const auto& code) { return asked->ask(code); };
            const auto progress = [&](const exec::Progress& at) {
                context.progress(qs(at.what), at.done, at.total);
            };
            options.early = [&](const bench::BenchResult& first) {
                context.deliver([this, program, first] {
                    if (workspace_.program() == program)
                        emit firstTimes(first);
                });
            };
            auto result = workbench::measure(subjects, scenario, options, progress, context.stop());
            if (result)
                context.succeeded(outcomeOf(*result));
            return result;
        },
        [this, program = workspace_.program(), variants](Expected<bench::BenchResult> result) {
            if (!result)
                return refuse(result.error());
            emit measured(*result);
            workspace_.setBenchResult(program, std::move(*result), variants);
        });
}

void BenchRunner::begin() {
    const auto& settings = workspace_.project().settings;
    if (!session_ || sessionRunner_ != settings.runner)
        session_ = std::make_shared<exec::Session>(workbench::runnerOptions(settings));
    sessionRunner_ = settings.runner;
    asked_ = std::make_shared<workbench::Consent>(trust_, std::vector{toPath(workspace_.path())});
}

void BenchRunner::refuse(const Diagnostic& why) {
    if (why.code == "untrusted-code")
        return emit consentNeeded(why);
    emit failed(why, why.code == "cancelled" ? tr("Cancelled") : tr("The run failed"));
    emit notMeasured();
}

struct BenchRunner::Tuned {
    workbench::TunedProgram program;
    std::vector<workbench::Step> steps;
    workbench::TuneLog log;
};

namespace {

/// Launches that hold behind the steps: JSON.
std::string choicesAfter(const std::vector<workbench::Step>& steps, std::string before) {
    for (const auto& step : steps)
        if (const auto* launches = std::get_if<history::LaunchRecord>(&step.record))
            before = launches->choices;
    return before;
}

QString tunedText(const workbench::TunedProgram& result) {
    const auto& whole = result.whole;
    const auto tried =
        BenchRunner::tr("%1 tried")
            .arg(viewers::counted(static_cast<qsizetype>(result.launches.measured) +
                                      std::ssize(result.graphs),
                                  BenchRunner::tr("form"), BenchRunner::tr("forms")));
    if (!whole.isFaster())
        return BenchRunner::tr("Tuned: nothing is faster for certain; %1").arg(tried);
    const auto times = [](double ratio) { return viewers::fixedNumber(1 / ratio, 2); };
    return BenchRunner::tr("Tuned: %1 times faster (%2 to %3), outputs agree; %4")
        .arg(times(whole.ratio), times(whole.high), times(whole.low), tried);
}

} // namespace

void BenchRunner::tune(codegen::Target target, double seconds) {
    if (!workspace_.isOpen())
        return;
    begin();
    const auto& project = workspace_.project();
    const auto program = workspace_.program();
    const auto variant = workspace_.current().id;
    const auto search = std::make_shared<Search>(
        Search{program, variant, QPointer<Pane>(&workspace_.activePane()), variant});
    jobs_.start(
        {kSlot, tr("Tuning"), JobQueue::Lane::device, true}, this,
        [start = workbench::benchInput(*program, variant), inputs = workspace_.runChoice(),
         grid = workspace_.grid(), settings = project.settings, target, seconds,
         log = program->tuning, before = program->history->choicesOf(variant), asked = asked_,
         search, this](const JobContext& context) mutable -> Expected<Tuned> {
            MW_TRY(const auto setup,
                   workbench::tuneSetup(std::move(start), inputs, grid(), settings, target,
                                        [asked](const auto& code) { return asked->ask(code); }));
            workbench::TuneOptions options;
            options.target = target;
            options.budget = seconds;
            options.stop = context.stop();
            options.progress = [&](const std::string& what, int done, int total) {
                context.progress(qs(what), done, total);
            };
            options.found = [&](std::vector<workbench::Step> steps,
                                const codegen::Choices& choices) {
                if (!choices.empty())
                    steps.push_back(workbench::launchStep(
                        steps.empty() ? setup.rigs.start.document : steps.back().result.document,
                        choices));
                context.deliver([this, search, steps = std::move(steps)]() mutable {
                    takeFound(*search, std::move(steps));
                });
            };
            Tuned tuned;
            MW_TRY(tuned.program, workbench::tune(setup, options, log));
            MW_TRY(tuned.steps, workbench::stepsOf(setup, tuned.program));
            if (!tuned.steps.empty())
                workbench::keepTuned(log, tuned.steps.back().result.document,
                                     choicesAfter(tuned.steps, before), tuned.program.whole);
            workbench::tellEffects(setup.rigs.start.document, tuned.steps);
            tuned.log = std::move(log);
            return tuned;
        },
        [this, search](Expected<Tuned> tuned) {
            if (tuned)
                takeTuned(*search, std::move(*tuned));
            else
                refuse(tuned.error());
        });
}

/// Who looks on goes along from variant to variant.
void BenchRunner::takeFound(Search& search, std::vector<workbench::Step> steps) {
    search.shown = workspace_.addSteps(
        {search.program, search.start, std::move(steps), search.pane, search.shown, tr("Tune")});
}

/// Where nothing is faster for certain, back to the start; what was found on the way stays.
void BenchRunner::takeTuned(Search& search, Tuned tuned) {
    const auto& program = search.program;
    program->tuning = std::move(tuned.log);
    const bool faster = tuned.program.whole.isFaster() && !tuned.steps.empty();
    takeFound(search, faster ? std::move(tuned.steps) : std::vector<workbench::Step>());
    if (faster)
        for (const auto id : {search.start, search.shown})
            program->history->setPinned(id, true);
    workspace_.workDone(program);
    emit workspace_.measured();
    emit this->tuned(tunedText(tuned.program), faster);
}

void BenchRunner::sweep(codegen::Target target, const workbench::SweepSpace& space) {
    if (!workspace_.isOpen())
        return;
    begin();
    const auto& project = workspace_.project();
    const auto variant = workspace_.current().id;
    jobs_.start(
        {kSlot, tr("Sweeping"), JobQueue::Lane::device, true}, this,
        [start = workbench::benchInput(*workspace_.program(), variant),
         inputs = workspace_.runChoice(), grid = workspace_.grid(), settings = project.settings,
         target, space,
         asked = asked_](const JobContext& context) mutable -> Expected<workbench::SweepResult> {
            MW_TRY(auto setup,
                   workbench::tuneSetup(std::move(start), inputs, grid(), settings, target,
                                        [asked](const auto& code) { return asked->ask(code); }));
            setup.rigs.start.choices = {}; // kernels are set against what the rules choose
            workbench::TuneOptions options;
            options.target = target;
            options.budget = std::numeric_limits<double>::infinity();
            options.repeats = settings.repeats;
            options.stop = context.stop();
            options.progress = [&](const std::string& what, int done, int total) {
                context.progress(qs(what), done, total);
            };
            return workbench::sweep(setup.rigs, space, setup.pipeline, options);
        },
        [this, variant](const Expected<workbench::SweepResult>& result) {
            if (result)
                emit swept(*result, variant);
            else
                refuse(result.error());
        });
}

Expected<void> BenchRunner::trust() const {
    return asked_ ? asked_->agree() : Expected<void>{};
}

void BenchRunner::cancel() {
    jobs_.cancel(kSlot);
}

} // namespace mw::app

// Measuring from the window: the run panel, consent, progress, the report.
#include "app/gui/run_controller.h"

#include "app/gui/bench_runner.h"
#include "app/gui/consent_dialog.h"
#include "app/gui/docks.h"
#include "app/gui/notices.h"
#include "app/gui/save_dialog.h"
#include "app/gui/settings.h"
#include "app/gui/sweep_window.h"
#include "app/gui/trial.h"
#include "app/gui/values_dialog.h"
#include "app/gui/workspace.h"
#include "app/workbench/compare.h"
#include "app/workbench/run_duration.h"
#include "core/bench/baseline.h"
#include "core/bench/chosen_launches.h"
#include "core/io/file.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"

#include <QFileDialog>
#include <QScopedValueRollback>

#include <algorithm>
#include <filesystem>

namespace mw::app {

using namespace viewers;

RunController::RunController(Workspace& workspace, JobQueue& jobs, Docks& docks, Notices& notices,
                             Settings& settings, QWidget* window)
    : QObject(window), workspace_(workspace), jobs_(jobs), docks_(docks), notices_(notices),
      settings_(settings), window_(window),
      bench_(new BenchRunner(workspace, jobs, settings.trustFile(), this)),
      panel_(docks.panel<TimingsPanel>().runPanel()) {
    connectPanel();
    connectRunner();
    connect(&jobs, &JobQueue::changed, this, &RunController::showProgress);
    connect(&workspace, &Workspace::historyChanged, this, &RunController::showPinned);
    connect(&workspace, &Workspace::opened, this, [this] {
        const auto beside = workbench::scenarioBeside(toPath(workspace_.path()));
        panel_.offerScenario(beside ? toQString(*beside) : QString(), openFolder(workspace_));
    });
    for (const auto changed :
         {&Workspace::opened, &Workspace::activated, &Workspace::projectChanged})
        connect(&workspace, changed, this, &RunController::showGrid);
    connect(&workspace, &Workspace::projectOpened, this, &RunController::showProject);
    for (const auto changed : {&Workspace::opened, &Workspace::activated})
        connect(&workspace, changed, this, &RunController::showInputs);
    showProgress();
    showPinned();
    keepChoice(Device::asItWas);
    showGrid();
}

void RunController::connectPanel() {
    panel_.setChoice(settings_.runChoice());
    connect(&settings_, &Settings::changed, this, [this](const QString& key) {
        if (!keeping_ && key.startsWith(QStringLiteral("run/")))
            takeSettings(key == QStringLiteral("run/grid"));
    });
    connect(&panel_, &RunPanel::runnerChanged, this, [this](const QString& command) {
        keepChoice(Device::asItWas);
        bench_->findDevices(command);
    });
    connect(&panel_, &RunPanel::choiceChanged, this, [this] {
        keepChoice(Device::asItWas);
        showEstimate();
    });
    connect(&panel_, &RunPanel::deviceChosen, this, [this] { keepChoice(Device::asChosen); });
    connect(&panel_, &RunPanel::deviceShown, this, &RunController::showGrid);
    connect(&panel_, &RunPanel::deviceShown, this, &RunController::showEstimate);
    connect(&docks_.panel<TimingsPanel>().model(), &QAbstractItemModel::modelReset, this,
            &RunController::showEstimate);
    connect(&docks_, &Docks::fed, this, &RunController::showEstimate); // of other sizes
    connect(&panel_, &RunPanel::valuesRequested, this, &RunController::showValues);
    connect(&panel_, &RunPanel::runRequested, this, &RunController::start);
    connect(&panel_, &RunPanel::cancelRequested, bench_, &BenchRunner::cancel);
    connect(&docks_.panel<TimingsPanel>(), &TimingsPanel::saveReportRequested, this,
            &RunController::saveReport);
}

void RunController::connectRunner() {
    connect(bench_, &BenchRunner::devicesFound, &panel_, &RunPanel::setDevices);
    connect(bench_, &BenchRunner::consentNeeded, this, &RunController::askForConsent);
    connect(bench_, &BenchRunner::failed, &notices_, &Notices::fail);
    connect(bench_, &BenchRunner::tuned, this, [this](const QString& sentence, bool faster) {
        notices_.say(sentence);
        panel_.setMessage(sentence, false);
        if (faster) // its times beside the start's, kernel by kernel
            start();
    });
    connect(bench_, &BenchRunner::measured, this, [this](const bench::BenchResult& result) {
        docks_.giveRoom(QStringLiteral("timings"));
        panel_.setMessage(runText(result), false);
    });
    auto& timings = docks_.panel<TimingsPanel>();
    connect(bench_, &BenchRunner::firstTimes, &timings, &TimingsPanel::showFirstTimes);
    connect(bench_, &BenchRunner::firstTimes, this,
            [this] { docks_.giveRoom(QStringLiteral("timings")); });
    connect(bench_, &BenchRunner::notMeasured, &timings, &TimingsPanel::endFirstTimes);
    connect(bench_, &BenchRunner::notMeasured, this, &RunController::notMeasured);
    connect(bench_, &BenchRunner::failed, &panel_,
            [this](const Diagnostic& why) { panel_.setMessage(qs(why.sentence), true); });
}

/// What is set in the dialog stands in the fields at once.
void RunController::takeSettings(bool withGrid) {
    auto choice = settings_.runChoice();
    const auto before = panel_.choice();
    if (!withGrid)
        choice.grid = before.grid;
    choice.target = before.target; // which device is there is for the machine to say
    if (choice == before)
        return;
    panel_.setChoice(choice);
    keepChoice(Device::asItWas);
    if (choice.runner != before.runner)
        bench_->findDevices(choice.runner);
}

/// The grid that the fields say belongs to the program, the rest to the project, where the next
/// one begins with it.
void RunController::keepChoice(Device device) {
    const auto choice = panel_.choice();
    const auto& project = workspace_.project();
    auto inputs =
        workbench::parseInputChoice(choice.grid.toStdString()).value_or(workspace_.runChoice());
    inputs.set = workspace_.runChoice().set;
    auto settings = project.settings;
    if (device == Device::asChosen)
        settings.target = codegen::name(choice.target);
    settings.runner = choice.runner.toStdString();
    settings.repeats = choice.repeats;
    settings.coldCache = choice.coldCache;
    workspace_.setRun(std::move(inputs), std::move(settings));
    const QScopedValueRollback keeping(keeping_, true);
    auto next = choice; // another program has sizes of its own
    next.grid = settings_.runChoice().grid;
    settings_.setRunChoice(next);
}

/// A project's file brings everything but the command that starts a runner: what is started on a
/// machine is for its user to say.
void RunController::showProject() {
    const auto& project = workspace_.project();
    if (project.file.empty() && project.programs.empty())
        return keepChoice(Device::asItWas);
    const auto inputs = workspace_.runChoice();
    const auto& settings = project.settings;
    auto choice = panel_.choice();
    choice.grid = qs(workbench::toString(inputs));
    choice.repeats = settings.repeats;
    choice.coldCache = settings.coldCache;
    panel_.setChoice(choice);
    if (const auto target = codegen::targetFromName(settings.target))
        panel_.setTarget(*target);
    QStringList set;
    for (const auto& one : inputs.set)
        set << qs(one);
    panel_.setMessage(set.isEmpty() ? QString()
                                    : tr("Values set: %1").arg(set.join(QStringLiteral(", "))),
                      false);
}

/// Of the program of the active pane: each has its own.
void RunController::showInputs() {
    const auto shown = qs(workbench::toString(workspace_.runChoice()));
    auto choice = panel_.choice();
    if (!workspace_.isOpen() || choice.grid == shown)
        return;
    choice.grid = shown;
    panel_.setChoice(choice);
}

bool RunController::prepare() {
    docks_.show(QStringLiteral("timings"));
    const auto choice = panel_.choice();
    if (const auto inputs = workbench::parseInputChoice(choice.grid.toStdString()); !inputs) {
        panel_.setMessage(qs(inputs.error().sentence), true);
        emit notMeasured();
        return false;
    }
    panel_.setMessage({}, false);
    keepChoice(Device::asChosen);
    return true;
}

void RunController::start() {
    again_ = [this] { start(); };
    if (prepare())
        bench_->start(panel_.choice().target);
}

void RunController::tune() {
    again_ = [this] { tune(); };
    if (prepare())
        bench_->tune(panel_.choice().target, settings_.number("run/tune-seconds"));
}

void RunController::sweep() {
    if (!workspace_.isOpen())
        return;
    if (!sweep_)
        makeSweepWindow();
    sweep_->openFor(panel_.choice().target, workspace_.programName());
}

void RunController::makeSweepWindow() {
    sweep_ = &SweepWindow::of(*window_);
    connect(sweep_, &SweepWindow::sweepRequested, this, [this](const workbench::SweepSpace& space) {
        again_ = [this, space] {
            swept_ = workspace_.program();
            if (prepare())
                bench_->sweep(panel_.choice().target, space);
        };
        again_();
    });
    connect(sweep_, &SweepWindow::cancelRequested, bench_, &BenchRunner::cancel);
    connect(sweep_, &SweepWindow::keepRequested, this, &RunController::keepSwept);
    connect(bench_, &BenchRunner::swept, sweep_, &SweepWindow::showResult);
    connect(bench_, &BenchRunner::failed, sweep_, &SweepWindow::refuse);
}

void RunController::keepSwept(history::VariantId variant, const QModelIndex& cell) {
    if (workspace_.program() != swept_)
        return notices_.warn(tr("The program that was swept is not the one that is shown"));
    const auto choices =
        sweep_->model().choicesAt(cell, bench::chosenLaunches(*workspace_.history(), variant));
    if (!choices)
        return;
    workspace_.goTo(variant);
    workspace_.choose(*choices);
}

/// Numbers are for the device in the field, and the field of the grid says for which sizes.
void RunController::showGrid() {
    workspace_.setDeviceShown(panel_.choice().target, panel_.deviceName());
    jobs_.start(
        {QStringLiteral("usual-grid"), tr("Choosing a grid")}, this,
        [grid = workspace_.grid()](const JobContext&) { return grid(); },
        [this](const std::string& grid) { panel_.setUsualGrid(qs(grid)); });
    panel_.setValuesSet(static_cast<int>(workspace_.runChoice().set.size()));
}

void RunController::showValues() {
    if (!values_) {
        values_ = new ValuesDialog(workspace_, jobs_, window_);
        values_->setAttribute(Qt::WA_DeleteOnClose);
        connect(values_, &ValuesDialog::setRequested, this, &RunController::setValues);
    }
    values_->show();
    values_->raise();
    values_->activateWindow();
}

/// They take the place of values that follow from a grid: the one that is meant is kept with them.
void RunController::setValues(std::vector<std::string> set) {
    std::ranges::sort(set);
    auto inputs = workspace_.runChoice();
    if (inputs.isDefault() && !set.empty())
        inputs = workbench::parseInputChoice(panel_.usualGrid().toStdString()).value_or(inputs);
    inputs.set = std::move(set);
    auto choice = panel_.choice();
    choice.grid = qs(workbench::toString(inputs));
    workspace_.setRun(std::move(inputs), workspace_.project().settings);
    panel_.setChoice(choice);
    keepChoice(Device::asItWas);
}

void RunController::findDevices() {
    bench_->findDevices(panel_.choice().runner);
}

void RunController::askForConsent(const Diagnostic& why) {
    auto* dialog = new ConsentDialog(why, workspace_.programName(), window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        if (const auto remembered = bench_->trust(); !remembered)
            notices_.fail(remembered.error(), tr("Not remembered"));
        else
            again_();
    });
    connect(dialog, &QDialog::rejected, this, [this, why] {
        panel_.setMessage(tr("Not run: its own C++ is not trusted"), true);
        workspace_.selection().setHighlights(why.location.elements);
        emit notMeasured();
    });
    dialog->open();
}

void RunController::showComparison() {
    docks_.show(QStringLiteral("log"));
    const auto comparison = workbench::compare(*workspace_.program());
    if (!comparison)
        return notices_.fail(comparison.error(), tr("Not compared"));
    for (const auto& line : workbench::toLines(*comparison))
        notices_.say(qs(line));
}

void RunController::saveReport() {
    if (!workspace_.benchResult())
        return;
    auto* dialog =
        saveDialog(window_, "save-report", tr("Save the report"),
                   suggestedFile(workspace_, workspace_.fileStem() + QStringLiteral(".html")),
                   tr("HTML (*.html)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        if (const auto free = workspace_.checkNoInput(file); !free)
            notices_.fail(free.error(), tr("Not saved"));
        else
            writeReport(file);
    });
    dialog->open();
}

void RunController::writeReport(const QString& file) {
    jobs_.start(
        {QStringLiteral("report"), tr("Saving the report"), JobQueue::Lane::pool, true}, this,
        [file, result = bench::withBaseline(
                   *workspace_.benchResult(),
                   static_cast<std::size_t>(workspace_.measuredBaseline()))](const JobContext&) {
            return io::writeFileAtomically(std::filesystem::path(file.toStdString()),
                                           bench::toHtml(result));
        },
        [this, file](const Expected<void>& done) {
            if (!done)
                notices_.fail(done.error(), tr("Not saved"));
            else
                notices_.wrote(tr("Saved %1").arg(file), file);
        });
}

namespace {

/// "timing 12 / 30, about 40 s left".
QString progressText(const JobQueue::Running& job) {
    const auto& [what, done, total] = job.progress;
    if (total <= 0)
        return what;
    return viewers::withTimeLeft(QStringLiteral("%1 %2 / %3").arg(what).arg(done).arg(total),
                                 job.secondsLeft);
}

} // namespace

/// A measurement that runs shows how far it is in the place of the button that started it.
void RunController::showProgress() {
    const auto show = [this](bool running, const QString& what, int done, int total) {
        panel_.setProgress(running, what, done, total);
        if (sweep_)
            sweep_->setProgress(running, what, done, total);
    };
    for (const auto& job : jobs_.running())
        if (job.spec.slot == BenchRunner::kSlot)
            return show(true, job.cancelled ? tr("cancelling …") : progressText(job),
                        job.progress.done, job.progress.total);
    show(false, {}, 0, 0);
}

/// By the last measurement of the program, where it is for this device and these sizes.
void RunController::showEstimate() {
    QString text;
    const auto& last = workspace_.benchResult();
    if (workspace_.isOpen() && last && !docks_.panel<TimingsPanel>().model().otherSizes()) {
        std::vector<std::string> names;
        for (const auto id : workspace_.variantsToRun())
            names.push_back(workspace_.history()->find(id)->name);
        auto options = last->measure;
        options.repeats = panel_.choice().repeats;
        if (const auto seconds =
                workbench::secondsOfRun(*last, panel_.choice().target, names, options))
            text = tr("A run takes about %1, and what compiling takes, by the last one")
                       .arg(microseconds(*seconds * 1e6));
    }
    panel_.setEstimate(text);
}

void RunController::showPinned() {
    const bool open = workspace_.isOpen();
    showEstimate();
    panel_.setPinned(open ? static_cast<int>(workspace_.history()->pinned().size()) : 0, open,
                     !open || workspace_.variantsToRun().size() == 1);
}

} // namespace mw::app

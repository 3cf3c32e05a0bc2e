// Measuring from the window: the run panel, consent, the report, heat on the canvas.
#include "app/gui/bench_runner.h"
#include "app/gui/consent_dialog.h"
#include "app/gui/docks.h"
#include "app/gui/heat.h"
#include "app/gui/main_window.h"
#include "app/gui/settings.h"
#include "core/io/file.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"

#include <QFileDialog>

#include <filesystem>

namespace mw::app {

using namespace viewers;

void MainWindow::connectRun() {
    auto& panel = docks_->panel<TimingsPanel>().runPanel();
    const auto choice = settings_.runChoice();
    if (!choice.grid.isEmpty() || !choice.runner.isEmpty())
        panel.setChoice(choice);
    connect(&panel, &RunPanel::runnerChanged, this, [this](const QString& command) {
        settings_.setRunChoice(docks_->panel<TimingsPanel>().runPanel().choice());
        bench_->findDevices(command);
    });
    connect(bench_, &BenchRunner::consentNeeded, this, &MainWindow::askForConsent);
    connect(&panel, &RunPanel::runRequested, this, &MainWindow::startBench);
    connect(&panel, &RunPanel::cancelRequested, bench_, &BenchRunner::cancel);
    connect(bench_, &BenchRunner::devicesFound, &panel, &RunPanel::setDevices);
    connect(bench_, &BenchRunner::failed, this, &MainWindow::showError);
    connect(bench_, &BenchRunner::failed, &panel,
            [&panel](const Diagnostic& why) { panel.setMessage(qs(why.sentence), true); });
    connect(&docks_->panel<TimingsPanel>(), &TimingsPanel::saveReportRequested, this,
            &MainWindow::saveReport);
    updateRun();
}

void MainWindow::saveReport() {
    if (!workspace_->benchResult())
        return;
    const auto file = QFileDialog::getSaveFileName(this, tr("Save the report"),
                                                   workspace_->fileStem() + QStringLiteral(".html"),
                                                   tr("HTML (*.html)"));
    if (file.isEmpty())
        return;
    if (const auto free = workspace_->checkNoInput(file); !free) {
        showError(free.error(), tr("Not saved"));
        return;
    }
    jobs_->start(
        {QStringLiteral("report"), tr("Saving the report")}, this,
        [file, result = *workspace_->benchResult()](const viewers::JobContext&) {
            return io::writeFileAtomically(std::filesystem::path(file.toStdString()),
                                           exec::toHtml(result));
        },
        [this, file](const Expected<void>& done) {
            if (!done)
                showError(done.error(), tr("Not saved"));
            else
                say(tr("Saved %1").arg(file));
        });
}

void MainWindow::findDevices() {
    bench_->findDevices(docks_->panel<TimingsPanel>().runPanel().choice().runner);
}

void MainWindow::askForConsent(const Diagnostic& why) {
    auto* dialog = new ConsentDialog(why, workspace_->programName(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        if (const auto remembered = bench_->trust(); !remembered)
            showError(remembered.error(), tr("Not remembered"));
        else
            startBench();
    });
    connect(dialog, &QDialog::rejected, this, [this, why] {
        docks_->panel<TimingsPanel>().runPanel().setMessage(
            tr("Not run: its own C++ is not trusted"), true);
        workspace_->selection().setHighlights(why.location.elements);
    });
    dialog->open();
}

void MainWindow::startBench() {
    auto& panel = docks_->panel<TimingsPanel>().runPanel();
    docks_->show(QStringLiteral("timings"));
    const auto grid = panel.grid();
    if (!grid) {
        panel.setMessage(qs(grid.error().sentence), true);
        return;
    }
    panel.setMessage({}, false);
    settings_.setRunChoice(panel.choice());
    bench_->start(*grid, panel.choice());
}

void MainWindow::showHeat() {
    const auto heat = heatOf(*workspace_);
    if (heat.values.empty()) {
        canvas_->clearHeat();
        canvas_->setAnnotations({});
        return;
    }
    canvas_->setHeat(heat.values, heat.legend, heat.low, heat.high);
    canvas_->setAnnotations(heat.texts);
}

void MainWindow::updateRun() {
    const int pinned =
        workspace_->isOpen() ? static_cast<int>(workspace_->history()->pinned().size()) : 0;
    docks_->panel<TimingsPanel>().runPanel().setPinned(pinned, workspace_->isOpen());
}

} // namespace mw::app

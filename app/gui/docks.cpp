#include "app/gui/docks.h"

#include "app/gui/workspace.h"
#include "core/analysis/analysis.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/code_panel.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/problems_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/panels/transformation_panel.h"

#include <QDockWidget>
#include <QMainWindow>

namespace mw::app {

using namespace viewers;

Docks::Docks(QMainWindow* window, Workspace& workspace, JobQueue& jobs)
    : QObject(window), outline(new OutlinePanel), inspector(new InspectorPanel),
      transformations(new TransformationPanel(jobs)), history(new HistoryPanel),
      timings(new TimingsPanel), code(new CodePanel(jobs)), problems(new ProblemsPanel),
      log(new LogPanel), window_(window), workspace_(workspace), jobs_(jobs) {
    add(QStringLiteral("outline"), tr("Outline"), outline, Qt::LeftDockWidgetArea);
    add(QStringLiteral("inspector"), tr("Inspector"), inspector, Qt::RightDockWidgetArea);
    add(QStringLiteral("transformations"), tr("Transformations"), transformations,
        Qt::BottomDockWidgetArea);
    add(QStringLiteral("history"), tr("History"), history, Qt::BottomDockWidgetArea);
    add(QStringLiteral("timings"), tr("Timings"), timings, Qt::BottomDockWidgetArea);
    add(QStringLiteral("code"), tr("Code"), code, Qt::BottomDockWidgetArea);
    add(QStringLiteral("problems"), tr("Problems"), problems, Qt::BottomDockWidgetArea);
    add(QStringLiteral("log"), tr("Log"), log, Qt::BottomDockWidgetArea);
    window->setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    resetLayout();
    connectSelection();
    connectVariant();
    connectEdits();
}

QDockWidget* Docks::add(const QString& id, const QString& title, QWidget* panel, int area) {
    auto* dock = new QDockWidget(title, window_);
    dock->setObjectName(QStringLiteral("dock-") + id);
    dock->setWidget(panel);
    window_->addDockWidget(static_cast<Qt::DockWidgetArea>(area), dock);
    // The tabs of the bottom area are title enough.
    if (area == Qt::BottomDockWidgetArea)
        dock->setTitleBarWidget(new QWidget(dock));
    docks_[id] = dock;
    return dock;
}

void Docks::resetLayout() {
    const auto dock = [this](const char* id) { return docks_.at(QString::fromLatin1(id)); };
    for (auto& [id, each] : docks_) {
        each->setFloating(false);
        each->show();
    }
    window_->addDockWidget(Qt::LeftDockWidgetArea, dock("outline"));
    window_->addDockWidget(Qt::RightDockWidgetArea, dock("inspector"));
    auto* first = dock("transformations");
    window_->addDockWidget(Qt::BottomDockWidgetArea, first);
    auto* previous = first;
    for (const auto* id : {"history", "timings", "code", "problems", "log"}) {
        window_->tabifyDockWidget(previous, dock(id));
        previous = dock(id);
    }
    first->raise();
    window_->resizeDocks({dock("outline"), dock("inspector")}, {320, 400}, Qt::Horizontal);
    window_->resizeDocks({first}, {330}, Qt::Vertical);
}

void Docks::show(const QString& id) {
    const auto found = docks_.find(id);
    if (found == docks_.end())
        return;
    found->second->show();
    found->second->raise();
}

void Docks::setTheme(ThemeKind kind) {
    inspector->setTheme(kind);
    transformations->setTheme(kind);
    history->setTheme(kind);
    timings->setTheme(kind);
    code->setTheme(kind);
    log->setFont(Theme::of(kind).mono);
}

void Docks::connectSelection() {
    auto& selection = workspace_.selection();
    const auto select = [this](const std::vector<ElementId>& ids) {
        if (workspace_.isOpen())
            workspace_.selection().set(existing(*workspace_.index(), ids));
    };
    const auto highlight = [this](const std::vector<ElementId>& ids) {
        workspace_.selection().setHighlights(ids);
    };
    connect(outline, &OutlinePanel::selectRequested, this, select);
    connect(inspector, &InspectorPanel::selectRequested, this, select);
    connect(timings, &TimingsPanel::selectRequested, this, select);
    connect(code, &CodePanel::selectRequested, this, select);
    connect(problems, &ProblemsPanel::selectRequested, this, select);
    connect(transformations, &TransformationPanel::highlightRequested, this, highlight);
    connect(code, &CodePanel::highlightRequested, this, highlight);
    connect(&selection, &Selection::changed, this, [this](const std::vector<ElementId>& ids) {
        outline->setSelection(ids);
        inspector->show(workspace_.index(), ids);
        transformations->setSelection(ids);
        timings->setSelection(ids);
        code->setSelection(ids);
    });
}

void Docks::connectVariant() {
    connect(&workspace_, &Workspace::variantChanged, this, [this] {
        const auto index = workspace_.index();
        outline->setIndex(index);
        inspector->show(index, workspace_.selection().ids());
        transformations->setIndex(index);
        code->setDocument(index ? index->document() : nullptr);
        timings->setVariant(index ? qs(workspace_.current().name) : QString());
        validate();
    });
    connect(&workspace_, &Workspace::historyChanged, this,
            [this] { history->setHistory(workspace_.history()); });
    connect(&workspace_, &Workspace::benchChanged, this,
            [this] { timings->setResult(workspace_.benchResult()); });
}

void Docks::validate() {
    const auto index = workspace_.index();
    if (!index) {
        jobs_.discard(QStringLiteral("validate"));
        problems->setFindings({}, nullptr);
        return;
    }
    startValidation(index, false);
}

/// The quick checks first; what takes longer follows and replaces them.
void Docks::startValidation(std::shared_ptr<const ir::DocumentIndex> index, bool thorough) {
    const auto title = thorough ? tr("Checking ranges") : tr("Checking");
    jobs_.start(
        {QStringLiteral("validate"), title}, this,
        [index, thorough](const JobContext& context) {
            return analysis::validate(
                *index, {.thorough = thorough, .stop = [&] { return context.stopRequested(); }});
        },
        [this, index, thorough](std::vector<Diagnostic> findings) {
            problems->setFindings(std::move(findings), index);
            const int serious = problems->model().count(Severity::error) +
                                problems->model().count(Severity::warning);
            docks_.at(QStringLiteral("problems"))
                ->setWindowTitle(serious > 0 ? tr("Problems (%1)").arg(serious) : tr("Problems"));
            if (!thorough)
                startValidation(index, true);
        });
}

void Docks::connectEdits() {
    connect(transformations, &TransformationPanel::applyRequested, &workspace_, &Workspace::apply);
    connect(transformations, &TransformationPanel::applyAllRequested, &workspace_,
            &Workspace::applyAll);
    connect(problems, &ProblemsPanel::repairRequested, &workspace_, &Workspace::repair);
    connect(history, &HistoryPanel::goToRequested, &workspace_, &Workspace::goTo);
    connect(history, &HistoryPanel::renameRequested, &workspace_, &Workspace::rename);
    connect(history, &HistoryPanel::pinRequested, &workspace_, &Workspace::setPinned);
}

} // namespace mw::app

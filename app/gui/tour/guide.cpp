// Binds the tour to the window.
#include "app/gui/tour/guide.h"

#include "app/gui/docks.h"
#include "app/gui/file_keeper.h"
#include "app/gui/notices.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/program_pane.h"
#include "app/gui/samples.h"
#include "app/gui/settings.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/panels/transformation_panel.h"

#include <algorithm>
#include <utility>

namespace mw::app {

namespace {

/// Empty: the samples are not installed.
QString samplePath() {
    const auto all = samples();
    const auto found = std::ranges::find(all, QLatin1String(kTourSample), &Sample::name);
    return found == all.end() ? QString() : found->path;
}

} // namespace

TourGuide::TourGuide(Workspace& workspace, FileKeeper& files, PaneArea& panes, Docks& docks,
                     Settings& settings, Notices& notices, QObject* parent)
    : QObject(parent), workspace_(workspace), files_(files), panes_(panes), docks_(docks),
      settings_(settings), notices_(notices), tour_(settings.tourProgress()) {
    connectWindow();
}

void TourGuide::connectWindow() {
    connect(&workspace_, &Workspace::opened, this, [this] {
        lookAtProgram();
        opened_ = true; // its variant is told next
    });
    connect(&workspace_, &Workspace::activated, this, [this] {
        lookAtProgram();
        if (running_)
            showStep();
    });
    connect(&workspace_, &Workspace::variantChanged, this, [this] {
        if (sampleShown_ && workspace_.current().id != shown_)
            cameFrom_ = std::exchange(shown_, workspace_.current().id);
        if (std::exchange(opened_, false) && running_)
            begin();
        look();
    });
    connect(&workspace_, &Workspace::exportDone, this, [this] {
        exports_ += sampleShown_ ? 1 : 0;
        look();
    });
    for (const auto changed : {&Workspace::selectionChanged, &Workspace::historyChanged,
                               &Workspace::benchChanged, &Workspace::projectChanged})
        connect(&workspace_, changed, this, &TourGuide::look);
    connect(&panes_, &PaneArea::viewChanged, this, &TourGuide::look);
    connect(&panes_, &PaneArea::bracketChosen, this, &TourGuide::look);
    connect(&panes_, &PaneArea::bracketsChanged, this, &TourGuide::offerBracket);
    connect(&panes_, &PaneArea::layoutFinished, this, [this] {
        if (std::exchange(pointing_, false))
            point();
    });
}

TourScene TourGuide::scene() const {
    TourScene scene;
    scene.exports = exports_;
    scene.cannotRun = docks_.panel<viewers::TimingsPanel>().runPanel().lacking();
    if (!sampleShown_)
        return scene;
    scene.program = workspace_.program().get();
    scene.index = workspace_.index();
    QString note;
    scene.values = valuesFor(*workspace_.current().document->root, workspace_.runChoice(),
                             workspace_.grid()(), note);
    scene.selection = workspace_.selection().ids();
    scene.kernelsShown = panes_.view() == PaneView::program;
    const auto& view = panes_.programView();
    if (const auto chosen = view.currentBracket(); chosen && scene.kernelsShown)
        scene.bracket = view.brackets()[*chosen];
    scene.cameFrom = cameFrom_;
    return scene;
}

// --- What the user does -----------------------------------------------------------------------

void TourGuide::lookAtProgram() {
    const auto sample = samplePath();
    const bool shown = workspace_.isOpen() && !sample.isEmpty() &&
                       workbench::isSameFile(toPath(workspace_.path()), toPath(sample));
    sampleShown_ = shown;
    shown_ = shown ? workspace_.current().id : history::VariantId{};
    cameFrom_ = {};
}

/// With the program that has just been shown.
void TourGuide::begin() {
    if (sampleShown_ && std::exchange(startsAnew_, false)) {
        if (const auto root = workspace_.history()->root().id; workspace_.current().id != root) {
            workspace_.goTo(root);
            notices_.say(tr("The tour begins with the original; your variants stand in History"));
        }
        tour_.restart(scene());
    }
    showStep();
    // Whoever shows the graph learns of it as we do: places of elements are known later.
    QMetaObject::invokeMethod(this, &TourGuide::point, Qt::QueuedConnection);
}

void TourGuide::look() {
    if (!running_)
        return;
    const auto before = tour_.verdict();
    const bool done = tour_.look(scene());
    const auto& now = tour_.verdict();
    if (done)
        settings_.setTourProgress(tour_.progress());
    if (done || now.said != before.said || now.done != before.done)
        emit changed();
}

// --- From step to step ------------------------------------------------------------------------

void TourGuide::start() {
    const auto sample = samplePath();
    if (sample.isEmpty())
        return notices_.fail(fail("no-samples", "The samples are not installed.").value(),
                             tr("The tour cannot begin"));
    startsAnew_ = startsAnew_ || !tour_.isBegun() || tour_.isFinished();
    running_ = true;
    if (sampleShown_)
        begin();
    else
        files_.open({sample});
    tell();
}

void TourGuide::restart() {
    startsAnew_ = true;
    start();
}

void TourGuide::close() {
    running_ = false;
    pointing_ = false;
    emit changed();
}

void TourGuide::next() {
    if (tour_.isLast()) {
        close();
        return;
    }
    tour_.next();
    enter();
}

void TourGuide::back() {
    tour_.back();
    enter();
}

void TourGuide::skip() {
    tour_.skip();
    enter();
}

void TourGuide::goTo(std::size_t step) {
    tour_.goTo(step);
    enter();
}

void TourGuide::again() {
    if (sampleShown_)
        rewind(tour_.step().rewind);
    tour_.again(scene());
    enter();
}

/// The open step, as if it had just been turned to.
void TourGuide::enter() {
    point();
    showStep();
}

void TourGuide::showStep() {
    tour_.look(scene());
    tell();
}

void TourGuide::tell() {
    settings_.setTourProgress(tour_.progress());
    emit changed();
}

/// Brings what the step speaks of into view.
void TourGuide::point() {
    const auto& step = tour_.step();
    if (!sampleShown_ || !running_)
        return;
    if (step.panel)
        docks_.show(QString::fromLatin1(step.panel));
    if (step.view && !tour_.isDone(tour_.at()))
        panes_.setView(*step.view);
    if (step.rewind == TourRewind::selection && !tour_.isDone(tour_.at()))
        workspace_.selection().set({}); // what was pointed at before
    offerBracket();
    if (step.transformation) {
        workspace_.selection().set({}); // lines of the whole graph
        docks_.panel<viewers::TransformationPanel>().choose(step.transformation);
    }
    if (const auto element = tourExample(*workspace_.index()).at(step.target))
        pointAt(element);
}

/// Where a fusion is to be done the list of kernels has the keyboard, and a bracket is chosen as
/// soon as there is one.
void TourGuide::offerBracket() {
    const bool isWanted = running_ && sampleShown_ && !tour_.isDone(tour_.at()) &&
                          tour_.step().rewind == TourRewind::fusion;
    auto& view = panes_.programView();
    if (!isWanted || view.currentBracket() || view.brackets().empty())
        return;
    view.setFocus(Qt::OtherFocusReason);
    view.chooseBracket(0);
}

void TourGuide::pointAt(ElementId element) {
    panes_.setView(PaneView::canvas);
    workspace_.selection().set({element});
    pointing_ = panes_.isLayoutRunning();
    if (!pointing_)
        panes_.canvas().frame({element});
}

void TourGuide::goToVariant(history::VariantId id) {
    if (id)
        workspace_.goTo(id);
}

void TourGuide::rewind(TourRewind what) {
    const auto& history = *workspace_.history();
    const auto unselect = [this] { workspace_.selection().set({}); };
    switch (what) {
    case TourRewind::none:
        return;
    case TourRewind::selection:
    case TourRewind::graph:
        panes_.setView(PaneView::canvas);
        return unselect();
    case TourRewind::bracket:
        panes_.programView().chooseBracket(std::nullopt);
        return unselect();
    case TourRewind::original:
    case TourRewind::fusion:
        return goToVariant(history.root().id);
    case TourRewind::unblocked:
        while (tour::isBlocked(history, workspace_.current().id))
            workspace_.undo();
        return;
    case TourRewind::redone:
        return cameFrom_ ? goToVariant(cameFrom_) : workspace_.redo();
    case TourRewind::pins:
    case TourRewind::everyPin:
        for (const auto& variant : std::vector(history.variants())) {
            const bool pin = what == TourRewind::everyPin && variant.measured.contains("device-us");
            if (variant.pinned != pin)
                workspace_.setPinned(variant.id, pin);
        }
    }
}

} // namespace mw::app

// Puts the panes side by side: one frame each, one of them active.
#include "app/gui/pane_area.h"

#include "app/gui/pane.h"
#include "app/gui/pane_frame.h"
#include "app/gui/pane_handle.h"
#include "app/gui/pane_link.h"
#include "app/gui/pane_overlays.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/program/program_view.h"

#include <algorithm>

namespace mw::app {

using viewers::GraphCanvas;

PaneArea::PaneArea(Workspace& workspace, viewers::JobQueue& jobs, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), workspace_(workspace), jobs_(jobs),
      link_(new PaneLink(workspace, jobs, this)) {
    setObjectName(QStringLiteral("panes"));
    setChildrenCollapsible(false);
    for (auto* pane : workspace.panes())
        add(*pane);
    connect(&workspace, &Workspace::paneAdded, this, &PaneArea::add);
    connect(&workspace, &Workspace::paneClosed, this, &PaneArea::remove);
    connect(&workspace, &Workspace::activated, this, &PaneArea::showActive);
    connect(&workspace, &Workspace::historyChanged, this, [this] {
        for (auto* frame : frames_)
            frame->showMarks();
    });
    connect(&workspace, &Workspace::benchChanged, this, [this] {
        for (auto* frame : frames_)
            frame->showTimes();
        link_->refresh();
    });
    constexpr int kPause = 150; // ms
    sight_.setSingleShot(true);
    sight_.setInterval(kPause);
    connect(&sight_, &QTimer::timeout, this, &PaneArea::sightChanged);
    connect(&workspace, &Workspace::activated, &sight_, qOverload<>(&QTimer::start));
    connect(link_, &PaneLink::compared, this, &PaneArea::compared);
    connect(link_, &PaneLink::tied, this, &PaneArea::showBands);
}

GraphCanvas& PaneArea::canvas() const {
    return activeFrame().canvas();
}

viewers::ProgramView& PaneArea::programView() const {
    return activeFrame().programView();
}

QWidget* PaneArea::picture() const {
    return activeFrame().picture();
}

PaneView PaneArea::view() const {
    return activeFrame().view();
}

void PaneArea::setView(PaneView view) {
    activeFrame().setView(view);
}

void PaneArea::showScope(ElementId scope) {
    activeFrame().showScope(scope);
}

PaneOverlays& PaneArea::overlays() const {
    return activeFrame().overlays();
}

PaneFrame& PaneArea::activeFrame() const {
    return **std::ranges::find_if(
        frames_, [this](PaneFrame* frame) { return &frame->pane() == &workspace_.activePane(); });
}

/// Of the pane that shows the same program: both have one order.
void PaneArea::takePictures(PaneFrame& frame) {
    for (PaneFrame* other : frames_)
        if (other != &frame && frame.pane().isOpen() && other->pane().isOpen() &&
            other->pane().program() == frame.pane().program())
            frame.canvas().takePicturesOf(other->canvas());
}

void PaneArea::add(Pane& pane) {
    auto* frame = new PaneFrame(pane, workspace_, jobs_);
    if (!frames_.empty()) {
        frame->canvas().setVolumesVisible(canvas().areVolumesVisible());
        frame->canvas().setMinimapVisible(canvas().isMinimapVisible());
        for (const auto on : {OverlayOn::nodes, OverlayOn::edges})
            frame->overlays().choose(activeFrame().overlays().chosen(on).id);
    }
    frame->setTheme(theme_);
    if (!frames_.empty())
        frame->setView(frames_.back()->view());
    connect(&pane, &Pane::opened, this, [this, frame] { takePictures(*frame); });
    connect(frame, &PaneFrame::viewChanged, this, &PaneArea::viewChanged);
    connect(frame, &PaneFrame::viewChanged, link_, &PaneLink::refresh);
    connect(frame, &PaneFrame::sightMoved, &sight_, qOverload<>(&QTimer::start));
    connect(&frame->programView(), &viewers::ProgramView::bracketChosen, this,
            &PaneArea::bracketChosen);
    connect(&frame->programView(), &viewers::ProgramView::orderChanged, this,
            &PaneArea::orderChanged);
    connect(&frame->programView(), &viewers::ProgramView::bracketsChanged, this,
            &PaneArea::bracketsChanged);
    connect(&frame->programView(), &viewers::ProgramView::said, this, &PaneArea::said);
    connect(frame, &PaneFrame::actionRequested, this, &PaneArea::actionRequested);
    connect(frame, &PaneFrame::rowsChanged, link_, &PaneLink::refresh);
    connect(&pane, &Pane::variantChanged, link_, &PaneLink::refresh);
    connect(frame, &PaneFrame::activateRequested, this,
            [this, frame] { workspace_.activate(frame->pane()); });
    connect(frame, &PaneFrame::fillRequested, this, [this, frame] { emit fillRequested(frame); });
    connect(frame, &PaneFrame::closeRequested, this,
            [this, frame] { workspace_.closePane(frame->pane()); });
    connect(frame, &PaneFrame::tabCloseRequested, this,
            [this, &pane](std::size_t tab) { emit tabCloseRequested(pane, tab); });
    connect(frame, &PaneFrame::hovered, this, &PaneArea::hovered);
    connect(&frame->canvas(), &GraphCanvas::layoutFinished, this, &PaneArea::layoutFinished);
    connect(frame, &PaneFrame::scopeChanged, this, &PaneArea::scopeChanged);
    connect(frame, &PaneFrame::menuRequested, this, &PaneArea::menuRequested);
    connect(frame, &PaneFrame::overlayChanged, this, &PaneArea::overlayChanged);
    connect(&pane, &Pane::variantChanged, this, [this, frame] {
        for (auto* other : frames_)
            if (other != frame)
                other->overlays().refreshDifference();
    });
    connect(&frame->canvas(), &GraphCanvas::searchRequested, this, &PaneArea::searchRequested);
    frames_.push_back(frame);
    addWidget(frame);
    setSizes(QList<int>(static_cast<qsizetype>(frames_.size()), width()));
    link_->setFrames(frames_);
}

void PaneArea::remove(const Pane& pane) {
    const auto found = std::ranges::find_if(
        frames_, [&pane](PaneFrame* frame) { return &frame->pane() == &pane; });
    auto* frame = *found;
    frames_.erase(found);
    frame->hide();
    frame->deleteLater();
    link_->setFrames(frames_);
    showActive();
}

void PaneArea::showActive() {
    for (auto* frame : frames_)
        frame->setActive(&frame->pane() == &workspace_.activePane(), frames_.size() == 1);
    if (frames_.size() > 1)
        activeFrame().picture()->setFocus(Qt::OtherFocusReason);
}

QSplitterHandle* PaneArea::createHandle() {
    auto* made = new PaneHandle(*this);
    made->setTheme(theme_);
    return made;
}

void PaneArea::showBands(bool tied) {
    for (auto* gap : findChildren<PaneHandle*>(Qt::FindDirectChildrenOnly))
        if (!tied || gap != handle(1))
            gap->setViews(nullptr, nullptr);
    if (tied)
        if (auto* gap = dynamic_cast<PaneHandle*>(handle(1)))
            gap->setViews(&frames_[0]->programView(), &frames_[1]->programView());
}

std::vector<ElementId> PaneArea::elementsInSight() const {
    return activeFrame().elementsInSight();
}

void PaneArea::activateNext() {
    const auto at = std::ranges::find(frames_, &activeFrame());
    auto* next = std::next(at) == frames_.end() ? frames_.front() : *std::next(at);
    workspace_.activate(next->pane());
}

void PaneArea::setMovingTogether(bool together) {
    link_->setMoving(together);
}

bool PaneArea::areMovingTogether() const {
    return link_->areMoving();
}

void PaneArea::setTheme(viewers::ThemeKind kind) {
    theme_ = kind;
    for (auto* frame : frames_)
        frame->setTheme(kind);
    for (auto* gap : findChildren<PaneHandle*>(Qt::FindDirectChildrenOnly))
        gap->setTheme(kind);
}

void PaneArea::setDetails(bool volumes, bool minimap) {
    for (auto* frame : frames_) {
        frame->canvas().setVolumesVisible(volumes);
        frame->canvas().setMinimapVisible(minimap);
    }
}

bool PaneArea::isLayoutRunning() const {
    return std::ranges::any_of(frames_,
                               [](PaneFrame* frame) { return frame->canvas().isLayoutRunning(); });
}

} // namespace mw::app

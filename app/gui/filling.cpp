// Lets one part fill the window: by key, by a double click on a tab or title.
#include "app/gui/filling.h"

#include "app/gui/docks.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/workspace.h"

#include <QChildEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QMouseEvent>
#include <QTabBar>

#include <utility>

namespace mw::app {

Filling::Filling(QMainWindow* window, Workspace& workspace, Docks& docks, PaneArea& panes)
    : QObject(window), window_(window), docks_(docks), panes_(panes) {
    window_->installEventFilter(this); // for the tabs of docks, which come and go
    for (auto* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->installEventFilter(this);
    for (const auto& entry : docks_.all())
        entry.dock->installEventFilter(this);
    connect(&panes, &PaneArea::fillRequested, this, &Filling::togglePane);
    connect(&workspace, &Workspace::paneAdded, this, &Filling::fold);
    connect(&workspace, &Workspace::paneClosed, this, &Filling::unfold);
    connect(&docks, &Docks::aboutToShow, this, [this](QDockWidget* dock) {
        if (alone_ && dock != alone_ && !window_->tabifiedDockWidgets(alone_).contains(dock))
            restore();
    });
}

void Filling::fold() {
    constexpr int kWide = 1800; // pixels: two panes have room beside the panels
    if (window_->width() >= kWide || !folded_.isEmpty())
        return;
    restore();
    for (const auto& entry : docks_.all())
        if (entry.info.area != Qt::BottomDockWidgetArea && !entry.dock->isHidden() &&
            !entry.dock->isFloating() && window_->dockWidgetArea(entry.dock) == entry.info.area) {
            folded_ << entry.dock;
            entry.dock->hide();
        }
}

void Filling::unfold() {
    restore();
    for (auto* dock : std::exchange(folded_, {}))
        dock->show();
}

void Filling::begin() {
    restore();
    before_ = window_->saveState();
}

void Filling::restore() {
    if (!isFilled())
        return;
    QPointer<QDockWidget> front;
    if (alone_) { // another of its tabs may be in front by now
        auto tabs = window_->tabifiedDockWidgets(alone_);
        tabs << alone_;
        for (auto* dock : tabs)
            if (!dock->visibleRegion().isEmpty())
                front = dock;
    }
    alone_ = nullptr;
    window_->centralWidget()->show();
    for (auto* frame : panes_.frames())
        frame->show();
    window_->restoreState(std::exchange(before_, {}));
    if (front && front->isVisible())
        front->raise();
    emit changed();
}

void Filling::hideAllBut(const QList<QDockWidget*>& shown) {
    for (const auto& entry : docks_.all())
        if (!shown.contains(entry.dock) && !entry.dock->isFloating())
            entry.dock->hide();
}

void Filling::togglePanels() {
    if (isFilled())
        return restore();
    begin();
    hideAllBut({});
    emit changed();
}

void Filling::togglePane(PaneFrame* frame) {
    if (isFilled())
        return restore();
    begin();
    hideAllBut({});
    for (auto* other : panes_.frames())
        other->setVisible(other == frame);
    emit changed();
}

void Filling::togglePanel(QDockWidget* dock) {
    if (alone_)
        return restore();
    if (dock->isFloating())
        return;
    begin();
    dock->show();
    auto beside = window_->tabifiedDockWidgets(dock);
    beside << dock;
    hideAllBut(beside);
    window_->centralWidget()->hide();
    dock->raise();
    alone_ = dock;
    emit changed();
}

void Filling::toggleFocused() {
    for (auto* at = window_->focusWidget(); at; at = at->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(at))
            return togglePanel(dock);
    togglePane(&panes_.activeFrame());
}

QDockWidget* Filling::dockOf(const QTabBar& bar, int tab) const {
    for (const auto& entry : docks_.all())
        if (tab >= 0 && entry.dock->windowTitle() == bar.tabText(tab))
            return entry.dock;
    return nullptr;
}

/// What is above the panel itself.
bool Filling::isOfTitle(const QDockWidget& dock, const QPoint& at) const {
    return !dock.isFloating() && dock.widget() && at.y() < dock.widget()->y();
}

bool Filling::eventFilter(QObject* watched, QEvent* event) {
    if (watched == window_) {
        auto* child = event->type() == QEvent::ChildPolished
                          ? qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())
                          : nullptr;
        if (child)
            child->installEventFilter(this);
        return false;
    }
    if (event->type() != QEvent::MouseButtonDblClick)
        return false;
    const auto* click = static_cast<QMouseEvent*>(event);
    const QPoint at = click->position().toPoint();
    if (click->button() != Qt::LeftButton)
        return false;
    QDockWidget* dock = nullptr;
    if (const auto* bar = qobject_cast<QTabBar*>(watched))
        dock = dockOf(*bar, bar->tabAt(at));
    else if (auto* title = qobject_cast<QDockWidget*>(watched); title && isOfTitle(*title, at))
        dock = title;
    if (!dock)
        return false;
    // The tabs may be others afterwards: not while one of them is being clicked.
    QMetaObject::invokeMethod(
        this, [this, dock] { togglePanel(dock); }, Qt::QueuedConnection);
    return true;
}

} // namespace mw::app

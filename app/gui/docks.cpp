// Makes a dock for every panel of the list, feeds the panels, and does what they ask for.
#include "app/gui/docks.h"

#include "app/gui/run_numbers.h"
#include "app/gui/workspace.h"
#include "viewers/panels/element_text.h"

#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>
#include <map>

namespace mw::app {

using namespace viewers;

Docks::Docks(QMainWindow* window, Workspace& workspace, JobQueue& jobs)
    : QObject(window), window_(window), workspace_(workspace),
      numbers_(new RunNumbers(workspace, jobs, this)) {
    for (auto& info : panelList())
        add(std::move(info), jobs);
    window->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    resetLayout();
    connectWorkspace();
}

void Docks::add(PanelInfo info, JobQueue& jobs) {
    auto* panel = info.make(jobs);
    auto* dock = new QDockWidget(QString(info.title).remove(QLatin1Char('&')), window_);
    dock->setObjectName(QStringLiteral("dock-") + info.id);
    dock->setWidget(panel);
    window_->addDockWidget(info.area, dock);
    // The tabs of the bottom area are title enough.
    if (info.area == Qt::BottomDockWidgetArea)
        dock->setTitleBarWidget(new QWidget(dock));
    connect(panel, &Panel::titleChanged, dock, &QWidget::setWindowTitle);
    connectRequests(*panel);
    entries_.push_back({std::move(info), panel, dock});
}

/// Each area with its panels as tabs, the first one in front.
void Docks::resetLayout() {
    const auto size = window_->size();
    std::map<Qt::DockWidgetArea, std::vector<QDockWidget*>> areas;
    for (const auto& [info, panel, dock] : entries_) {
        auto& tabs = areas[info.area];
        // Never side by side on the way: the window would grow as wide as all of them.
        if (tabs.empty())
            window_->addDockWidget(info.area, dock);
        else
            window_->tabifyDockWidget(tabs.back(), dock);
        dock->setFloating(false);
        dock->show();
        tabs.push_back(dock);
    }
    // The picture has the larger part, however small the window is.
    const std::map<Qt::DockWidgetArea, int> sizes{
        {Qt::LeftDockWidgetArea, std::clamp(size.width() / 6, 150, 270)},
        {Qt::RightDockWidgetArea, std::clamp(size.width() / 5, 180, 340)},
        {Qt::BottomDockWidgetArea, std::clamp(size.height() * 29 / 100, 150, 290)}};
    for (const auto& [area, tabs] : areas) {
        tabs.front()->raise();
        const bool high = area == Qt::BottomDockWidgetArea;
        window_->resizeDocks({tabs.front()}, {sizes.at(area)},
                             high ? Qt::Vertical : Qt::Horizontal);
    }
    window_->resize(size); // what stood side by side on the way has made it larger
}

void Docks::show(const QString& id) {
    for (const auto& entry : entries_)
        if (entry.info.id == id) {
            entry.dock->show();
            entry.dock->raise();
        }
}

void Docks::setTheme(ThemeKind kind) {
    for (const auto& entry : entries_)
        entry.panel->setTheme(kind);
}

PanelContext Docks::context() const {
    const auto& results = workspace_.benchResult();
    return {workspace_.index(),
            workspace_.history(),
            workspace_.selection().ids(),
            results ? &*results : nullptr,
            numbers_->numbers(),
            numbers_->tables(),
            !workspace_.project().settings.symbolsAsArguments};
}

void Docks::feed(void (Panel::*tell)(const PanelContext&)) {
    const auto context = this->context();
    for (const auto& entry : entries_)
        (entry.panel->*tell)(context);
}

void Docks::connectWorkspace() {
    connect(&workspace_, &Workspace::variantChanged, this, [this] { feed(&Panel::showVariant); });
    connect(&workspace_, &Workspace::historyChanged, this, [this] { feed(&Panel::showHistory); });
    connect(&workspace_, &Workspace::benchChanged, this, [this] { feed(&Panel::showResults); });
    connect(numbers_, &RunNumbers::changed, this, [this] { feed(&Panel::showNumbers); });
    connect(&workspace_, &Workspace::selectionChanged, this,
            [this] { feed(&Panel::showSelection); });
    connect(&workspace_, &Workspace::activated, this, [this] {
        feed(&Panel::showVariant);
        feed(&Panel::showSelection);
    });
}

void Docks::connectRequests(Panel& panel) {
    connect(&panel, &Panel::selectRequested, this, [this](const std::vector<ElementId>& ids) {
        if (workspace_.isOpen())
            workspace_.selection().set(existing(*workspace_.index(), ids));
    });
    connect(&panel, &Panel::highlightRequested, this, [this](const std::vector<ElementId>& ids) {
        workspace_.selection().setHighlights(ids);
    });
    connect(&panel, &Panel::frameRequested, this, &Docks::frameRequested);
    connect(&panel, &Panel::historyRequested, this,
            [this, &panel] { panel.showHistory(context()); });
    connect(&panel, &Panel::actionRequested, this, &Docks::actionRequested);
    connect(&panel, &Panel::applyRequested, &workspace_, &Workspace::apply);
    connect(&panel, &Panel::applyAllRequested, &workspace_, &Workspace::applyAll);
    connect(&panel, &Panel::editRequested, &workspace_, &Workspace::edit);
    connect(&panel, &Panel::choicesRequested, &workspace_, &Workspace::choose);
    connect(&panel, &Panel::repairRequested, &workspace_, &Workspace::repair);
    connect(&panel, &Panel::goToRequested, &workspace_, &Workspace::goTo);
    connect(&panel, &Panel::renameRequested, &workspace_, &Workspace::rename);
    connect(&panel, &Panel::pinRequested, &workspace_, &Workspace::setPinned);
}

} // namespace mw::app

// Makes a dock for every panel of the list, feeds the panels, and does what they ask for.
#include "app/gui/docks.h"

#include "app/gui/action_table.h"
#include "app/gui/run_numbers.h"
#include "app/gui/variant_numbers.h"
#include "app/gui/workspace.h"
#include "app/workbench/run_values.h"
#include "core/inputs/local_access.h"
#include "viewers/panels/element_text.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>

#include <algorithm>
#include <map>
#include <utility>

namespace mw::app {

using namespace viewers;

Docks::Docks(QMainWindow* window, Workspace& workspace, JobQueue& jobs)
    : QObject(window), window_(window), workspace_(workspace),
      numbers_(new RunNumbers(workspace, jobs, this)),
      variants_(new VariantNumbers(workspace, jobs, this)) {
    for (auto& info : panelList())
        add(std::move(info), jobs);
    window->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window->setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    resetLayout();
    next_.setSingleShot(true);
    connect(&next_, &QTimer::timeout, this, &Docks::feedNext);
    connectWorkspace();
}

void Docks::add(PanelInfo info, JobQueue& jobs) {
    auto* panel = info.make(jobs);
    auto* dock = new QDockWidget(withoutKey(info.title), window_);
    dock->setObjectName(QStringLiteral("dock-") + info.id);
    dock->setWidget(panel);
    window_->addDockWidget(info.area, dock);
    // The tabs of the bottom area are title enough.
    if (info.area == Qt::BottomDockWidgetArea)
        dock->setTitleBarWidget(new QWidget(dock));
    connect(panel, &Panel::titleChanged, dock, &QWidget::setWindowTitle);
    connectRequests(*panel);
    entries_.push_back({std::move(info), panel, dock});
    due_.emplace_back();
}

/// Each area with its panels as tabs, the first one in front.
void Docks::resetLayout() {
    const auto size = window_->size();
    std::map<Qt::DockWidgetArea, std::vector<QDockWidget*>> areas;
    for (const auto& [info, panel, dock] : entries_) {
        auto& tabs = areas[info.area];
        // Tabs from the beginning: docks that stand side by side for a moment make the window as
        // wide as all of them.
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
        {Qt::LeftDockWidgetArea, std::clamp(size.width() / 4, 150, 400)},
        {Qt::RightDockWidgetArea, std::clamp(size.width() / 5, 180, 340)},
        {Qt::BottomDockWidgetArea, std::clamp(size.height() * 185 / 1000, 176, 290)}};
    for (const auto& [area, tabs] : areas) {
        tabs.front()->raise();
        const bool high = area == Qt::BottomDockWidgetArea;
        window_->resizeDocks({tabs.front()}, {sizes.at(area)},
                             high ? Qt::Vertical : Qt::Horizontal);
    }
    window_->resize(size); // moving docks may have enlarged it
    hideEmptyTabBars();
}

/// Those of tabs that stood elsewhere on the way: the window keeps them, and shows them where they
/// were until something else makes it look.
void Docks::hideEmptyTabBars() {
    for (auto* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        if (bar->count() == 0)
            bar->hide();
}

void Docks::show(const QString& id) {
    for (const auto& entry : entries_)
        if (entry.info.id == id) {
            emit aboutToShow(entry.dock);
            entry.dock->show();
            entry.dock->raise();
        }
}

void Docks::giveRoom(const QString& id, int share) {
    const auto entry =
        std::ranges::find(entries_, id, [](const Entry& one) { return one.info.id; });
    if (entry == entries_.end() || entry->dock->isFloating() || !entry->dock->isVisible() ||
        window_->dockWidgetArea(entry->dock) != Qt::BottomDockWidgetArea)
        return;
    const int height = window_->height() * share / 100;
    if (entry->dock->height() >= height)
        return;
    heightBefore_[id] = entry->dock->height();
    window_->resizeDocks({entry->dock}, {height}, Qt::Vertical);
}

void Docks::takeBackRoom(const QString& id) {
    const auto before = heightBefore_.extract(id);
    const auto entry =
        std::ranges::find(entries_, id, [](const Entry& one) { return one.info.id; });
    if (before.empty() || entry == entries_.end() || entry->dock->isFloating())
        return;
    // The window's layout counts the tabs of an area with its docks.
    int tabs = 0;
    for (const auto* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        if (bar->isVisible() && bar->x() <= entry->dock->x() && bar->y() < entry->dock->y() &&
            bar->geometry().bottom() >= entry->dock->y() - bar->height())
            tabs = bar->height();
    window_->resizeDocks({entry->dock}, {before.mapped() + tabs}, Qt::Vertical);
}

void Docks::setTheme(ThemeKind kind) {
    for (const auto& entry : entries_)
        entry.panel->setTheme(kind);
}

bool Docks::isWaiting() const {
    return numbers_->isWaiting() || next_.isActive();
}

PanelContext Docks::context() const {
    const auto& results = workspace_.benchResult();
    return {workspace_.index(),
            workspace_.history(),
            workspace_.selection().ids(),
            results ? &*results : nullptr,
            numbers_->numbers(),
            numbers_->tables(),
            numbers_->forecast(),
            sight_,
            !workspace_.project().settings.symbolsAsArguments,
            variants_->of(workspace_.program()),
            workspace_.isOpen() ? workspace_.program()->baseline : history::VariantId{},
            workspace_.measuredBaseline(),
            beside(),
            workspace_.step().isChosen() ? &workspace_.step().step() : nullptr,
            !areTimesFitting(),
            otherTimes()};
}

OtherSizesByVariant Docks::otherTimes() const {
    OtherSizesByVariant all;
    if (const auto& tables = numbers_->tables(); tables && workspace_.isOpen())
        for (const auto& [id, of] :
             workbench::measuredOnOtherSizes(*workspace_.program(), tables->scenario().symbols))
            all.emplace(id, OtherSizes{viewers::qs(of.grid), of.alike});
    return all;
}

bool Docks::areTimesFitting() const {
    const auto& results = workspace_.benchResult();
    const auto& tables = numbers_->tables();
    return !results || !tables ||
           workbench::haveSameSizes(results->scenario.symbols, tables->scenario().symbols);
}

std::optional<PaneBeside> Docks::beside() const {
    for (const auto* pane : workspace_.panes())
        if (pane != &workspace_.activePane() && pane->isOpen())
            return PaneBeside{pane->program()->history.get(), pane->variantId(),
                              pane->programName(), variants_->of(pane->program())};
    return std::nullopt;
}

void Docks::setSight(std::vector<ElementId> sight) {
    if (sight == sight_)
        return;
    sight_ = std::move(sight);
    feed(&Panel::showSight);
}

/// Now, or in its turn where a panel does not have the variant yet.
void Docks::feed(Tell tell) {
    const auto context = this->context();
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (due_[i].empty())
            (entries_[i].panel->*tell)(context);
        else
            feedInTurn(i, tell);
}

/// Panel by panel, with the window's own events in between: for what comes by itself.
void Docks::feedInTurn(Tell tell) {
    for (std::size_t i = 0; i < entries_.size(); ++i)
        feedInTurn(i, tell);
    if (!next_.isActive())
        next_.start(0);
}

void Docks::feedInTurn(std::size_t entry, Tell tell) {
    auto& due = due_[entry];
    if (std::ranges::find(due, tell) == due.end())
        due.push_back(tell);
}

/// One panel, in sight if there is one.
void Docks::feedNext() {
    std::optional<std::size_t> next;
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (!due_[i].empty() &&
            (!next || (entries_[i].panel->isVisible() && !entries_[*next].panel->isVisible())))
            next = i;
    if (!next) {
        emit fed();
        return;
    }
    next_.start(0);
    feedDue(*next);
}

void Docks::feedDue(std::size_t entry) {
    for (const auto tell : std::exchange(due_[entry], {}))
        (entries_[entry].panel->*tell)(context());
}

void Docks::connectWorkspace() {
    connect(&workspace_, &Workspace::variantChanged, this, &Docks::feedVariant);
    connect(&workspace_, &Workspace::historyChanged, this, [this] { feed(&Panel::showHistory); });
    connect(&workspace_, &Workspace::benchChanged, this, [this] { feed(&Panel::showResults); });
    connect(numbers_, &RunNumbers::changed, this, [this] {
        feedInTurn(&Panel::showNumbers);
        feedInTurn(&Panel::showResults); // of these sizes, or of others
    });
    connect(variants_, &VariantNumbers::changed, this, [this] { feedInTurn(&Panel::showFigures); });
    connect(&workspace_, &Workspace::paneClosed, this, [this] { feed(&Panel::showHistory); });
    connect(&workspace_, &Workspace::selectionChanged, this,
            [this] { feed(&Panel::showSelection); });
    connect(&workspace_, &Workspace::stepChanged, this, [this] {
        if (shown() == fed_) // else that goes with the variant
            feed(&Panel::showStep);
    });
    connect(&workspace_, &Workspace::activated, this, [this] {
        if (shown() != fed_) // panes may show the same
            feedVariant();
        feed(&Panel::showSelection);
        feed(&Panel::showStep);
    });
}

Docks::Shown Docks::shown() const {
    if (!workspace_.isOpen())
        return {};
    return {workspace_.program(), workspace_.current().id, workspace_.index()};
}

void Docks::feedVariant() {
    constexpr int kPictureFirst = 50; // ms: on large graphs each panel takes as long as the picture
    fed_ = shown();
    due_.assign(entries_.size(), {&Panel::showVariant});
    next_.start(kPictureFirst);
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
    connect(&panel, &Panel::historyRequested, this, [this, at = entries_.size()] {
        feedDue(at);
        entries_[at].panel->showHistory(context());
    });
    connect(&panel, &Panel::actionRequested, this, &Docks::actionRequested);
    connect(&panel, &Panel::stepChosen, this,
            [this](const Step& step) { workspace_.activePane().chooseStep(step); });
    connect(&panel, &Panel::stepProposed, this,
            [this](const Step& step) { workspace_.activePane().proposeStep(step); });
    connect(&panel, &Panel::applyAllRequested, &workspace_, &Workspace::applyAll);
    connect(&panel, &Panel::editRequested, &workspace_, &Workspace::edit);
    connect(&panel, &Panel::choicesRequested, &workspace_, &Workspace::choose);
    connect(&panel, &Panel::repairRequested, &workspace_, &Workspace::repair);
    connect(&panel, &Panel::goToRequested, &workspace_, &Workspace::goTo);
    connect(&panel, &Panel::renameRequested, &workspace_, &Workspace::rename);
    connect(&panel, &Panel::baselineRequested, &workspace_, &Workspace::setBaseline);
    connect(&panel, &Panel::pinRequested, &workspace_, &Workspace::setPinned);
}

} // namespace mw::app

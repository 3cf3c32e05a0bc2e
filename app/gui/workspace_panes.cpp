// The panes of a project: which there are, what each shows, and which is active.
#include "app/gui/workspace.h"
#include "viewers/jobs/job_queue.h"

#include <algorithm>

namespace mw::app {

namespace {

constexpr std::size_t kMostPanes = 2;

} // namespace

Pane& Workspace::addPane() {
    auto* pane = new Pane(this);
    panes_.push_back(pane);
    const auto relay = [this, pane](void (Workspace::*changed)()) {
        return [this, pane, changed] {
            if (pane == active_)
                emit(this->*changed)();
        };
    };
    connect(pane, &Pane::opened, this, relay(&Workspace::opened));
    connect(pane, &Pane::variantChanged, this, relay(&Workspace::variantChanged));
    connect(&pane->selection(), &Selection::changed, this, relay(&Workspace::selectionChanged));
    connect(&pane->step(), &CurrentStep::changed, this, relay(&Workspace::stepChanged));
    for (const auto changed : {&Pane::tabsChanged, &Pane::viewChanged})
        connect(pane, changed, this, &Workspace::viewChanged);
    return *pane;
}

void Workspace::split() {
    if (panes_.size() == kMostPanes) {
        emit said(tr("There are two panes at most, for two is what can be compared: close one of "
                     "them, or open the other program as a tab"));
        return;
    }
    auto& before = *active_;
    auto& pane = addPane();
    emit paneAdded(pane);
    if (programs().size() == kMostPanes && before.isOpen()) {
        before.open(programs().front()); // two programs: one in each, in the order of their opening
        pane.open(programs().back());
    } else if (const auto shown = program()) {
        pane.open(shown);
    }
    activate(pane);
}

void Workspace::lookAtActive() {
    if (!isOpen() || history()->current().id == active_->variantId())
        return;
    program()->history->goTo(active_->variantId());
    program()->kept = false; // a session comes back where the user was
}

void Workspace::activate(Pane& pane) {
    if (&pane == active_)
        return;
    const auto before = program();
    active_ = &pane;
    lookAtActive();
    emit activated();
    emit historyChanged();
    if (program() != before)
        emit benchChanged();
}

void Workspace::closePane(Pane& pane) {
    if (panes_.size() == 1)
        return;
    std::erase(panes_, &pane);
    for (const auto& tab : pane.tabs())
        panes_.back()->add(tab);
    activate(active_ == &pane ? *panes_.back() : *active_);
    emit paneClosed(pane);
    pane.deleteLater();
}

void Workspace::showTab(Pane& pane, std::size_t tab) {
    activate(pane);
    const auto& [program, variant, selection, view] = pane.tabs().at(tab);
    if (tab == pane.at())
        return;
    program->history->goTo(variant);
    setProgram(ProgramPtr(program));
}

void Workspace::showNextTab(int step) {
    const auto count = static_cast<int>(active_->tabs().size());
    if (count > 1)
        showTab(*active_,
                static_cast<std::size_t>((static_cast<int>(active_->at()) + step + count) % count));
}

void Workspace::closeTab(Pane& pane, const ProgramPtr& program) {
    if (pane.tabs().size() == 1)
        return closePane(pane);
    pane.close(program);
    lookAtActive();
    emit historyChanged();
    emit benchChanged();
}

bool Workspace::isInOtherPane(const Pane& pane, const ProgramPtr& program) const {
    return std::ranges::any_of(panes_, [&](const Pane* other) {
        return other != &pane && other->tabOf(program).has_value();
    });
}

/// What comes back with the project.
workbench::Shown Workspace::shown() const {
    workbench::Shown shown;
    if (!isOpen())
        return shown;
    for (const auto* pane : panes_) {
        workbench::ShownPane one{{}, pane->at(), pane->view() == PaneView::program};
        for (const auto& tab : pane->tabs())
            one.tabs.push_back({tab.program, tab.variant});
        shown.panes.push_back(std::move(one));
    }
    shown.active = static_cast<std::size_t>(std::ranges::find(panes_, active_) - panes_.begin());
    return shown;
}

/// Programs that no pane had, as what was added in the terminal, are tabs of the first one.
void Workspace::restoreShown() {
    auto panes = project_.shown.panes;
    const bool isShown = !panes.empty();
    panes.resize(std::clamp(panes.size(), std::size_t{1}, kMostPanes));
    for (const auto& program : programs())
        if (std::ranges::none_of(panes, [&](const workbench::ShownPane& pane) {
                return std::ranges::count(pane.tabs, program, &workbench::ShownTab::program) > 0;
            }))
            panes.front().tabs.push_back({program, program->history->current().id});
    while (panes_.size() > panes.size())
        closePane(*panes_.back());
    while (panes_.size() < panes.size())
        emit paneAdded(addPane());
    for (std::size_t i = 0; i < panes.size(); ++i) {
        std::vector<PaneTab> tabs;
        for (const auto& [program, variant] : panes[i].tabs)
            tabs.push_back({program, variant, {}});
        panes_[i]->restore(std::move(tabs), panes[i].current);
        if (isShown)
            panes_[i]->setView(panes[i].isProgramView ? PaneView::program : PaneView::canvas);
    }
    active_ = panes_[std::min(project_.shown.active, panes_.size() - 1)];
    if (isOpen())
        program()->history->goTo(active_->variantId());
    emit activated();
    emit historyChanged();
    emit benchChanged();
}

} // namespace mw::app

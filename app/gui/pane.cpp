// A pane's subject: follows the history of its program and takes the selection along.
#include "app/gui/pane.h"

#include "core/ir/shared_index.h"
#include "viewers/panels/element_text.h"

#include <algorithm>

namespace mw::app {

namespace {

const ProgramPtr kNoProgram;

/// Of variant `from`, as far as `to` has them.
std::vector<ElementId> forwarded(const history::History& history, const std::vector<ElementId>& ids,
                                 history::VariantId from, history::VariantId to) {
    std::vector<ElementId> kept;
    if (ids.empty())
        return kept;
    const auto index = ir::sharedIndex(history.find(to)->document);
    for (const ElementId id : ids) {
        auto now = history.forward(id, from, to);
        // Steps name a map by its exit, too; two that became one are one element.
        if (const auto* place = index->find(now); place && place->node && place->node->isExit())
            now = ir::entryOf(*place->node);
        if (now && std::ranges::find(kept, now) == kept.end())
            kept.push_back(now);
    }
    return kept;
}

} // namespace

Pane::Pane(QObject* parent) : QObject(parent) {
    connect(&selection_, &Selection::changed, this, [this] {
        if (!choosing_)
            step_.forget();
    });
}

void Pane::chooseStep(viewers::Step step) {
    if (!isOpen() || step.document != variant().document)
        return;
    auto elements = step.isFirst ? selection_.ids() : viewers::existing(*index_, step.elements);
    auto blocking = step.refusal ? viewers::existing(*index_, step.refusal->elements)
                                 : std::vector<ElementId>();
    step_.choose(std::move(step));
    choosing_ = true;
    selection_.set(std::move(elements));
    choosing_ = false;
    selection_.setHighlights(std::move(blocking));
}

void Pane::proposeStep(viewers::Step step) {
    if (isOpen() && (!step.document || step.document == variant().document))
        step_.propose(std::move(step));
}

const ProgramPtr& Pane::program() const {
    return isOpen() ? tabs_[at_].program : kNoProgram;
}

QString Pane::programName() const {
    return isOpen() ? QString::fromStdString(program()->history->root().document->root->name)
                    : QString();
}

std::optional<std::size_t> Pane::tabOf(const ProgramPtr& program) const {
    const auto found = std::ranges::find(tabs_, program, &PaneTab::program);
    if (found == tabs_.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - tabs_.begin());
}

void Pane::setView(PaneView view) {
    if (isOpen())
        tabs_[at_].view = view;
    if (std::exchange(view_, view) != view)
        emit viewChanged();
}

/// The tab at at_, whatever was shown before.
void Pane::show() {
    index_ = isOpen() ? ir::sharedIndex(variant().document) : nullptr;
    step_.forget();
    selection_.setHighlights({});
    selection_.set({});
    if (isOpen())
        setView(tabs_[at_].view.value_or(view_));
    emit tabsChanged();
    emit opened();
    emit variantChanged();
    if (isOpen())
        selection_.set(std::exchange(tabs_[at_].selection, {}));
}

void Pane::open(const ProgramPtr& program) {
    const auto current = program->history->current().id;
    if (isOpen())
        tabs_[at_].selection = selection_.ids();
    if (const auto known = tabOf(program)) {
        at_ = *known;
        auto& tab = tabs_[at_];
        tab.selection = forwarded(*program->history, tab.selection, tab.variant, current);
        tab.variant = current;
    } else {
        at_ = isOpen() ? at_ + 1 : 0;
        tabs_.insert(tabs_.begin() + static_cast<std::ptrdiff_t>(at_), {program, current, {}});
    }
    show();
}

void Pane::close(const ProgramPtr& program) {
    const auto tab = tabOf(program);
    if (!tab)
        return;
    const bool isShown = *tab == at_;
    tabs_.erase(tabs_.begin() + static_cast<std::ptrdiff_t>(*tab));
    if (*tab < at_ || at_ == tabs_.size())
        at_ -= at_ > 0 ? 1 : 0;
    if (isShown)
        show();
    else
        emit tabsChanged();
}

void Pane::add(const PaneTab& tab) {
    if (tabOf(tab.program))
        return;
    tabs_.push_back(tab);
    tabs_.size() == 1 ? show() : emit tabsChanged();
}

void Pane::moveTab(std::size_t from, std::size_t to) {
    const auto shown = program();
    const auto tab = tabs_[from];
    tabs_.erase(tabs_.begin() + static_cast<std::ptrdiff_t>(from));
    tabs_.insert(tabs_.begin() + static_cast<std::ptrdiff_t>(to), tab);
    at_ = *tabOf(shown);
    emit tabsChanged();
}

void Pane::restore(std::vector<PaneTab> tabs, std::size_t at) {
    tabs_ = std::move(tabs);
    at_ = tabs_.empty() ? 0 : std::min(at, tabs_.size() - 1);
    show();
}

void Pane::follow(const ProgramPtr& program, VariantId from, VariantId to) {
    const auto found = tabOf(program);
    if (!found || *found == at_ || tabs_[*found].variant != from)
        return;
    auto& tab = tabs_[*found];
    tab.selection = forwarded(*program->history, tab.selection, from, to);
    tab.variant = to;
}

void Pane::goToCurrent() {
    auto& tab = tabs_[at_];
    const auto& history = *tab.program->history;
    const auto now = history.current().id;
    auto kept = forwarded(history, selection_.ids(), tab.variant, now);
    tab.variant = now;
    index_ = ir::sharedIndex(variant().document);
    step_.forget();
    selection_.setHighlights({});
    emit variantChanged();
    selection_.set(std::move(kept));
}

} // namespace mw::app

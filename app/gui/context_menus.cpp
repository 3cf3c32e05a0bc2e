// Makes the menus of the right button.
#include "app/gui/context_menus.h"

#include "app/gui/docks.h"
#include "app/gui/pane_area.h"
#include "app/gui/window_parts.h"
#include "app/gui/workspace.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/transformation_panel.h"
#include "viewers/panels/transformation_text.h"

#include <QAbstractItemView>
#include <QMenu>

#include <algorithm>
#include <map>

namespace mw::app {

using viewers::qs;

namespace {

constexpr std::size_t kMostPlaces = 12; ///< of one transformation

/// What the rows of a panel are; others have menus of their own, or none.
const std::map<QString, std::vector<Concern>>& concernsOfPanels() {
    static const std::map<QString, std::vector<Concern>> all{
        {QStringLiteral("outline"), {Concern::element}},
        {QStringLiteral("inspector"), {Concern::element}},
        {QStringLiteral("access"), {Concern::element}},
        {QStringLiteral("timings"), {Concern::element, Concern::times}},
        {QStringLiteral("history"), {Concern::variant}},
    };
    return all;
}

} // namespace

ContextMenus::ContextMenus(WindowParts& parts, QObject* parent) : QObject(parent), parts_(parts) {
    connect(&parts.panes, &PaneArea::menuRequested, this,
            [this](const QPoint& global) { popUp({Concern::element}, global); });
    for (const auto& entry : parts.docks.all())
        if (const auto found = concernsOfPanels().find(entry.info.id);
            found != concernsOfPanels().end())
            addTo(*entry.panel, found->second);
}

void ContextMenus::addTo(QWidget& panel, const std::vector<Concern>& concerns) {
    for (auto* view : panel.findChildren<QAbstractItemView*>()) {
        if (view->contextMenuPolicy() != Qt::DefaultContextMenu)
            continue;
        view->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(view, &QWidget::customContextMenuRequested, this,
                [this, view, concerns](const QPoint& at) { open(*view, concerns, at); });
    }
}

/// A variant is gone to, as by a click: the actions speak of the current one.
void ContextMenus::open(QAbstractItemView& view, const std::vector<Concern>& concerns,
                        const QPoint& at) {
    const auto row = view.indexAt(at);
    if (!row.isValid())
        return;
    if (concerns.front() == Concern::variant)
        emit view.clicked(row);
    popUp(concerns, view.viewport()->mapToGlobal(at));
}

void ContextMenus::popUp(const std::vector<Concern>& concerns, const QPoint& global) {
    auto* menu = make(concerns);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (menu->isEmpty())
        menu->deleteLater();
    else
        menu->popup(global);
}

QMenu* ContextMenus::make(const std::vector<Concern>& concerns) {
    parts_.actions.refresh();
    auto* menu = new QMenu(&parts_.panes);
    menu->setToolTipsVisible(true);
    for (const Concern concern : concerns) {
        if (!menu->isEmpty())
            menu->addSeparator();
        QString before; // menu of the action above
        for (const auto& spec : parts_.actions.specs()) {
            auto* action = parts_.actions.action(spec.id);
            if (spec.concern != concern || !action->isEnabled())
                continue;
            if (!before.isEmpty() && before != spec.menu)
                menu->addSeparator();
            before = spec.menu;
            menu->addAction(action);
        }
        if (concern == Concern::element && !parts_.workspace.selection().ids().empty())
            addTransformations(*menu);
    }
    return menu;
}

/// The panel lists what touches the selection by a job: the menu is filled when it opens.
void ContextMenus::addTransformations(QMenu& menu) {
    menu.addSeparator();
    auto* apply = menu.addMenu(tr("Apply"));
    apply->setToolTipsVisible(true);
    connect(apply, &QMenu::aboutToShow, this, [this, apply] { fillTransformations(*apply); });
}

void ContextMenus::fillTransformations(QMenu& menu) {
    menu.clear();
    auto& panel = parts_.docks.panel<viewers::TransformationPanel>();
    auto& workspace = parts_.workspace;
    const auto touched = viewers::touchedBy(*workspace.index(), workspace.selection().ids());
    const auto isTouched = [&touched](ElementId id) {
        return std::ranges::binary_search(touched, id);
    };
    for (const auto& found : panel.model().matches()) {
        std::vector<const viewers::MatchRow*> here;
        for (const auto& row : found.rows)
            if (!row.refusal && std::ranges::any_of(row.match.ids(), isTouched))
                here.push_back(&row);
        if (here.empty())
            continue;
        const auto& transformation = *found.transformation;
        auto* places = menu.addMenu(QStringLiteral("%1 · %2").arg(
            viewers::titleOf(transformation.category), viewers::titleOf(transformation)));
        places->setToolTipsVisible(true);
        for (std::size_t i = 0; i < here.size() && i < kMostPlaces; ++i) {
            auto* action = places->addAction(here[i]->place, this,
                                             [&workspace, &panel, &transformation, row = *here[i],
                                              document = workspace.index()->document()] {
                                                 workspace.activePane().chooseStep(
                                                     {.document = document,
                                                      .transformation = &transformation,
                                                      .match = row.match,
                                                      .params = panel.params(transformation.name),
                                                      .place = row.place,
                                                      .elements = row.match.ids()});
                                                 workspace.applyStep();
                                             });
            action->setToolTip(QStringLiteral("%1: %2").arg(qs(transformation.name),
                                                            viewers::summaryOf(transformation)));
        }
    }
    if (menu.isEmpty())
        menu.addAction(tr("Nothing applies here"))->setEnabled(false);
}

} // namespace mw::app

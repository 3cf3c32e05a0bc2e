// What a user can do with the scopes of the graph: going in and out, collapsing.
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/docks.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/tr.h"
#include "app/gui/window_parts.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/scene/scene.h"
#include "viewers/scene/scopes.h"

#include <QClipboard>
#include <QGuiApplication>

namespace mw::app {

namespace {

/// Of the selection the element that was selected last; 0: none.
ElementId selected(const Workspace& workspace) {
    const auto& ids = workspace.activePane().selection().ids();
    return ids.empty() ? ElementId{} : ids.back();
}

/// The scope that is selected, and is not what is shown already; 0: none.
ElementId selectedScope(const WindowParts& parts) {
    const auto& workspace = parts.workspace;
    if (!workspace.isOpen())
        return {};
    const ElementId scope = viewers::scopeOf(*workspace.index(), selected(workspace));
    return scope == parts.panes.canvas().root() && parts.panes.view() == PaneView::canvas
               ? ElementId{}
               : scope;
}

/// The scope that the selected element stands in, or is.
ElementId scopeOfSelection(const WindowParts& parts) {
    if (!parts.workspace.isOpen())
        return {};
    const auto& index = *parts.workspace.index();
    const ElementId id = selected(parts.workspace);
    if (const ElementId scope = viewers::scopeOf(index, id))
        return scope;
    const auto around = viewers::scopesAround(index, id);
    return around.empty() ? ElementId{} : around.back();
}

bool hasSelection(const WindowParts& parts) {
    return parts.workspace.isOpen() && selected(parts.workspace);
}

/// Graph and program view have one selection.
void findInOtherView(WindowParts& parts) {
    const bool onCanvas = parts.panes.view() == PaneView::canvas;
    parts.panes.setView(onCanvas ? PaneView::program : PaneView::canvas);
    if (!onCanvas)
        parts.panes.canvas().frameSelection();
}

void copyNames(const WindowParts& parts) {
    QStringList names;
    for (const ElementId id : parts.workspace.activePane().selection().ids())
        names << viewers::elementName(*parts.workspace.index(), id);
    QGuiApplication::clipboard()->setText(names.join(QLatin1Char('\n')));
}

void addElementCommands(CommandList& list, WindowParts& parts) {
    const auto add = [&](const char* id, const QString& text, const QString& tip,
                         std::function<void()> run) {
        auto& spec = list.add(id, text, {}, tip, std::move(run));
        spec.enabled = [&parts] { return hasSelection(parts); };
        spec.concern = Concern::element;
    };
    add("find-in-other-view", tr("Find in the other view"),
        tr("The selected element, in the program view or in the graph"),
        [&parts] { findInOtherView(parts); });
    add("show-properties", tr("Properties"), tr("Of the selected element, in the inspector"),
        [&parts] { parts.docks.show(QStringLiteral("inspector")); });
    add("copy-name", tr("Copy the name"), tr("Of the selected elements, one a line"),
        [&parts] { copyNames(parts); });
}

} // namespace

void addScopeCommands(CommandList& list, WindowParts& parts) {
    auto& panes = parts.panes;
    auto& in = list.add("scope-in", tr("Go in"), QKeySequence(tr("Alt+Down")),
                        tr("Shows the selected map, nested SDFG or state alone, with what it reads "
                           "and writes (Enter, double click)"),
                        [&parts] { parts.panes.showScope(selectedScope(parts)); });
    in.enabled = [&parts] { return static_cast<bool>(selectedScope(parts)); };
    in.separator = true;
    in.concern = Concern::element;
    auto& isolate = list.add("scope-isolate", tr("Isolate the scope"), {},
                             tr("Shows the scope around the selected element alone"),
                             [&parts] { parts.panes.showScope(scopeOfSelection(parts)); });
    isolate.enabled = [&parts] { return static_cast<bool>(scopeOfSelection(parts)); };
    isolate.concern = Concern::element;
    auto& out = list.add("scope-out", tr("Go out"), QKeySequence(tr("Alt+Up")),
                         tr("Shows what is around the scope (Esc, Backspace)"),
                         [&panes] { panes.canvas().leave(); });
    out.enabled = [&panes] { return static_cast<bool>(panes.canvas().root()); };
    out.concern = Concern::element;
    auto& toggle =
        list.add("scope-toggle", tr("Collapse or expand"), {},
                 tr("The selected scope becomes a block, or shows what is inside (Space)"),
                 [&parts] { parts.panes.canvas().toggleCollapsed(selectedScope(parts)); });
    toggle.enabled = [&parts] { return static_cast<bool>(selectedScope(parts)); };
    toggle.concern = Concern::element;
    addElementCommands(list, parts);
}

} // namespace mw::app

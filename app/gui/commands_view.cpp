// What a user can do with the picture and the panels: View, Panels.
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/difference_bar.h"
#include "app/gui/docks.h"
#include "app/gui/filling.h"
#include "app/gui/language.h"
#include "app/gui/notices.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/settings.h"
#include "app/gui/theme_switch.h"
#include "app/gui/tr.h"
#include "app/gui/window_parts.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/program/program_view.h"

#include <QMenu>

namespace mw::app {

using viewers::GraphCanvas;
using viewers::ProgramView;
using viewers::ThemeKind;

namespace {

/// What stands for the same in both views: of the graph, and of kernels in order.
auto inView(PaneArea& panes, void (GraphCanvas::*graph)(), void (*program)(ProgramView&)) {
    return [&panes, graph, program] {
        if (panes.view() == PaneView::canvas)
            (panes.canvas().*graph)();
        else
            program(panes.programView());
    };
}

void addCameraCommands(CommandList& list, WindowParts& parts) {
    auto& panes = parts.panes;
    auto& fit =
        list.addOpen("view-fit", tr("&Fit all"), QKeySequence(tr("Ctrl+0")),
                     tr("The whole graph, or all rows and lanes as far as they can be read"),
                     inView(panes, &GraphCanvas::fitAll, [](ProgramView& view) { view.fitAll(); }));
    fit.toolText = tr("Fit");
    fit.separator = true;
    list.addOpen("view-zoom-in", tr("Zoom &in"), QKeySequence::ZoomIn, tr("Larger"),
                 inView(panes, &GraphCanvas::zoomIn, [](ProgramView& view) { view.zoomBy(1); }))
        .toolText = QStringLiteral("+");
    list.addOpen("view-zoom-out", tr("Zoom &out"), QKeySequence::ZoomOut, tr("Smaller"),
                 inView(panes, &GraphCanvas::zoomOut, [](ProgramView& view) { view.zoomBy(-1); }))
        .toolText = QStringLiteral("−");
    list.addOpen(
        "view-zoom-100", tr("&100 %"), QKeySequence(tr("Ctrl+1")), tr("Natural size"),
        inView(panes, &GraphCanvas::zoomTo100, [](ProgramView& view) { view.setZoom(1); }));
    list.addOpen("view-frame-selection", tr("F&rame the selection"),
                 QKeySequence(tr("Ctrl+Shift+F")), tr("Brings what is selected into view"),
                 inView(panes, &GraphCanvas::frameSelection,
                        [](ProgramView& view) { view.showCurrent(); }))
        .concern = Concern::element;
    list.addOpen("go-back", tr("Back to the element before"), QKeySequence::Back,
                 tr("To the element that was looked at before"),
                 [&panes] { panes.canvas().goBack(); })
        .separator = true;
    list.addOpen("go-forward", tr("Forward again"), QKeySequence::Forward,
                 tr("To the element that was looked at before you went back"),
                 [&panes] { panes.canvas().goForward(); });
}

void addDetailCommands(CommandList& list, WindowParts& parts) {
    auto& panes = parts.panes;
    const auto shows = [&parts](PaneView view) {
        return [&parts, view] { return parts.workspace.isOpen() && parts.panes.view() == view; };
    };
    list.addOpen(
            "view-collapse-all", tr("&Collapse all"), {},
            tr("Maps and states become blocks; loops, branches and nested SDFGs one row each"),
            inView(panes, &GraphCanvas::collapseAll, [](ProgramView& view) { view.foldAll(true); }))
        .separator = true;
    list.addOpen(
        "view-expand-all", tr("&Expand all"), {}, tr("Shows what is inside"),
        inView(panes, &GraphCanvas::expandAll, [](ProgramView& view) { view.foldAll(false); }));
    auto& arguments = list.addOpen(
        "program-arguments", tr("&Arguments as one lane"), QKeySequence(QStringLiteral("A")),
        tr("Of the program view: room for temporaries"), [&panes] {
            panes.programView().setArgumentsFolded(!panes.programView().areArgumentsFolded());
        });
    arguments.enabled = shows(PaneView::program);
    arguments.whyNot = [&parts] {
        return parts.panes.view() == PaneView::program
                   ? QString()
                   : tr("Arguments are lanes of the program view: Ctrl+2 shows it");
    };
    arguments.checked = [&panes] { return panes.programView().areArgumentsFolded(); };
    auto& legend = list.addOpen("program-legend", tr("&Legend of the marks"), QKeySequence(tr("?")),
                                tr("What dots, waves and bars of the program view mean"),
                                [&panes] { panes.programView().showLegend(); });
    legend.enabled = shows(PaneView::program);
    legend.whyNot = [&parts] {
        return parts.panes.view() == PaneView::program
                   ? QString()
                   : tr("These are marks of the program view: Ctrl+2 shows it");
    };
    auto& volumes =
        list.addOpen("view-volumes", tr("&Volumes on edges"), {},
                     tr("Elements moved, as numbers at the edges of the graph"), [&panes] {
                         panes.canvas().setVolumesVisible(!panes.canvas().areVolumesVisible());
                     });
    volumes.enabled = shows(PaneView::canvas);
    volumes.checked = [&panes] { return panes.canvas().areVolumesVisible(); };
    auto& minimap = list.addOpen(
        "view-minimap", tr("&Minimap"), {}, tr("A small picture of all of the graph"),
        [&panes] { panes.canvas().setMinimapVisible(!panes.canvas().isMinimapVisible()); });
    minimap.enabled = shows(PaneView::canvas);
    minimap.checked = [&panes] { return panes.canvas().isMinimapVisible(); };
}

/// Why no bracket can be gone to; empty: one can.
QString whyNoBracket(const WindowParts& parts) {
    if (!parts.workspace.isOpen())
        return tr("No program is open");
    if (parts.panes.view() != PaneView::program)
        return tr("Brackets stand in the program view: Ctrl+2 shows it");
    const auto& view = parts.panes.programView();
    if (!view.brackets().empty())
        return {};
    return view.busy().isEmpty() ? tr("Nothing here could be fused") : view.busy();
}

/// Their keys work wherever the keyboard is; the next ones are then for the program view.
void addBracketCommands(CommandList& list, WindowParts& parts) {
    const auto add = [&](const char* id, const QString& text, const QString& keys,
                         const QString& tip, void (ProgramView::*run)()) -> ActionSpec& {
        auto& spec = list.add(id, text, QKeySequence(keys), tip, [&parts, run] {
            auto& view = parts.panes.programView();
            view.setFocus(Qt::ShortcutFocusReason);
            (view.*run)();
        });
        spec.whyNot = [&parts] { return whyNoBracket(parts); };
        return spec;
    };
    add("program-next-bracket", tr("Ne&xt possible fusion"), QStringLiteral("]"),
        tr("Of the program view, from the current row on"), &ProgramView::nextBracket);
    add("program-previous-bracket", tr("Possible fusion &before"), QStringLiteral("["),
        tr("Of the program view, from the current row back"), &ProgramView::previousBracket);
    add("program-preview", tr("Show what the chosen fusion would &change"), {},
        tr("Rows that merge, arrays that go and the new totals, as Enter does in the program view"),
        &ProgramView::previewBracket)
        .whyNot = [&parts] {
        const auto why = whyNoBracket(parts);
        return !why.isEmpty() || parts.panes.programView().currentBracket()
                   ? why
                   : tr("No bracket is chosen: ] goes to the next one");
    };
}

/// Which rows cost most?
void addOrderCommands(CommandList& list, WindowParts& parts) {
    using viewers::RowOrder;
    const auto add = [&](const char* id, const QString& text, RowOrder order) -> ActionSpec& {
        auto& spec = list.addOpen(
            id, text, {}, tr("Order of the rows of the program view"), [&parts, order] {
                parts.panes.setView(PaneView::program);
                parts.panes.programView().setOrder(order, order != RowOrder::program);
            });
        spec.checked = [&parts, order] { return parts.panes.programView().order() == order; };
        return spec;
    };
    add("program-order", tr("Rows as in the program"), RowOrder::program).separator = true;
    add("program-order-bytes", tr("Rows by bytes"), RowOrder::bytes);
    add("program-order-time", tr("Rows by time"), RowOrder::time);
}

void addPictureCommands(CommandList& list, WindowParts& parts) {
    const auto add = [&](const char* id, const QString& text, const QKeySequence& keys,
                         const QString& tip, const QString& toolText, PaneView view) {
        auto& spec =
            list.addOpen(id, text, keys, tip, [&parts, view] { parts.panes.setView(view); });
        spec.checked = [&parts, view] { return parts.panes.view() == view; };
        spec.toolText = toolText;
        spec.separator = view == PaneView::program;
    };
    add("view-program", tr("&Program"), QKeySequence(tr("Ctrl+2")),
        tr("Kernels in order, the arrays that they touch, and what could be fused"), tr("Program"),
        PaneView::program);
    addBracketCommands(list, parts);
    add("view-canvas", tr("&Graph"), QKeySequence(tr("Ctrl+3")),
        tr("States, maps and data as a drawing"), tr("Graph"), PaneView::canvas);
}

/// Of three and more programs the user says which one stands beside.
void splitOrAsk(WindowParts& parts) {
    auto& workspace = parts.workspace;
    if (workspace.panes().size() > 1 || workspace.programs().size() < 3)
        return workspace.split();
    auto* menu = new QMenu(&parts.panes);
    menu->setObjectName(QStringLiteral("pane-split-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("Beside this one"));
    for (const auto& program : workspace.programs()) {
        auto title = workspace.titleOf(*program).replace(QLatin1Char('&'), QStringLiteral("&&"));
        menu->addAction(title, &workspace, [&workspace, program] {
            workspace.split();
            workspace.show(program);
        });
    }
    menu->setActiveAction(menu->actions().at(1));
    menu->popup(parts.panes.mapToGlobal(parts.panes.rect().center()));
}

void addPaneCommands(CommandList& list, WindowParts& parts) {
    auto& workspace = parts.workspace;
    const auto several = [&workspace] { return workspace.panes().size() > 1; };
    list.addOpen("pane-split", tr("&Split the view"), QKeySequence(tr("Ctrl+\\")),
                 tr("Another pane beside this one, with the same variant; each goes its own way"),
                 [&parts] { splitOrAsk(parts); })
        .separator = true;
    auto& together =
        list.addOpen("pane-together", tr("&Move panes together"), {},
                     tr("Scrolling and zooming in one of two panes moves the other to the partners "
                        "of what is seen"),
                     [&parts] { parts.panes.setMovingTogether(!parts.panes.areMovingTogether()); });
    together.enabled = several;
    together.checked = [&parts] { return parts.panes.areMovingTogether(); };
    const auto& difference = parts.difference;
    auto& details =
        list.addOpen("difference-details", tr("&What differs between the panes"), {},
                     tr("Which kernels became which, which temporaries went, what is "
                        "laid out anew"),
                     [&parts] { parts.difference.setOpen(!parts.difference.isOpen()); });
    details.enabled = [&difference] { return !difference.summary().isEmpty(); };
    details.checked = [&difference] { return difference.isOpen(); };
    list.add("difference-next", tr("Next &kernel that changed"), QKeySequence(QStringLiteral("N")),
             tr("Of the program view, against the other pane"),
             [&parts] {
                 parts.panes.programView().setFocus(Qt::ShortcutFocusReason);
                 parts.panes.programView().nextDifference();
             })
        .whyNot = [&parts] {
        return parts.panes.view() == PaneView::program &&
                       !parts.panes.programView().partners().empty()
                   ? QString()
                   : tr("There is nothing to compare with: Ctrl+\\ splits the view, Ctrl+2 shows "
                        "kernels in order");
    };
    list.add("pane-next", tr("&Next pane"), QKeySequence(tr("F6")),
             tr("Menus and panels speak of the active pane"),
             [&parts] { parts.panes.activateNext(); })
        .enabled = several;
    list.add("pane-close", tr("C&lose this pane"), QKeySequence(tr("Ctrl+Shift+W")),
             tr("Its program stays open"),
             [&workspace] { workspace.closePane(workspace.activePane()); })
        .enabled = several;
}

void addThemeCommands(CommandList& list, WindowParts& parts) {
    const auto add = [&](const char* id, const QString& text, ThemeKind kind) {
        auto& spec = list.add(id, text, {}, tr("Colours of the window and the graph"),
                              [&parts, kind] { parts.theme.choose(kind); });
        spec.checked = [&parts, kind] { return parts.theme.kind() == kind; };
        spec.separator = kind == ThemeKind::light;
    };
    add("theme-light", tr("Ligh&t"), ThemeKind::light);
    add("theme-dark", tr("&Dark"), ThemeKind::dark);
    add("theme-high-contrast", tr("&High contrast"), ThemeKind::highContrast);
}

/// What is on the screen was made in one language: another one is for the next start.
void addLanguageCommands(CommandList& list, WindowParts& parts) {
    list.menu(tr("&View"), tr("L&anguage"));
    const auto add = [&](const QString& id, const QString& text, const QString& code) {
        auto& spec = list.add(
            QStringLiteral("language-") + id, text, {},
            tr("Language of menus, panels and sentences of the window"), [&parts, code] {
                parts.settings.setLanguage(code);
                parts.notices.say(tr("The window speaks this language from its next start on"));
            });
        spec.checked = [&parts, code] { return parts.settings.language() == code; };
    };
    add(QStringLiteral("desktop"), tr("As the &desktop"), {});
    for (const auto& language : languages())
        add(language.code, language.name, language.code);
}

void addPanelCommands(CommandList& list, WindowParts& parts) {
    list.menu(tr("&Panels"));
    for (const auto& [info, panel, dock] : parts.docks.all())
        list.addOpen(QStringLiteral("show-") + info.id, info.title, info.shortcut,
                     tr("Brings the panel to the front"),
                     [&parts, id = info.id] { parts.docks.show(id); });
    list.addOpen("reset-layout", tr("&Reset the layout"), {}, tr("Puts every panel where it was"),
                 [&parts] {
                     parts.filling.unfold();
                     parts.docks.resetLayout();
                 })
        .separator = true;
    auto& alone = list.addOpen("panels-hide", tr("&Hide all panels"), QKeySequence(tr("F11")),
                               tr("Room for the program; again: all panels as they were. A double "
                                  "click on a tab or title lets that one fill the window"),
                               [&parts] { parts.filling.togglePanels(); });
    alone.checked = [&parts] { return parts.filling.isFilled(); };
    list.addOpen("panel-fill", tr("Let the panel &fill the window"), QKeySequence(tr("Shift+F11")),
                 tr("The panel that has the keyboard, or else the pane; again: all as it was"),
                 [&parts] { parts.filling.toggleFocused(); });
}

} // namespace

void addViewCommands(CommandList& list, WindowParts& parts) {
    list.menu(tr("&View"));
    addPictureCommands(list, parts);
    addCameraCommands(list, parts);
    addScopeCommands(list, parts);
    addDetailCommands(list, parts);
    addOrderCommands(list, parts);
    addOverlayCommands(list, parts);
    addPaneCommands(list, parts);
    addThemeCommands(list, parts);
    addCodeCommands(list, parts);
    addLanguageCommands(list, parts);
    addPanelCommands(list, parts);
}

} // namespace mw::app

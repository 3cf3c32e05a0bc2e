// What a user can do with bookmarks, notes and macros: Edit.
#include "app/gui/bookmarks.h"
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/macros.h"
#include "app/gui/main_window.h"
#include "app/gui/settings_dialog.h"
#include "app/gui/tr.h"
#include "app/gui/window_parts.h"

namespace mw::app {

namespace {

void addBookmarkCommands(CommandList& list, WindowParts& parts, const QString& menu) {
    list.menu(menu, tr("&Bookmarks and notes"));
    auto& marks = parts.bookmarks;
    const auto canMark = [&marks] { return marks.canMark(); };
    auto& toggle = list.add("bookmark", tr("&Bookmark"), QKeySequence(tr("Ctrl+D")),
                            tr("Marks the selected element, or takes the mark away; bookmarks "
                               "follow their elements through the variants"),
                            [&marks] { marks.toggle(); });
    toggle.enabled = canMark;
    toggle.concern = Concern::element;
    toggle.checked = [&marks] { return marks.isMarked(); };
    auto& note =
        list.add("bookmark-note", tr("&Note on the element"), QKeySequence(tr("Ctrl+Shift+D")),
                 tr("Bookmarks the selected element, with a sentence of yours"),
                 [&marks] { marks.editNote(); });
    note.enabled = canMark;
    note.concern = Concern::element;
    list.addOpen("variant-note", tr("Note on the &variant"), QKeySequence(tr("Ctrl+Shift+N")),
                 tr("A sentence of yours, in the history"), [&marks] { marks.editVariantNote(); })
        .concern = Concern::variant;
    const auto any = [&marks] { return !marks.isEmpty(); };
    auto& next = list.add("bookmark-next", tr("Ne&xt bookmark"), QKeySequence(tr("F4")),
                          tr("Selects it and brings it into view"), [&marks] { marks.walk(1); });
    next.enabled = any;
    next.separator = true;
    list.add("bookmark-previous", tr("&Previous bookmark"), QKeySequence(tr("Shift+F4")),
             tr("Selects it and brings it into view"), [&marks] { marks.walk(-1); })
        .enabled = any;
}

void addMacroCommands(CommandList& list, WindowParts& parts, const QString& menu) {
    list.menu(menu, tr("M&acros"));
    auto& macros = parts.macros;
    list.add("macro-record", tr("&Record a macro"), QKeySequence(tr("Ctrl+Shift+R")),
             tr("What you do by menus, keys and the palette becomes its steps, until you come "
                "here again and give it a name"),
             [&macros] { macros.toggleRecording(); })
        .checked = [&macros] { return macros.isRecording(); };
    list.add("macro-repeat", tr("R&epeat the last macro"), QKeySequence(tr("F9")),
             tr("The one that was recorded or run last; all have their names in the palette"),
             [&macros] { macros.repeat(); })
        .enabled = [&macros] { return macros.canRepeat() && !macros.isRecording(); };
}

} // namespace

void addMarkCommands(CommandList& list, WindowParts& parts) {
    const auto menu = tr("&Edit");
    addBookmarkCommands(list, parts, menu);
    addMacroCommands(list, parts, menu);
    list.menu(menu);
    list.add("settings", tr("&Settings …"), QKeySequence(tr("Ctrl+,")),
             tr("Appearance, files, running; what is changed holds at once"),
             [&parts] { SettingsDialog::of(parts.window, parts.settings).bringUp(); })
        .separator = true;
}

} // namespace mw::app

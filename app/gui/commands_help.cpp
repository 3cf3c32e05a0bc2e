// What a user can read: Help.
#include "app/gui/command_list.h"
#include "app/gui/commands.h"
#include "app/gui/help/made_pages.h"
#include "app/gui/help/window.h"
#include "app/gui/main_window.h"
#include "app/gui/tr.h"
#include "app/gui/window_parts.h"

namespace mw::app {

namespace {

/// The one of the window, made when it is needed.
HelpWindow& helpOf(WindowParts& parts) {
    auto* help = parts.window.findChild<HelpWindow*>(QStringLiteral("help"));
    if (!help)
        help = new HelpWindow({keysPage(parts.actions), namesPage(), aboutPage()}, &parts.window);
    return *help;
}

} // namespace

void addHelpCommands(CommandList& list, WindowParts& parts) {
    list.menu(tr("&Help"));
    const auto add = [&](const char* id, const QString& text, const QKeySequence& keys,
                         const QString& tip, const QString& page) -> ActionSpec& {
        return list.add(id, text, keys, tip, [&parts, page] {
            auto& help = helpOf(parts);
            if (!page.isEmpty() && !help.openPage(page))
                help.search(page);
            help.show();
            help.raise();
            help.activateWindow();
        });
    };
    add("help", tr("&Documentation"), QKeySequence(tr("Shift+F1")),
        tr("All pages, with a search over them"), {});
    add("help-keys", tr("&Keys"), {}, tr("Every action that has a key"), kKeysPage);
    add("help-glossary", tr("&Glossary"), {}, tr("Each word once: SDFG, map, memlet, kernel"),
        QStringLiteral("concepts.md"));
    add("help-names", tr("&Transformations by name"), {},
        tr("Titles and technical names, with what each does"), kNamesPage);
    add("help-about", tr("&About Mapwright"), {}, tr("Versions and licences"), kAboutPage)
        .separator = true;
}

} // namespace mw::app

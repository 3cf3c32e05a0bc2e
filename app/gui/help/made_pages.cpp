// Makes the pages of keys, of names, and about the program.
#include "app/gui/help/made_pages.h"

#include "app/gui/action_table.h"
#include "app/gui/tr.h"
#include "transforms/framework/transformation.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/transformation_text.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <map>
#include <vector>

namespace mw::app {

const QString kKeysPage = QStringLiteral("keys");
const QString kNamesPage = QStringLiteral("names");
const QString kAboutPage = QStringLiteral("about");

namespace {

/// In a cell of a table.
QString cell(QString text) {
    text.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
    for (const char c : {'|', '<', '*', '_', '`', '['})
        text.replace(QLatin1Char(c), QLatin1Char('\\') + QString(QLatin1Char(c)));
    return text.simplified();
}

QString row(const QStringList& cells) {
    QStringList shown;
    for (const auto& one : cells)
        shown << cell(one);
    return QStringLiteral("| %1 |\n").arg(shown.join(QStringLiteral(" | ")));
}

QString tableOf(const QStringList& titles) {
    QString line = QStringLiteral("|");
    for (qsizetype i = 0; i < titles.size(); ++i)
        line += QStringLiteral(" --- |");
    return row(titles) + line + QLatin1Char('\n');
}

} // namespace

HelpPage keysPage(const ActionTable& actions) {
    QString text = QStringLiteral("# %1\n").arg(tr("Keys"));
    QString menu;
    for (const auto& spec : actions.specs()) {
        if (spec.shortcut.isEmpty())
            continue;
        if (const auto title = withoutKey(spec.menu); title != menu) {
            menu = title;
            text += QStringLiteral("\n## %1\n\n").arg(menu);
            text += tableOf({tr("key"), tr("action"), tr("what it does")});
        }
        text += row(
            {spec.shortcut.toString(QKeySequence::NativeText), withoutKey(spec.text), spec.tip});
    }
    text += QStringLiteral("\n## %1\n\n").arg(tr("In the program view"));
    text += tableOf({tr("key"), tr("what it does")});
    text += row({tr("Enter"), tr("shows what the chosen bracket would change; again: does it")});
    text += row({tr("Esc"), tr("takes back: preview, bracket, order of the rows")});
    text += row({tr("Left, Right"), tr("folds and unfolds a heading, else scrolls the lanes")});
    return {kKeysPage, tr("Keys"), text};
}

HelpPage namesPage() {
    QString text = QStringLiteral("# %1\n\n").arg(tr("Transformations by name"));
    text += tr("The window calls a transformation by its title, commands, recipes and messages by "
               "its technical name.") +
            QStringLiteral("\n\n");
    std::map<transforms::Category, std::vector<const transforms::Transformation*>> categories;
    for (const auto* one : transforms::registry())
        categories[one->category].push_back(one);
    for (const auto& [category, transformations] : categories) {
        text += QStringLiteral("\n## %1\n\n").arg(viewers::titleOf(category));
        text += tableOf({tr("title"), tr("technical name"), tr("what it does")});
        for (const auto* one : transformations)
            text += row({viewers::titleOf(*one), viewers::qs(one->name), viewers::summaryOf(*one)});
    }
    return {kNamesPage, tr("Transformations by name"), text};
}

HelpPage aboutPage() {
    QString text = QStringLiteral("# Mapwright %1\n\n").arg(QCoreApplication::applicationVersion());
    text +=
        tr("A workbench for SDFGs: see, rewrite, compile and time them.") + QStringLiteral("\n\n");
    text += tr("Mapwright is under the BSD-3-Clause licence. This program links QScintilla and is "
               "as a whole under the GPL, version 3. It comes without any warranty.") +
            QStringLiteral("\n\n");
    text += QStringLiteral("## %1\n\n").arg(tr("What it is made with"));
    text += tableOf({tr("library"), tr("version"), tr("licence")});
    const auto version = [](int major, int minor, int patch) {
        return QStringLiteral("%1.%2.%3").arg(major).arg(minor).arg(patch);
    };
    text += row({QStringLiteral("Qt"), QLatin1String(qVersion()), QStringLiteral("LGPL-3.0")});
    text += row({QStringLiteral("QScintilla"), QStringLiteral("2"), QStringLiteral("GPL-3.0")});
    text += row({QStringLiteral("fmt"),
                 version(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100),
                 QStringLiteral("MIT")});
    text += row({QStringLiteral("nlohmann JSON"),
                 version(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                         NLOHMANN_JSON_VERSION_PATCH),
                 QStringLiteral("MIT")});
    text += row({QStringLiteral("isl"), {}, QStringLiteral("MIT")});
    text += row({QStringLiteral("GMP"), {}, QStringLiteral("LGPL-3.0")});
    text += row({QStringLiteral("tl::expected"), {}, QStringLiteral("CC0-1.0")});
    text += row({QStringLiteral("zlib"), {}, QStringLiteral("Zlib")});
    text += row({QStringLiteral("jemalloc"), {}, QStringLiteral("BSD-2-Clause")});
    text += row({tr("Graphviz, in a process of its own"), {}, QStringLiteral("EPL-1.0")});
    text += QLatin1Char('\n') +
            tr("Texts of the licences are installed beside the documentation, "
               "in the files copyright and linked.") +
            QLatin1Char('\n');
    return {kAboutPage, tr("About Mapwright"), text};
}

} // namespace mw::app

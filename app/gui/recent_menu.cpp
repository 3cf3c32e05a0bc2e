// The menu of recent files, made anew whenever it opens.
#include "app/gui/recent_menu.h"

#include "app/gui/file_keeper.h"
#include "app/gui/settings.h"

#include <QFileInfo>

namespace mw::app {

RecentMenu::RecentMenu(QMenu& parent, const Settings& settings, FileKeeper& keeper)
    : QMenu(tr("Open &recent"), &parent), settings_(settings), keeper_(keeper) {
    setObjectName(QStringLiteral("recent-menu"));
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::fill);
}

void RecentMenu::addTo(QMenu& files, const Settings& settings, FileKeeper& keeper) {
    auto* menu = new RecentMenu(files, settings, keeper);
    const auto actions = files.actions();
    files.insertMenu(actions.size() > 1 ? actions.at(1) : nullptr, menu);
}

void RecentMenu::fill() {
    clear();
    for (const auto& path : settings_.recentFiles()) {
        // A file's name is no mnemonic.
        auto name = QFileInfo(path).fileName().replace(QLatin1Char('&'), QStringLiteral("&&"));
        auto* action = addAction(name, this, [this, path] { keeper_.open({path}); });
        action->setToolTip(path);
    }
    if (isEmpty())
        addAction(tr("None yet"))->setEnabled(false);
}

} // namespace mw::app

#pragma once

#include <QMenu>

namespace mw::app {

class FileKeeper;
class Settings;

/// The files that were opened last, newest first, as a menu below "Open".
class RecentMenu : public QMenu {
    Q_OBJECT

public:
    /// Stands second in `files`.
    static void addTo(QMenu& files, const Settings& settings, FileKeeper& keeper);

private:
    RecentMenu(QMenu& parent, const Settings& settings, FileKeeper& keeper);
    void fill();

    const Settings& settings_;
    FileKeeper& keeper_;
};

} // namespace mw::app

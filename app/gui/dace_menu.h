#pragma once

#include <QMenu>

namespace mw::app {

class Workspace;

/// The versions of DaCe that the program of the active pane can be for, as a menu: the one that it
/// is for is marked. Choosing another one reads its file again for that version.
class DaceMenu : public QMenu {
    Q_OBJECT

public:
    /// Stands behind the "Open" entries of `files`.
    static void addTo(QMenu& files, Workspace& workspace);

private:
    DaceMenu(QMenu& parent, Workspace& workspace);
    void fill();

    Workspace& workspace_;
};

} // namespace mw::app

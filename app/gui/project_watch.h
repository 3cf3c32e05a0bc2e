#pragma once

#include "app/gui/workspace.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <filesystem>

namespace mw::app {

class FileKeeper;

/// Looks at the file of the open project whenever it changes, and when the window becomes active
/// (file systems of a network tell nothing). What another process added is offered, and what is
/// here is saved before it is shown.
class ProjectWatch : public QObject {
    Q_OBJECT

public:
    ProjectWatch(FileKeeper& files, Workspace& workspace, viewers::JobQueue& jobs);

private:
    void follow();
    void look();
    void tell(const workbench::FileNews& news);
    void show(const std::filesystem::path& file);

    FileKeeper& files_;
    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    QFileSystemWatcher watcher_;
    QTimer soon_; ///< one look for the several changes that a saving is
};

} // namespace mw::app

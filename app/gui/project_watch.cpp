// Notices what other processes do to the file of the open project.
#include "app/gui/project_watch.h"

#include "app/gui/file_keeper.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QWindow>

namespace mw::app {

using viewers::counted;

ProjectWatch::ProjectWatch(FileKeeper& files, Workspace& workspace, viewers::JobQueue& jobs)
    : QObject(&files), files_(files), workspace_(workspace), jobs_(jobs) {
    constexpr int kSoon = 200; // milliseconds
    soon_.setSingleShot(true);
    soon_.setInterval(kSoon);
    connect(&soon_, &QTimer::timeout, this, &ProjectWatch::look);
    const auto lookSoon = [this] { soon_.start(); };
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, lookSoon);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, lookSoon);
    connect(qGuiApp, &QGuiApplication::focusWindowChanged, this, [this](const QWindow* window) {
        if (window)
            soon_.start();
    });
    connect(&workspace, &Workspace::projectChanged, this, &ProjectWatch::follow);
    connect(&workspace, &Workspace::projectOpened, this, &ProjectWatch::follow);
}

/// A saving puts another file in the place of the old one: the folder tells of that.
void ProjectWatch::follow() {
    const auto& file = workspace_.project().file;
    const auto path = file.empty() ? QString() : QFileInfo(toQString(file)).absoluteFilePath();
    const QStringList wanted =
        path.isEmpty() ? QStringList() : QStringList{path, QFileInfo(path).absolutePath()};
    const auto watched = watcher_.files() + watcher_.directories();
    for (const auto& old : watched)
        if (!wanted.contains(old))
            watcher_.removePath(old);
    for (const auto& one : wanted)
        if (!watched.contains(one) && QFileInfo::exists(one))
            watcher_.addPath(one);
}

void ProjectWatch::look() {
    follow();
    if (workspace_.isSaving())
        return workspace_.whenSaved([this] { soon_.start(); });
    const auto& project = workspace_.project();
    if (project.file.empty() || project.seenKey.empty())
        return;
    workbench::Project asked;
    asked.file = project.file;
    asked.fileText = project.fileText;
    asked.seenKey = project.seenKey;
    jobs_.start(
        {QStringLiteral("project-news"), tr("Looking at the project's file"),
         viewers::JobQueue::Lane::details},
        this, [asked](const viewers::JobContext&) { return workbench::newsOfFile(asked); },
        [this, asked](const std::optional<workbench::FileNews>& news) {
            const auto& now = workspace_.project();
            // Saved meanwhile: then that is looked at again.
            if (news && now.file == asked.file && now.seenKey == asked.seenKey)
                tell(*news);
        });
}

void ProjectWatch::tell(const workbench::FileNews& news) {
    workspace_.noteFileSeen(news.key);
    const auto name = QFileInfo(toQString(workspace_.project().file)).fileName();
    const auto sentence = news.added == 0
                              ? tr("%1 was changed by another process.").arg(name)
                              : tr("%1 was changed by another process, which added %2.")
                                    .arg(name, counted(static_cast<qsizetype>(news.added),
                                                       tr("variant"), tr("variants")));
    emit files_.told({.sentence = sentence,
                      .button = tr("Show what is there"),
                      .accept = [this, file = workspace_.project().file] { show(file); }});
}

/// Saving puts together what is here and there. Nothing where another project is open by now.
void ProjectWatch::show(const std::filesystem::path& file) {
    const auto& project = workspace_.project();
    if (project.file != file)
        return;
    if (project.isSaved())
        workspace_.openProject(toQString(file));
    else
        files_.saveProject([this, file] { show(file); });
}

} // namespace mw::app

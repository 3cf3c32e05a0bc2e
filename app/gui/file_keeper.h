#pragma once

#include "app/gui/workspace.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <map>

class QTimer;

namespace mw::app {

/// Files, whatever way they come and go: dialog, drop, command line, sample, recent list, session;
/// another file, Close, the window's end. An input joins the project; a project takes the place of
/// the one before. What is done is kept on disk: in the session of each program while the project
/// has no file, else in a copy of the project; leaving asks before anything is lost.
class FileKeeper : public QObject {
    Q_OBJECT

public:
    FileKeeper(Workspace& workspace, viewers::JobQueue& jobs, SessionStore sessions,
               QWidget* window);

    /// From the last change of the history to its copy on disk, milliseconds.
    void setAutosaveDelay(int delay);
    void askForFile();
    /// One after the other; the last one stays in the window. A file that can't be read changes
    /// nothing. Files of times among them belong to no program: timesChosen().
    void open(const QStringList& paths);
    void restoreLast();
    /// One line about the session that restoreLast() brings back; empty: none.
    QString lastSession() const;
    void showNext(); ///< the program that joined the project next
    bool hasOthers() const { return workspace_.programs().size() > 1; }
    /// Asks for a name and writes the current variant there.
    void exportVariant();
    /// Writes the project to its file; asks for a name where it has none. `saved` runs afterwards.
    void saveProject(const std::function<void()>& saved = {});
    void saveProjectAs(const std::function<void()>& saved = {});
    /// Takes the program out of the project, after a question where something would be lost.
    void closeProgram();
    /// Begins an empty project, after the same question.
    void closeProject();
    /// False: a question is asked first; `leave` runs when the answer is that it may be lost.
    bool mayLeave(const std::function<void()>& leave);
    /// Writes what was done since the last time to sessions, or to the copy of the project.
    void keepAll();
    /// Says what else would be lost with the window, in a line each.
    void setOtherLosses(std::function<QStringList()> losses) { otherLosses_ = std::move(losses); }

signals:
    void failed(const mw::Diagnostic& why, const QString& what);
    /// A line with a button that does something about it.
    void offered(const QString& sentence, const QString& button, std::function<void()> accept);
    void timesChosen(const QStringList& paths); ///< files of times, which are no programs
    void started(); ///< files are being opened: what was said before is past

private:
    void openNext();
    void openProject(const QString& path);
    void offerCopy(const QString& project);
    void save(const QString& path, const std::function<void()>& saved);
    void offerWayBack(const ProgramPtr& program);
    void offerOlderSession(const SessionStore::Found& session);
    void keep(Program& program);
    void keepCopy();
    QStringList losses(const std::vector<ProgramPtr>& programs) const;
    QStringList lossesOfProject() const;
    QStringList lossesOfLeaving(const Program& program) const;
    bool ask(const QStringList& lines, bool canSave, const std::function<void()>& leave);
    QStringList runningWork() const;

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    SessionStore sessions_;
    QWidget* window_;
    QTimer* autosave_;
    std::function<QStringList()> otherLosses_;
    QStringList pending_; ///< files to open
    ProgramPtr before_;   ///< in the window when the opening began
    bool openFailed_ = false;
    std::map<const Program*, Diagnostic> notKept_; ///< why a session could not be written
    bool copyFailed_ = false; ///< the copy of the project could not be written, which was said
};

} // namespace mw::app

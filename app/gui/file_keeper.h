#pragma once

#include "app/gui/workspace.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <map>

class QTimer;

namespace mw::app {

/// Files, whatever way they come and go: dialog, drop, command line, sample, recent list, session;
/// another file, Close, the window's end. What was open stays open; the session of each program is
/// kept on disk, and where that fails, leaving asks before anything is lost.
class FileKeeper : public QObject {
    Q_OBJECT

public:
    FileKeeper(Workspace& workspace, viewers::JobQueue& jobs, SessionStore sessions,
               QWidget* window);

    void askForFile();
    /// One after the other; the last one stays in the window. A file that can't be read changes
    /// nothing.
    void open(const QStringList& paths);
    void restoreLast();
    /// One line about the session that restoreLast() brings back; empty: none.
    QString lastSession() const;
    void showNext(); ///< the open program that was out of the window longest
    bool hasOthers() const { return workspace_.programs().size() > 1; }
    /// Asks for a name and writes the current variant there.
    void exportVariant();
    /// Takes the program out of the window, after a question where something would be lost.
    void closeProgram();
    /// False: a question is asked first; `leave` runs when the answer is that it may be lost.
    bool mayLeave(const std::function<void()>& leave);
    /// Writes the sessions of all programs that changed.
    void keepAll();

    static QString graphFilter();

signals:
    void failed(const mw::Diagnostic& why, const QString& what);
    /// A line with a button that does something about it.
    void offered(const QString& sentence, const QString& button, std::function<void()> accept);
    void started(); ///< files are being opened: what was said before is past

private:
    void openNext();
    void offerWayBack(const ProgramPtr& program);
    void offerOlderSession(const SessionStore::Found& session);
    void keep(Program& program);
    QStringList losses(const std::vector<ProgramPtr>& programs) const;
    bool mayLeave(const std::vector<ProgramPtr>& programs, const QStringList& running,
                  const std::function<void()>& leave);
    QStringList runningWork() const;

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    SessionStore sessions_;
    QWidget* window_;
    QTimer* autosave_;
    QStringList pending_; ///< files to open
    ProgramPtr before_;   ///< in the window when the opening began
    bool openFailed_ = false;
    std::map<const Program*, Diagnostic> notKept_; ///< why a session could not be written
};

} // namespace mw::app

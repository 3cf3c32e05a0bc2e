#pragma once

#include "app/gui/message_bar.h"
#include "app/gui/session_writer.h"
#include "app/gui/workspace.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <vector>

namespace mw::app {

/// Files, whatever way they come and go: dialog, drop, command line, sample, recent list, session;
/// another file, Close, the window's end. An input joins the project; a project takes the place of
/// the one before. Leaving asks before anything is lost that no session keeps (SessionWriter).
class FileKeeper : public QObject {
    Q_OBJECT

public:
    FileKeeper(Workspace& workspace, viewers::JobQueue& jobs, SessionStore sessions,
               QWidget* window);

    SessionWriter& sessionWriter() { return *writer_; }
    void askForFile();
    /// One after the other; the last one stays in the window. A file that can't be read changes
    /// nothing. Files of times among them belong to no program: timesChosen(). Whether a recipe is
    /// to be done here is asked.
    void open(const QStringList& paths);
    /// The project that was kept last, as it was shown.
    void restoreLast();
    /// One line about the session that restoreLast() brings back; empty: none.
    QString lastSession() const;
    /// Asks for a name and writes the current variant there.
    void exportVariant(const QString& trustFile);
    /// Makes one program of several, which is opened then.
    void linkPrograms();
    /// Asks for a folder; what is linked in the current variant becomes programs there, where
    /// boundaries must stay, which are opened then.
    void unlinkProgram();
    /// Asks for a name and writes the steps that lead to the current variant there.
    void saveRecipe();
    /// Asks for a recipe and does its steps below the current variant.
    void replayRecipe();
    /// Writes the project to its file; asks for a name where it has none. `saved` runs afterwards.
    void saveProject(const std::function<void()>& saved = {});
    void saveProjectAs(const std::function<void()>& saved = {});
    /// Takes the program out of the project, after a question where something would be lost.
    void closeProgram();
    /// Takes the tab away, and its program out of the project where no other pane has it.
    void closeTab(Pane& pane, std::size_t tab);
    /// Begins an empty project, after the same question.
    void closeProject();
    /// False: a question is asked first; `leave` runs when the answer is that it may be lost.
    bool mayLeave(const std::function<void()>& leave);
    /// Says what else would be lost with the window, in a line each.
    void setOtherLosses(std::function<QStringList()> losses) { otherLosses_ = std::move(losses); }

signals:
    void failed(const mw::Diagnostic& why, const QString& what);
    /// Something about what is being opened.
    void told(const mw::app::MessageLine& line);
    /// A line with a button that does something about it.
    void offered(const QString& sentence, const QString& button, std::function<void()> accept);
    void said(const QString& sentence);
    void timesChosen(const QStringList& paths); ///< files of times, which are no programs
    void started(); ///< files are being opened: what was said before is past

private:
    void openNext();
    void openProject(const QString& path);
    void offerCopy(const QString& project, const std::filesystem::path& copy);
    void restoreProject(const std::filesystem::path& session);
    void restoreProgram();
    void tellInputs(const std::vector<Diagnostic>& inputs);
    void close(const ProgramPtr& program);
    void offerRecipe(const QString& path);
    void writeRecipe(const QString& path);
    void unlinkTo(const QString& folder);
    void save(const QString& path, const std::function<void()>& saved);
    void offerWayBack(const ProgramPtr& program);
    void offerOlderSession(const SessionStore::Found& session);
    std::optional<SessionStore::FoundProject> newestProject() const;
    QStringList losses(const std::vector<ProgramPtr>& programs) const;
    QStringList lossesOfProject() const;
    QStringList lossesOfLeaving(const Program& program) const;
    bool ask(const QStringList& lines, bool canSave, const std::function<void()>& leave);
    QStringList runningWork() const;
    static QString variantsOf(const Program& program); ///< "3 variants"

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    SessionStore sessions_;
    QWidget* window_;
    SessionWriter* writer_;
    std::function<QStringList()> otherLosses_;
    QStringList pending_; ///< files to open
    ProgramPtr before_;   ///< in the window when the opening began
    bool openFailed_ = false;
};

} // namespace mw::app

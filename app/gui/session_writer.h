#pragma once

#include "app/gui/program.h"
#include "app/workbench/project.h"
#include "app/workbench/session_store.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

class QTimer;

namespace mw::viewers {
class JobQueue;
}

namespace mw::app {

class Workspace;

/// Autosave: what was done to the project, and what the window shows of it, is written to its
/// session shortly after the first change, and at once when something was measured. While the
/// project has no file, each program that was worked on has a session of its own besides.
class SessionWriter : public QObject {
    Q_OBJECT

public:
    SessionWriter(Workspace& workspace, viewers::JobQueue& jobs, workbench::SessionStore sessions,
                  QObject* parent);

    /// From the first change that is not on disk to its being written, milliseconds; at most half
    /// a minute, whatever is asked for.
    void setDelay(int delay);
    /// Writes what is not written yet, before it returns.
    void keepNow();
    /// The same in a job, of everything as it is now: programs of hundreds of variants take a
    /// second to write.
    void keepLater();
    /// What the window shows is not what was written.
    void shownChanged() { shownChanged_ = true; }
    /// Nothing that is due now is written: its project has another session from here on.
    void stop();
    /// The session of a project that is kept elsewhere by now goes, in a job.
    void dropLater(const workbench::Project& project);
    /// Nothing is due any more: the work is not wanted. The session goes.
    void discard();
    /// Why the program's own session could not be written; null: it was, or needs none.
    const Diagnostic* notKept(const workbench::Program& program) const;
    void forget(const workbench::Program& program) { notKept_.erase(&program); }
    void forgetAll() { notKept_.clear(); }

signals:
    void failed(const mw::Diagnostic& why, const QString& what);

private:
    struct Turns;
    /// What came of writing a project; nothing of its programs where it has a file.
    struct Written {
        std::vector<Expected<void>> programs;
        Expected<void> project;
    };
    /// While it is wanted: asked before each file. Nothing: it was not, in the end.
    static std::optional<Written> write(const workbench::SessionStore& sessions,
                                        workbench::Project& project,
                                        const std::function<bool()>& isWanted);
    bool isDue() const;
    /// The project as it is now, which counts as kept until take() says otherwise.
    std::shared_ptr<workbench::Project> begin();
    void takeEnded();
    void take(const std::vector<ProgramPtr>& programs, const Written& written);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    workbench::SessionStore sessions_;
    QTimer* due_;
    std::shared_ptr<Turns> turns_;
    bool isWriting_ = false;           ///< a job does, which may come too late
    int turn_ = 0;                     ///< of that job
    std::vector<ProgramPtr> programs_; ///< that it writes
    bool shownChanged_ = false;        ///< since the session of the project was written
    bool saidWhy_ = false;             ///< that the project's could not be written
    std::map<const workbench::Program*, Diagnostic> notKept_;
};

} // namespace mw::app

// Writes sessions: after changes in a job, before the window goes on to something else at once.
#include "app/gui/session_writer.h"

#include "app/gui/workspace.h"
#include "viewers/jobs/job_queue.h"

#include <QTimer>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

namespace mw::app {

/// Who writes: what is older than the newest does not.
struct SessionWriter::Turns {
    std::mutex writing; ///< held while something is written
    std::atomic<int> newest = 0;
    std::mutex mutex; ///< of what follows
    int ended = 0;    ///< the turn of `written`
    Written written;
};

SessionWriter::SessionWriter(Workspace& workspace, viewers::JobQueue& jobs,
                             workbench::SessionStore sessions, QObject* parent)
    : QObject(parent), workspace_(workspace), jobs_(jobs), sessions_(std::move(sessions)),
      due_(new QTimer(this)), turns_(std::make_shared<Turns>()) {
    due_->setSingleShot(true);
    connect(due_, &QTimer::timeout, this, &SessionWriter::keepLater);
    const auto keepSoon = [this] {
        if (!due_->isActive()) // a change does not put off what is due
            due_->start();
    };
    for (const auto changed : {&Workspace::historyChanged, &Workspace::projectChanged})
        connect(&workspace, changed, this, keepSoon);
    const auto look = [this, keepSoon] {
        shownChanged_ = true;
        keepSoon();
    };
    for (const auto looked : {&Workspace::opened, &Workspace::activated, &Workspace::variantChanged,
                              &Workspace::viewChanged})
        connect(&workspace, looked, this, look);
    connect(&workspace, &Workspace::paneClosed, this, look);
    connect(&workspace, &Workspace::measured, this, &SessionWriter::keepLater);
    connect(&workspace, &Workspace::projectLeaves, this, &SessionWriter::keepNow);
}

void SessionWriter::setDelay(int delay) {
    constexpr int kLongest = 30'000; // ms: what may be lost
    due_->setInterval(std::min(delay, kLongest));
}

std::optional<SessionWriter::Written> SessionWriter::write(const workbench::SessionStore& sessions,
                                                           workbench::Project& project,
                                                           const std::function<bool()>& isWanted) {
    Written written;
    if (project.file.empty())
        for (const auto& program : project.programs) {
            if (!isWanted())
                return std::nullopt;
            written.programs.push_back(program->kept ? Expected<void>() : sessions.keep(*program));
        }
    if (!isWanted())
        return std::nullopt;
    written.project = sessions.keepProject(project);
    return written;
}

bool SessionWriter::isDue() const {
    const auto& project = workspace_.project();
    return !project.programs.empty() && (shownChanged_ || !project.isKept());
}

std::shared_ptr<workbench::Project> SessionWriter::begin() {
    if (std::exchange(isWriting_, false))
        workspace_.markKept(false); // that one may not have begun
    auto project = std::make_shared<workbench::Project>(workspace_.projectToKeep());
    workspace_.markKept(true);
    shownChanged_ = false;
    return project;
}

void SessionWriter::take(const std::vector<ProgramPtr>& programs, const Written& written) {
    bool isKept = written.project.has_value();
    for (std::size_t i = 0; i < written.programs.size(); ++i) {
        const auto& program = *programs[i];
        const auto& done = written.programs[i];
        if (done) {
            notKept_.erase(&program);
            continue;
        }
        isKept = false;
        if (!notKept_.contains(&program)) // said once, not at every step
            emit failed(done.error(),
                        tr("The session of %1 is not kept").arg(fileName(program.path)));
        notKept_.insert_or_assign(&program, done.error());
    }
    const auto& file = workspace_.project().file;
    if (!written.project && !saidWhy_ && !file.empty())
        emit failed(written.project.error(),
                    tr("Nothing is kept of %1 until it is saved").arg(fileName(file.string())));
    saidWhy_ = !written.project;
    if (isKept)
        return;
    workspace_.markKept(false);
    due_->start();
}

void SessionWriter::keepNow() {
    due_->stop();
    stop();
    if (!isDue())
        return;
    const auto project = begin();
    take(workspace_.programs(), *write(sessions_, *project, [] { return true; }));
}

void SessionWriter::keepLater() {
    due_->stop();
    if (!isDue())
        return;
    const auto project = begin();
    isWriting_ = true;
    turn_ = ++turns_->newest;
    programs_ = workspace_.programs();
    jobs_.start(
        {QStringLiteral("keep"), tr("Keeping the session"), viewers::JobQueue::Lane::spare}, this,
        [project, sessions = sessions_, turns = turns_, turn = turn_](const viewers::JobContext&) {
            const std::scoped_lock lock(turns->writing);
            auto written = write(sessions, *project, [&] { return turn == turns->newest; });
            if (!written)
                return;
            const std::scoped_lock result(turns->mutex);
            turns->ended = turn;
            turns->written = std::move(*written);
        },
        [this, turn = turn_] {
            if (turn == turn_)
                takeEnded();
        });
}

/// What came of the newest job, where it has ended; else it is due anew.
void SessionWriter::takeEnded() {
    if (!std::exchange(isWriting_, false))
        return; // it was taken
    std::unique_lock lock(turns_->mutex);
    const bool ended = turns_->ended == turn_;
    const auto written = std::exchange(turns_->written, {});
    lock.unlock();
    if (ended)
        return take(std::exchange(programs_, {}), written);
    workspace_.markKept(false);
    shownChanged_ = true;
}

void SessionWriter::stop() {
    ++turns_->newest;
    turns_->writing.lock(); // the file that is being written
    turns_->writing.unlock();
    takeEnded();
}

void SessionWriter::dropLater(const workbench::Project& project) {
    workbench::Project named;
    named.file = project.file;
    named.session = project.session;
    jobs_.start(
        {QStringLiteral("drop"), tr("Keeping the session")}, this,
        [sessions = sessions_, turns = turns_, named](const viewers::JobContext&) {
            const std::scoped_lock lock(turns->writing);
            sessions.drop(named);
        },
        [] {});
}

void SessionWriter::discard() {
    stop();
    sessions_.drop(workspace_.project());
    workspace_.markKept(true);
    shownChanged_ = false;
    due_->stop();
}

const Diagnostic* SessionWriter::notKept(const workbench::Program& program) const {
    const auto found = notKept_.find(&program);
    return found == notKept_.end() ? nullptr : &found->second;
}

} // namespace mw::app

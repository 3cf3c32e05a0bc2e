// Runs long work off the GUI thread and delivers results to it.
#include "viewers/jobs/job_queue.h"

#include <QThread>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <sys/resource.h>

namespace mw::viewers {

namespace {

double secondsSince(std::chrono::steady_clock::time_point then) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

/// How far the threads of a lane stand back behind those that draw and lay out.
int niceness(JobQueue::Lane lane) {
    switch (lane) {
    case JobQueue::Lane::pool:
        return 5;
    case JobQueue::Lane::details:
        return 10;
    case JobQueue::Lane::spare:
        return 15;
    case JobQueue::Lane::device:
        break;
    }
    return 0;
}

/// The calling thread, from now on, whose priority was `usual`. On Linux both are of the thread
/// alone.
void standBack(int usual, int niceness) {
    static_cast<void>(setpriority(PRIO_PROCESS, 0, usual + niceness));
}

} // namespace

struct JobQueue::Job {
    Running shown;
    QPointer<QObject> receiver;
    std::stop_source stop;
    bool superseded = false;

    using Clock = std::chrono::steady_clock;
    Clock::time_point start = Clock::now();
    /// What `shown.progress` is about began then, when so much was done.
    Clock::time_point phaseStart = start;
    int phaseDone = 0;

    // Written by the worker, read by the GUI thread.
    JobOutcome outcome; ///< read when the work is over
    QDateTime began = QDateTime::currentDateTime();
    std::mutex mutex;
    JobProgress reported;
    bool reportPending = false;
};

JobQueue::JobQueue(QObject* parent) : QObject(parent) {
    // Those that wait for another thread, or end late, leave room for what comes next.
    threads(Lane::pool).setMaxThreadCount(8 + QThread::idealThreadCount());
    threads(Lane::details).setMaxThreadCount(8 + QThread::idealThreadCount());
    threads(Lane::spare).setMaxThreadCount(std::max(1, QThread::idealThreadCount() - 1));
    threads(Lane::device).setMaxThreadCount(1);
    threads(Lane::device).setExpiryTimeout(-1);
}

JobQueue::~JobQueue() {
    for (const auto& job : jobs_)
        job->stop.request_stop();
    for (auto& lane : threads_)
        lane.clear();
    for (auto& lane : threads_)
        lane.waitForDone();
}

std::uint64_t JobQueue::startErased(Spec spec, QObject* receiver, ErasedWork work) {
    discard(spec.slot);
    auto job = std::make_shared<Job>();
    job->shown.id = nextId_++;
    job->shown.spec = std::move(spec);
    job->receiver = receiver;
    jobs_.push_back(job);

    auto report = [this, job](JobProgress progress) {
        const std::lock_guard lock(job->mutex);
        job->reported = std::move(progress);
        if (std::exchange(job->reportPending, true))
            return; // the GUI thread will read the newest when it gets there
        const auto id = job->shown.id;
        QMetaObject::invokeMethod(
            this, [this, id] { takeProgress(id); }, Qt::QueuedConnection);
    };
    auto deliver = [this, job](std::function<void()> part) {
        QMetaObject::invokeMethod(
            this,
            [job, part = std::move(part)] {
                if (!job->superseded && job->receiver)
                    part();
            },
            Qt::QueuedConnection);
    };
    auto run = [this, job, usual = getpriority(PRIO_PROCESS, 0), work = std::move(work),
                report = std::move(report), deliver = std::move(deliver)]() mutable {
        standBack(usual, niceness(job->shown.spec.lane));
        Delivery delivery = work(JobContext(job->stop.get_token(), report, &job->outcome, deliver));
        work = {}; // the work's own copies end here, not on the GUI thread
        const auto id = job->shown.id;
        QMetaObject::invokeMethod(
            this, [this, id, delivery = std::move(delivery)] { finish(id, delivery); },
            Qt::QueuedConnection);
    };
    threads(job->shown.spec.lane).start(std::move(run));
    emit started(job->shown.spec);
    emit changed();
    return job->shown.id;
}

JobQueue::Ended JobQueue::endOf(const Job& job) {
    using How = Ended::How;
    Ended end{job.shown.spec, job.began, 0, How::done, job.outcome.sentence};
    end.seconds = secondsSince(job.start);
    end.how = job.superseded        ? How::superseded
              : job.shown.cancelled ? How::cancelled
              : job.outcome.failed  ? How::failed
                                    : How::done;
    return end;
}

void JobQueue::finish(std::uint64_t id, const Delivery& delivery) {
    const auto found =
        std::ranges::find_if(jobs_, [id](const auto& job) { return job->shown.id == id; });
    if (found == jobs_.end())
        return;
    const auto job = *found;
    jobs_.erase(found);
    emit ended(endOf(*job));
    if (!job->superseded && job->receiver)
        delivery();
    emit changed();
    if (jobs_.empty())
        emit idle();
}

void JobQueue::takeProgress(std::uint64_t id) {
    for (const auto& job : jobs_) {
        if (job->shown.id != id)
            continue;
        const std::lock_guard lock(job->mutex);
        job->reportPending = false;
        job->shown.secondsLeft = secondsLeft(*job);
        job->shown.progress = job->reported;
    }
    emit changed();
}

/// When what is reported now is over.
std::optional<double> JobQueue::secondsLeft(Job& job) {
    constexpr double kLeast = 2; // seconds that say something of its pace
    const auto &before = job.shown.progress, &now = job.reported;
    if (now.what != before.what || now.total != before.total || now.done < before.done) {
        job.phaseStart = Job::Clock::now();
        job.phaseDone = now.done;
    }
    const double seconds = secondsSince(job.phaseStart);
    const int done = now.done - job.phaseDone;
    if (now.total <= 0 || done <= 0 || seconds < kLeast)
        return std::nullopt;
    return seconds / done * std::max(0, now.total - now.done);
}

JobQueue::Job* JobQueue::currentOf(const QString& slot) const {
    for (const auto& job : jobs_)
        if (!job->superseded && job->shown.spec.slot == slot)
            return job.get();
    return nullptr;
}

void JobQueue::cancel(const QString& slot) {
    auto* job = currentOf(slot);
    if (!job)
        return;
    job->shown.cancelled = true;
    job->stop.request_stop();
    emit changed();
}

void JobQueue::cancelAll() {
    for (const auto& job : jobs_) {
        job->shown.cancelled = true;
        job->stop.request_stop();
    }
    emit changed();
}

void JobQueue::discard(const QString& slot) {
    auto* job = currentOf(slot);
    if (!job)
        return;
    job->superseded = true;
    job->stop.request_stop();
    emit changed();
}

std::vector<JobQueue::Running> JobQueue::running() const {
    std::vector<Running> result;
    for (const auto& job : jobs_)
        if (!job->superseded)
            result.push_back(job->shown);
    return result;
}

} // namespace mw::viewers

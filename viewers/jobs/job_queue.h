#pragma once

#include <QDateTime>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QThreadPool>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <vector>

namespace mw::viewers {

/// How far a job is. `total` 0: no number is known.
struct JobProgress {
    QString what; ///< "compiling", "timing"; empty: the job's title says enough
    int done = 0, total = 0;
};

/// What came of a job, in a sentence; empty: nothing to add.
struct JobOutcome {
    bool failed = false;
    QString sentence;
};

/// What the work of a job sees of the queue. Thread-safe; lives as long as the work runs.
class JobContext {
public:
    using Deliver = std::function<void(std::function<void()>)>;

    JobContext(std::stop_token stop, std::function<void(JobProgress)> report,
               JobOutcome* outcome = nullptr, Deliver deliver = {})
        : stop_(std::move(stop)), report_(std::move(report)), outcome_(outcome),
          deliver_(std::move(deliver)) {}

    std::stop_token stop() const { return stop_; }
    bool stopRequested() const { return stop_.stop_requested(); }
    void progress(QString what, int done = 0, int total = 0) const {
        report_({std::move(what), done, total});
    }
    /// A part of the result: runs where the result is delivered, before it, and is dropped with it.
    void deliver(std::function<void()> part) const {
        if (deliver_)
            deliver_(std::move(part));
    }
    /// What came of it, for the log. Called by the work's own thread, the last call counts.
    void succeeded(QString sentence) const { end({false, std::move(sentence)}); }
    /// Works that return an Expected need not say so: it is seen from their result.
    void failed(QString sentence = {}) const { end({true, std::move(sentence)}); }

private:
    void end(JobOutcome outcome) const {
        if (outcome_)
            *outcome_ = std::move(outcome);
    }

    std::stop_token stop_;
    std::function<void(JobProgress)> report_;
    JobOutcome* outcome_;
    Deliver deliver_;
};

/// Long work off the GUI thread. A newer job of the same slot supersedes the older one: that one is
/// asked to stop and its result is dropped. Results arrive on the GUI thread, and only while the
/// receiver lives. A cancelled job still delivers what its work returns, so that "cancelled" can be
/// said where the result would stand.
class JobQueue : public QObject {
    Q_OBJECT

public:
    /// Who has the processor first: the threads that draw and lay out, then `pool`, for what the
    /// user waits for; then `details`, for what panels say of what is shown; then `spare`, for what
    /// the window looks for by itself and may take seconds, one after the other. `device`: one
    /// thread that owns what runs on the device, so that two measurements never overlap; it lives
    /// as long as the queue, and is not held back.
    enum class Lane : std::uint8_t { pool, details, spare, device };

    struct Spec {
        QString slot;  ///< "match", "bench": what supersedes what
        QString title; ///< for people
        Lane lane = Lane::pool;
        bool logged = false; ///< the user asked for it, or wants to know of it: no quiet line
    };
    struct Running {
        std::uint64_t id = 0;
        Spec spec;
        JobProgress progress;
        /// At the pace of its progress so far; nullopt: that cannot be said yet.
        std::optional<double> secondsLeft;
        bool cancelled = false;
    };
    /// A job that is over.
    struct Ended {
        Spec spec;
        QDateTime began;
        double seconds = 0;
        enum class How : std::uint8_t { done, failed, cancelled, superseded };
        How how = How::done;
        QString sentence; ///< of its outcome
    };

    explicit JobQueue(QObject* parent = nullptr);
    /// Asks every job to stop and waits for all of them.
    ~JobQueue() override;

    /// `work` takes a const JobContext& and runs elsewhere, on copies or immutable values only;
    /// `done` takes its result and runs here. Works that return nothing: `done` takes nothing.
    template <class Work, class Done>
    std::uint64_t start(Spec spec, QObject* receiver, Work work, Done done) {
        using Result = std::invoke_result_t<Work, const JobContext&>;
        return startErased(
            std::move(spec), receiver,
            [work = std::move(work), done = std::move(done)](const JobContext& context) mutable {
                if constexpr (std::is_void_v<Result>) {
                    work(context);
                    return std::function<void()>(std::move(done));
                } else {
                    auto result = std::make_shared<Result>(work(context));
                    if constexpr (requires { result->error(); })
                        if (!result->has_value())
                            context.failed();
                    return std::function<void()>(
                        [result, done = std::move(done)]() mutable { done(std::move(*result)); });
                }
            });
    }

    void cancel(const QString& slot);
    void cancelAll();
    /// Asks the slot's job to stop and drops its result.
    void discard(const QString& slot);

    bool isIdle() const { return jobs_.empty(); }
    bool isRunning(const QString& slot) const { return currentOf(slot) != nullptr; }
    /// Oldest first; superseded jobs that have not ended yet are not shown.
    std::vector<Running> running() const;

signals:
    void started(const mw::viewers::JobQueue::Spec& spec);
    /// Before its result is delivered.
    void ended(const mw::viewers::JobQueue::Ended& job);
    void changed(); ///< a job started, ended, or reported progress
    void idle();    ///< the last job ended and its result was delivered

private:
    using Delivery = std::function<void()>;
    using ErasedWork = std::function<Delivery(const JobContext&)>;
    struct Job;

    std::uint64_t startErased(Spec spec, QObject* receiver, ErasedWork work);
    void finish(std::uint64_t id, const Delivery& delivery);
    void takeProgress(std::uint64_t id);
    static std::optional<double> secondsLeft(Job& job);
    static Ended endOf(const Job& job);
    Job* currentOf(const QString& slot) const;
    QThreadPool& threads(Lane lane) { return threads_[static_cast<std::size_t>(lane)]; }

    std::vector<std::shared_ptr<Job>> jobs_;
    std::array<QThreadPool, 4> threads_; ///< by lane
    std::uint64_t nextId_ = 1;
};

} // namespace mw::viewers

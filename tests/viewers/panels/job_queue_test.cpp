// Jobs beside the window: where results arrive, and which are dropped.
#include "core/support/expected.h"
#include "tests/support/catch.h"
#include "viewers/jobs/job_queue.h"

#include <QCoreApplication>
#include <QSignalSpy>
#include <QThread>

#include <array>
#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace job_queue_test {

using mw::viewers::JobContext;
using mw::viewers::JobQueue;

namespace {

constexpr int kTimeout = 20'000; // ms; reached only when a test fails

void waitIdle(JobQueue& jobs) {
    QSignalSpy idle(&jobs, &JobQueue::idle);
    while (!jobs.isIdle())
        REQUIRE((idle.wait(kTimeout) || jobs.isIdle()));
}

} // namespace

TEST_CASE("a result arrives on the thread of the queue") {
    JobQueue jobs;
    QThread* workedOn = nullptr;
    QThread* deliveredOn = nullptr;
    int result = 0;
    jobs.start(
        {"sum", "Adding"}, &jobs,
        [&](const JobContext&) {
            workedOn = QThread::currentThread();
            return 6 * 7;
        },
        [&](int value) {
            result = value;
            deliveredOn = QThread::currentThread();
        });
    CHECK_FALSE(jobs.isIdle());
    waitIdle(jobs);
    CHECK(result == 42);
    CHECK(deliveredOn == QThread::currentThread());
    CHECK(workedOn != QThread::currentThread());
}

TEST_CASE("a newer job of the slot stops the older one and drops its result") {
    JobQueue jobs;
    std::vector<int> delivered;
    bool sawStop = false;
    std::latch started(1);
    jobs.start(
        {"match", "old"}, &jobs,
        [&](const JobContext& context) {
            started.count_down();
            while (!context.stopRequested())
                std::this_thread::yield();
            sawStop = true;
            return 1;
        },
        [&](int value) { delivered.push_back(value); });
    started.wait();
    jobs.start(
        {"match", "new"}, &jobs, [](const JobContext&) { return 2; },
        [&](int value) { delivered.push_back(value); });
    CHECK(jobs.running().size() == 1);
    waitIdle(jobs);
    CHECK(sawStop);
    CHECK(delivered == std::vector{2});
}

TEST_CASE("nothing is delivered to a receiver that is gone") {
    JobQueue jobs;
    auto receiver = std::make_unique<QObject>();
    bool delivered = false;
    std::latch go(1);
    jobs.start(
        {"late", "late"}, receiver.get(), [&](const JobContext&) { go.wait(); },
        [&] { delivered = true; });
    receiver.reset();
    go.count_down();
    waitIdle(jobs);
    CHECK_FALSE(delivered);
}

TEST_CASE("a cancelled job still says how it ended") {
    JobQueue jobs;
    std::string outcome;
    jobs.start(
        {"bench", "Measuring", JobQueue::Lane::device}, &jobs,
        [](const JobContext& context) -> std::string {
            while (!context.stopRequested())
                std::this_thread::yield();
            return "cancelled";
        },
        [&](const std::string& how) { outcome = how; });
    jobs.cancel("bench");
    REQUIRE(jobs.running().size() == 1);
    CHECK(jobs.running().front().cancelled);
    waitIdle(jobs);
    CHECK(outcome == "cancelled");
}

TEST_CASE("jobs of the device lane run one after the other, on one thread") {
    JobQueue jobs;
    std::atomic<int> atOnce = 0;
    std::atomic<int> most = 0;
    std::set<QThread*> threads;
    for (int i = 0; i < 8; ++i)
        jobs.start(
            {QString::number(i), "run", JobQueue::Lane::device}, &jobs,
            [&](const JobContext&) {
                most = std::max(most.load(), ++atOnce);
                threads.insert(QThread::currentThread());
                --atOnce;
            },
            [] {});
    waitIdle(jobs);
    CHECK(most == 1);
    CHECK(threads.size() == 1);
}

TEST_CASE("progress arrives with its numbers") {
    JobQueue jobs;
    std::latch seen(1);
    QObject::connect(&jobs, &JobQueue::changed, &jobs, [&] {
        const auto running = jobs.running();
        if (!running.empty() && running.front().progress.done == 3 && !seen.try_wait())
            seen.count_down();
    });
    jobs.start(
        {"bench", "Measuring"}, &jobs,
        [&](const JobContext& context) {
            context.progress("timing", 3, 20);
            seen.wait();
        },
        [] {});
    waitIdle(jobs);
    CHECK(seen.try_wait());
}

TEST_CASE("what is left of a job is said at the pace of what it is at") {
    JobQueue jobs;
    std::vector<std::optional<double>> left;
    std::array<std::latch, 4> seen{std::latch(1), std::latch(1), std::latch(1), std::latch(1)};
    QObject::connect(&jobs, &JobQueue::changed, &jobs, [&] {
        const auto running = jobs.running();
        if (running.empty() || running.front().progress.total == 0)
            return;
        left.push_back(running.front().secondsLeft);
        if (left.size() <= seen.size())
            seen[left.size() - 1].count_down();
    });
    jobs.start(
        {"bench", "Measuring"}, &jobs,
        [&](const JobContext& context) {
            auto say = [&, round = std::size_t(0)](const char* what, int done) mutable {
                context.progress(what, done, 10);
                seen.at(round++).wait();
            };
            say("compiling", 5);
            std::this_thread::sleep_for(std::chrono::milliseconds(2100));
            say("compiling", 6);
            say("timing", 1); // another pace
            say("timing", 2); // too early
        },
        [] {});
    waitIdle(jobs);
    REQUIRE(left.size() >= 4);
    CHECK_FALSE(left[0]);
    REQUIRE(left[1]);
    CHECK(*left[1] >= 4 * 2.1);
    CHECK(*left[1] < 4 * 10.); // on a machine that is busy, too
    CHECK_FALSE(left[2]);
    CHECK_FALSE(left[3]);
}

TEST_CASE("the end of a job says how it went and how long it took, before its result arrives") {
    using How = JobQueue::Ended::How;
    JobQueue jobs;
    std::vector<std::string> told;
    std::vector<JobQueue::Ended> ends;
    QObject::connect(&jobs, &JobQueue::started, &jobs, [&](const auto& spec) {
        told.push_back("begins " + spec.slot.toStdString());
    });
    QObject::connect(&jobs, &JobQueue::ended, &jobs, [&](const JobQueue::Ended& job) {
        told.push_back("ends " + job.spec.slot.toStdString());
        ends.push_back(job);
    });
    jobs.start(
        {"good", "Good"}, &jobs, [](const JobContext& job) { job.succeeded("two places"); },
        [&] { told.emplace_back("result"); });
    waitIdle(jobs);
    CHECK(told == std::vector<std::string>{"begins good", "ends good", "result"});
    jobs.start(
        {"bad", "Bad"}, &jobs,
        [](const JobContext&) -> mw::Expected<int> { return mw::fail("x", "it cannot be"); },
        [](const mw::Expected<int>&) {});
    waitIdle(jobs);
    jobs.start(
        {"stopped", "Stopped"}, &jobs,
        [](const JobContext& job) {
            while (!job.stopRequested())
                std::this_thread::yield();
        },
        [] {});
    jobs.cancel("stopped");
    waitIdle(jobs);
    REQUIRE(ends.size() == 3);
    CHECK(ends[0].how == How::done);
    CHECK(ends[0].sentence == "two places");
    CHECK(ends[0].seconds >= 0);
    CHECK(ends[0].began.isValid());
    CHECK(ends[1].how == How::failed);
    CHECK(ends[2].how == How::cancelled);
}

TEST_CASE("what the user waits for goes before what panels say, that before what is looked for") {
    using Lane = JobQueue::Lane;
    JobQueue jobs;
    std::array<int, 4> niceness{};
    for (const auto lane : {Lane::pool, Lane::details, Lane::spare, Lane::device})
        jobs.start(
            {QString::number(static_cast<int>(lane)), "Looking", lane}, &jobs,
            [&niceness, lane](const JobContext&) {
                niceness[static_cast<std::size_t>(lane)] = getpriority(PRIO_PROCESS, 0);
            },
            [] {});
    waitIdle(jobs);
    const int own = getpriority(PRIO_PROCESS, 0);
    CHECK(niceness[static_cast<std::size_t>(Lane::device)] == own);
    CHECK(niceness[0] > own);
    CHECK(niceness[1] > niceness[0]);
    CHECK(niceness[2] > niceness[1]);
}

TEST_CASE("jobs that end late keep no other from beginning") {
    JobQueue jobs;
    std::latch answered(1);
    for (int i = 0; i < 8; ++i) // each superseded by the next, and none looks whether it is
        jobs.start(
            {"slow", "Working"}, &jobs, [&](const JobContext&) { answered.wait(); }, [] {});
    jobs.start(
        {"quick", "Answering"}, &jobs, [&](const JobContext&) { answered.count_down(); }, [] {});
    waitIdle(jobs);
    CHECK(answered.try_wait());
}

} // namespace job_queue_test

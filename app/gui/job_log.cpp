// Writes down what was begun and what came of it.
#include "app/gui/job_log.h"

#include "app/gui/docks.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/number_text.h"

#include <cmath>

namespace mw::app {

using viewers::JobQueue;
using How = JobQueue::Ended::How;

namespace {

constexpr double kMicro = 1e6;
constexpr double kWorthSaying = 1; ///< seconds of a job that another one took the place of

/// "12 ms", "2.31 s".
QString tookText(double seconds) {
    constexpr double kMilli = 1e3;
    return seconds < 1 ? QStringLiteral("%1 ms").arg(std::ceil(seconds * kMilli))
                       : viewers::microseconds(seconds * kMicro);
}

bool isLong(const JobQueue::Spec& spec) {
    return spec.lane == JobQueue::Lane::device;
}

} // namespace

JobLog::JobLog(JobQueue& jobs, Docks& docks, QObject* parent) : QObject(parent), docks_(docks) {
    connect(&jobs, &JobQueue::started, this, [this](const JobQueue::Spec& spec) {
        if (spec.logged && isLong(spec))
            add(tr("%1: begins").arg(spec.title));
    });
    connect(&jobs, &JobQueue::ended, this, [this](const JobQueue::Ended& job) {
        const bool passed =
            job.how == How::superseded && !isLong(job.spec) && job.seconds < kWorthSaying;
        if (passed)
            return;
        if (job.spec.logged)
            add(textOf(job));
        else
            docks_.panel<viewers::LogPanel>().addQuietly(job.spec.title, textOf(job));
    });
}

QString JobLog::textOf(const JobQueue::Ended& job) {
    const QString took = tookText(job.seconds);
    const QString began = job.began.time().toString(QStringLiteral("HH:mm:ss"));
    const auto sentence = [&](const QString& pattern) {
        const QString text = pattern.arg(job.spec.title, took, began);
        return job.sentence.isEmpty() ? text : text + QStringLiteral(": ") + job.sentence;
    };
    switch (job.how) {
    case How::done:
        break;
    case How::failed:
        return sentence(tr("%1: failed after %2 (begun %3)"));
    case How::cancelled:
        return sentence(tr("%1: cancelled after %2 (begun %3)"));
    case How::superseded:
        return sentence(tr("%1: no longer wanted after %2 (begun %3)"));
    }
    return sentence(tr("%1: done in %2 (begun %3)"));
}

void JobLog::add(const QString& line) {
    docks_.panel<viewers::LogPanel>().add(line);
}

} // namespace mw::app

#pragma once

#include "viewers/jobs/job_queue.h"

#include <QObject>

namespace mw::app {

class Docks;

/// Every job in the log: when it began, how long it took, what came of it. What runs on a device,
/// which can take long, also when it begins. Of what nobody asked for the line is a quiet one.
class JobLog : public QObject {
    Q_OBJECT

public:
    JobLog(viewers::JobQueue& jobs, Docks& docks, QObject* parent);

    /// "Measuring: done in 2.31 s (begun 14:02:11): 3 variants"
    static QString textOf(const viewers::JobQueue::Ended& job);

private:
    void add(const QString& line);

    Docks& docks_;
};

} // namespace mw::app

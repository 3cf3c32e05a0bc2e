#pragma once

#include <QObject>
#include <QTimer>

class QLabel;
class QProgressBar;
class QStatusBar;
class QToolButton;

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

/// The oldest job that the user asked for, else the oldest one, at the right of the status line:
/// title, progress, and a button that cancels.
class JobStatus : public QObject {
    Q_OBJECT

public:
    JobStatus(viewers::JobQueue& jobs, QStatusBar* bar);

private:
    void show();

    viewers::JobQueue& jobs_;
    QLabel* title_;
    QProgressBar* progress_;
    QToolButton* cancel_;
    QTimer pause_; ///< until what changed is shown
};

} // namespace mw::app

// --do and --screenshot: actions one after the other, then a picture.
#include "app/gui/script.h"

#include "app/gui/action_table.h"
#include "app/gui/main_window.h"

#include <QApplication>
#include <QPixmap>
#include <QTimer>

namespace mw::app {

namespace {

/// A run on a device may compile first; nothing here takes longer than this.
constexpr int kTimeout = 300'000; // ms

} // namespace

Script::Script(MainWindow& window, QStringList actions, QString picture)
    : QObject(&window), window_(window), actions_(std::move(actions)), picture_(std::move(picture)),
      timeout_(new QTimer(this)) {
    timeout_->setSingleShot(true);
    connect(timeout_, &QTimer::timeout, this,
            [this] { end(tr("The window did not come to rest in time.")); });
}

void Script::start() {
    timeout_->start(kTimeout);
    connect(&window_, &MainWindow::maybeIdle, this, &Script::next, Qt::QueuedConnection);
    QMetaObject::invokeMethod(this, &Script::next, Qt::QueuedConnection);
}

void Script::next() {
    // What is queued (a paint, a delivery) comes first: only a window at rest goes on.
    QCoreApplication::sendPostedEvents();
    if (done_ || !window_.isIdle())
        return;
    if (!actions_.isEmpty()) {
        const auto problem = window_.parts().actions.trigger(actions_.takeFirst());
        if (!problem.isEmpty())
            end(problem);
        else
            QMetaObject::invokeMethod(this, &Script::next, Qt::QueuedConnection);
        return;
    }
    // Another palette reaches the widgets one event after the next.
    QCoreApplication::processEvents();
    if (done_)
        return;
    if (!picture_.isEmpty() && !window_.grab().save(picture_))
        end(tr("The picture could not be written to %1.").arg(picture_));
    else
        end({});
}

void Script::end(const QString& problem) {
    if (std::exchange(done_, true))
        return;
    timeout_->stop();
    emit finished(problem);
}

} // namespace mw::app

// Shows in the status line what runs, how far it is, and how to stop it.
#include "app/gui/job_status.h"

#include "viewers/jobs/job_queue.h"
#include "viewers/panels/elided_label.h"
#include "viewers/panels/number_text.h"

#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>

namespace mw::app {

using viewers::JobQueue;

JobStatus::JobStatus(JobQueue& jobs, QStatusBar* bar)
    : QObject(bar), jobs_(jobs), title_(new viewers::ElidedLabel(bar)),
      progress_(new QProgressBar(bar)), cancel_(new QToolButton(bar)) {
    progress_->setFixedSize(140, 14);
    progress_->setTextVisible(false);
    cancel_->setText(tr("Cancel"));
    cancel_->setToolTip(tr("Cancels what is running"));
    cancel_->setAutoRaise(true);
    bar->addPermanentWidget(title_);
    bar->addPermanentWidget(progress_);
    bar->addPermanentWidget(cancel_);
    connect(cancel_, &QToolButton::clicked, &jobs, &JobQueue::cancelAll);
    // Jobs say more than anybody can read, and short ones would only flicker.
    constexpr int kPause = 50; // ms
    pause_.setSingleShot(true);
    pause_.setInterval(kPause);
    connect(&pause_, &QTimer::timeout, this, &JobStatus::show);
    connect(&jobs, &JobQueue::changed, this, [this] {
        if (jobs_.running().empty())
            show();
        else if (!pause_.isActive())
            pause_.start();
    });
    show();
}

void JobStatus::show() {
    const auto running = jobs_.running();
    for (auto* widget : std::initializer_list<QWidget*>{title_, progress_, cancel_})
        widget->setVisible(!running.empty());
    if (running.empty())
        return;
    // What the user asked for says more than what panels look for.
    const auto asked =
        std::ranges::find(running, true, [](const auto& one) { return one.spec.logged; });
    const auto& job = asked == running.end() ? running.front() : *asked;
    auto text = job.spec.title;
    if (!job.progress.what.isEmpty())
        text += QStringLiteral(": ") + job.progress.what;
    title_->setText(viewers::withTimeLeft(text, job.secondsLeft));
    progress_->setRange(0, job.progress.total);
    progress_->setValue(job.progress.done);
}

} // namespace mw::app

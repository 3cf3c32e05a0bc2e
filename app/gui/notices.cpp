// Tells the user what happened: message bar, status line, log, and Problems while nothing is open.
#include "app/gui/notices.h"

#include "app/gui/docks.h"
#include "app/gui/message_bar.h"
#include "app/gui/workspace.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/problems_panel.h"

#include <QStatusBar>

namespace mw::app {

using viewers::LogPanel;
using viewers::ProblemsPanel;

namespace {

constexpr int kStatusTime = 10'000; // ms

} // namespace

Notices::Notices(MessageBar& bar, Docks& docks, Workspace& workspace, QMainWindow* window)
    : QObject(window), bar_(bar), docks_(docks), workspace_(workspace), window_(window) {
    connect(&workspace, &Workspace::failed, this, &Notices::fail);
    connect(&workspace, &Workspace::said, this, &Notices::say);
}

void Notices::say(const QString& sentence) {
    window_->statusBar()->showMessage(sentence, kStatusTime);
    docks_.panel<LogPanel>().add(sentence);
}

void Notices::fail(const Diagnostic& why, const QString& what) {
    docks_.panel<LogPanel>().add(why);
    if (why.code == "cancelled") {
        say(what);
        return;
    }
    bar_.warn(what + QStringLiteral(": ") + viewers::qs(toString(why)));
    if (!workspace_.isOpen())
        docks_.panel<ProblemsPanel>().setFindings({why}, nullptr);
}

void Notices::warn(const QString& sentence) {
    docks_.panel<LogPanel>().add(sentence);
    bar_.warn(sentence);
}

void Notices::offer(const QString& sentence, const QString& button, std::function<void()> accept) {
    bar_.offer(sentence, button, std::move(accept));
}

} // namespace mw::app

// Tells the user what happened: message bar, status line, log, and Problems while nothing is open.
#include "app/gui/notices.h"

#include "app/gui/docks.h"
#include "app/gui/workspace.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/log_panel.h"
#include "viewers/panels/problems_panel.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QStatusBar>
#include <QUrl>

#include <algorithm>
#include <variant>

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
    connect(&workspace, &Workspace::wrote, this, &Notices::wrote);
    connect(&workspace, &Workspace::replayed, this, &Notices::report);
    const auto follow = [this] {
        bar_.showAbout(workspace_.isOpen() ? workspace_.program() : nullptr);
    };
    for (const auto changed : {&Workspace::activated, &Workspace::opened})
        connect(&workspace, changed, this, follow);
}

/// Each step in the log; those that were left out where nobody overlooks them.
void Notices::report(const ProgramPtr& program, const std::vector<workbench::ReplayedStep>& steps) {
    QStringList left;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto text = viewers::qs(toText(i + 1, steps[i])).trimmed();
        docks_.panel<LogPanel>().add(text);
        if (!steps[i].step)
            left << text;
    }
    if (left.isEmpty())
        return;
    MessageLine line{.sentence = tr("%1 of %2 steps of the recipe were left out. Step %3")
                                     .arg(left.size())
                                     .arg(steps.size())
                                     .arg(left.join(QStringLiteral("; "))),
                     .warning = true,
                     .about = program};
    if (std::ranges::any_of(steps, [](const auto& one) {
            return one.reason && std::holds_alternative<history::TransformationRecord>(one.record);
        })) {
        line.button = tr("Nearest places …");
        line.accept = [this, program, steps] { emit misfitsAsked(program, steps); };
        line.keeps = true;
    }
    bar_.replace(std::move(line));
}

void Notices::say(const QString& sentence) {
    window_->statusBar()->showMessage(sentence, kStatusTime);
    docks_.panel<LogPanel>().add(sentence);
}

std::optional<MessageLine> Notices::note(const Diagnostic& why, const QString& what) {
    docks_.panel<LogPanel>().add(why);
    if (why.code == "cancelled") {
        say(what);
        return std::nullopt;
    }
    if (!workspace_.isOpen())
        docks_.panel<ProblemsPanel>().setFindings({{why}, nullptr});
    return MessageLine{.sentence = what + QStringLiteral(": ") + viewers::qs(toString(why)),
                       .warning = true};
}

void Notices::fail(const Diagnostic& why, const QString& what) {
    if (auto line = note(why, what))
        bar_.replace(std::move(*line));
}

void Notices::failToo(const Diagnostic& why, const QString& what) {
    if (auto line = note(why, what))
        bar_.add(std::move(*line));
}

void Notices::wrote(const QString& sentence, const QString& file) {
    say(sentence);
    bar_.offer(sentence, tr("Show in the folder"), [file] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(file).absolutePath()));
    });
}

void Notices::warn(const QString& sentence) {
    docks_.panel<LogPanel>().add(sentence);
    bar_.warn(sentence);
}

void Notices::offer(const QString& sentence, const QString& button, std::function<void()> accept) {
    bar_.offer(sentence, button, std::move(accept));
}

void Notices::add(const MessageLine& line) {
    docks_.panel<LogPanel>().add(line.sentence);
    bar_.add(line);
}

} // namespace mw::app

// The log: what was done and what went wrong, since the program started.
#include "viewers/panels/log_panel.h"

#include "viewers/panels/element_text.h"

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextCursor>
#include <QTime>
#include <QVBoxLayout>

#include <algorithm>

namespace mw::viewers {

LogPanel::LogPanel(QWidget* parent)
    : Panel(parent), quiet_(new QCheckBox(tr("Also what the window does by itself"), this)),
      lines_(new QPlainTextEdit(this)) {
    setObjectName(QStringLiteral("log"));
    quiet_->setObjectName(QStringLiteral("log-quiet"));
    quiet_->setToolTip(tr("Matching, advising, counting, generating code: how long each took and "
                          "what came of it"));
    connect(quiet_, &QCheckBox::toggled, this, &LogPanel::showAll);
    lines_->setReadOnly(true);
    lines_->setFrameShape(QFrame::NoFrame);
    lines_->setAccessibleName(tr("Log"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(6, 2, 6, 2);
    bar->addWidget(quiet_);
    bar->addStretch();
    layout->addLayout(bar);
    layout->addWidget(lines_);
}

QString LogPanel::Line::shown() const {
    return times == 1 ? text : QStringLiteral("%1  (×%2)").arg(text).arg(times);
}

void LogPanel::setMostLines(int lines) {
    most_ = static_cast<std::size_t>(lines);
    lines_->setMaximumBlockCount(lines);
    forgetFirst();
}

/// Quiet lines before those that are shown.
void LogPanel::forgetFirst() {
    while (all_.size() > most_) {
        const auto quiet =
            std::ranges::find_if(all_, [](const Line& line) { return !line.work.isEmpty(); });
        all_.erase(quiet == all_.end() ? all_.begin() : quiet);
    }
}

void LogPanel::add(const QString& line) {
    append({line, {}});
}

void LogPanel::addQuietly(const QString& work, const QString& line) {
    append({line, work});
}

void LogPanel::append(Line line) {
    line.text.prepend(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")));
    const bool again = !line.work.isEmpty() && !all_.empty() && all_.back().work == line.work;
    if (again) {
        line.times = all_.back().times + 1;
        all_.pop_back();
    }
    all_.push_back(std::move(line));
    forgetFirst();
    const auto& added = all_.back();
    if (!added.work.isEmpty() && !quiet_->isChecked())
        return;
    if (!again)
        return lines_->appendPlainText(added.shown());
    QTextCursor last(lines_->document()->lastBlock());
    last.select(QTextCursor::BlockUnderCursor);
    const bool isOnly = lines_->document()->blockCount() == 1;
    last.insertText(isOnly ? added.shown() : QLatin1Char('\n') + added.shown());
}

void LogPanel::showAll() {
    QStringList shown;
    for (const Line& line : all_)
        if (line.work.isEmpty() || quiet_->isChecked())
            shown << line.shown();
    lines_->setPlainText(shown.join(QLatin1Char('\n')));
    lines_->moveCursor(QTextCursor::End);
}

void LogPanel::add(const Diagnostic& diagnostic) {
    add((diagnostic.severity == Severity::error ? tr("error: ") : QString()) +
        qs(toString(diagnostic)));
}

void LogPanel::setTheme(ThemeKind kind) {
    lines_->setFont(Theme::of(kind).code);
}

PanelInfo logPanel() {
    return {QStringLiteral("log"), Panel::tr("&Log"), QKeySequence(Panel::tr("Alt+8")),
            Qt::BottomDockWidgetArea, [](JobQueue&) { return new LogPanel; }};
}

} // namespace mw::viewers

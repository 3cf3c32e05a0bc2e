// The log: what was done and what went wrong, since the program started.
#include "viewers/panels/log_panel.h"

#include "viewers/panels/element_text.h"

#include <QPlainTextEdit>
#include <QTime>
#include <QVBoxLayout>

namespace mw::viewers {

LogPanel::LogPanel(QWidget* parent) : Panel(parent), lines_(new QPlainTextEdit(this)) {
    setObjectName(QStringLiteral("log"));
    lines_->setReadOnly(true);
    lines_->setFrameShape(QFrame::NoFrame);
    lines_->setAccessibleName(tr("Log"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(lines_);
}

void LogPanel::setMostLines(int lines) {
    lines_->setMaximumBlockCount(lines);
}

void LogPanel::add(const QString& line) {
    lines_->appendPlainText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + line);
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

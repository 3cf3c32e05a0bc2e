#include "viewers/panels/log_panel.h"

#include "viewers/panels/element_text.h"

#include <QTime>

namespace mw::viewers {

LogPanel::LogPanel(QWidget* parent) : QPlainTextEdit(parent) {
    setObjectName(QStringLiteral("log"));
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setMaximumBlockCount(10'000);
    setAccessibleName(tr("Log"));
}

void LogPanel::add(const QString& line) {
    appendPlainText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + line);
}

void LogPanel::add(const Diagnostic& diagnostic) {
    add((diagnostic.severity == Severity::error ? tr("error: ") : QString()) +
        qs(toString(diagnostic)));
}

} // namespace mw::viewers

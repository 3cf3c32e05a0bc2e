#pragma once

#include "viewers/panels/panel.h"

class QPlainTextEdit;

namespace mw::viewers {

/// What happened, one line each with the time, errors with their notes.
class LogPanel : public Panel {
    Q_OBJECT

public:
    explicit LogPanel(QWidget* parent = nullptr);

    /// Older ones are dropped.
    void setMostLines(int lines);
    void add(const QString& line);
    void add(const Diagnostic& diagnostic);
    void setTheme(ThemeKind kind) override;

private:
    QPlainTextEdit* lines_;
};

} // namespace mw::viewers

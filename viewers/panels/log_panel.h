#pragma once

#include "core/support/diagnostic.h"

#include <QPlainTextEdit>

namespace mw::viewers {

/// What happened, one line each with the time, errors with their notes.
class LogPanel : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit LogPanel(QWidget* parent = nullptr);

    void add(const QString& line);
    void add(const Diagnostic& diagnostic);
};

} // namespace mw::viewers

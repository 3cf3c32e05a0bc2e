#pragma once

#include "viewers/panels/panel.h"

#include <deque>

class QCheckBox;
class QPlainTextEdit;

namespace mw::viewers {

/// What happened, one line each with the time, errors with their notes. What the window does by
/// itself is there too, and shown on request.
class LogPanel : public Panel {
    Q_OBJECT

public:
    explicit LogPanel(QWidget* parent = nullptr);

    /// Older ones are dropped.
    void setMostLines(int lines);
    void add(const QString& line);
    /// Work that nobody asked for. Lines of the same work in a row are one, with their number.
    void addQuietly(const QString& work, const QString& line);
    void add(const Diagnostic& diagnostic);
    void setTheme(ThemeKind kind) override;

private:
    struct Line {
        QString text;
        QString work;  ///< of what nobody asked for; else empty
        int times = 1; ///< in a row

        QString shown() const;
    };

    void append(Line line);
    void forgetFirst();
    void showAll();

    std::deque<Line> all_;
    std::size_t most_ = 10'000;
    QCheckBox* quiet_;
    QPlainTextEdit* lines_;
};

} // namespace mw::viewers

#pragma once

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QToolButton;

namespace mw::app {

/// Below two panes: what became of the program of the left one in the right one. One line, and the
/// rest of it when it is asked for.
class DifferenceBar : public QFrame {
    Q_OBJECT

public:
    explicit DifferenceBar(QWidget* parent = nullptr);

    /// The first line is the summary; empty: there is nothing to compare, and the bar goes.
    void setText(const QString& text);
    QString summary() const;
    QString details() const; ///< the lines after the first
    bool isOpen() const { return open_; }
    void setOpen(bool open);

signals:
    void openChanged();

private:
    void showParts();

    QLabel* summary_;
    QToolButton* toggle_;
    QPlainTextEdit* details_;
    bool open_ = false;
};

} // namespace mw::app

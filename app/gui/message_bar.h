#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QToolButton;

namespace mw::app {

/// One line at the top of the window for what the user must know: a file that could not be opened,
/// a run that failed. It stays until it is closed or something newer takes its place.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void say(const QString& sentence, const QColor& accent);
    /// With a button that does something about it.
    void offer(const QString& sentence, const QString& button, const QColor& accent,
               std::function<void()> accept);
    QString text() const;

private:
    QLabel* mark_;
    QLabel* text_;
    QToolButton* button_;
    std::function<void()> accept_;
};

} // namespace mw::app

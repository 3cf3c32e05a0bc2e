#pragma once

#include "viewers/theme/theme.h"

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

    /// Something went wrong.
    void warn(const QString& sentence);
    /// With a button that does something about it.
    void offer(const QString& sentence, const QString& button, std::function<void()> accept);
    void setTheme(viewers::ThemeKind kind);
    QString text() const;

private:
    void display(const QString& sentence, const QString& button, bool warning);
    void colourMark();

    QLabel* mark_;
    QLabel* text_;
    QToolButton* button_;
    std::function<void()> accept_;
    bool warning_ = false;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
};

} // namespace mw::app

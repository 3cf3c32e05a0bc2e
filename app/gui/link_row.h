#pragma once

#include <QAbstractButton>

namespace mw::app {

/// One line of the start page: a name, and muted behind it where it lies. The whole line is the
/// button, also for the keyboard.
class LinkRow : public QAbstractButton {
    Q_OBJECT

public:
    LinkRow(const QString& text, const QString& detail, const QString& tip,
            QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString detail_;
};

} // namespace mw::app

#pragma once

#include "viewers/canvas/colouring.h"

#include <QWidget>

namespace mw::app {

/// What colours mean, in one line, as far as there is room.
class LegendStrip : public QWidget {
    Q_OBJECT

public:
    explicit LegendStrip(QWidget* parent = nullptr);

    void setColouring(viewers::Colouring colouring);
    void setTheme(viewers::ThemeKind kind);
    QSize sizeHint() const override { return {360, 18}; }
    QSize minimumSizeHint() const override { return {0, 18}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    viewers::Colouring colouring_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
};

} // namespace mw::app

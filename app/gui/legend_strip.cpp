// The legend of an overlay above the program view.
#include "app/gui/legend_strip.h"

#include "viewers/canvas/legend.h"

#include <QPainter>

namespace mw::app {

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("legend"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LegendStrip::setColouring(viewers::Colouring colouring) {
    colouring_ = std::move(colouring);
    setToolTip(colouring_.title);
    setAccessibleName(colouring_.title);
    update();
}

void LegendStrip::setTheme(viewers::ThemeKind kind) {
    theme_ = kind;
    update();
}

void LegendStrip::paintEvent(QPaintEvent* /*event*/) {
    if (colouring_.isEmpty())
        return;
    QPainter painter(this);
    viewers::paintLegendLine(painter, colouring_, viewers::Theme::of(theme_),
                             QRectF(rect()).adjusted(4, 0, -4, 0));
}

} // namespace mw::app

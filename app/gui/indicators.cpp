// Draws check boxes and radio buttons so that they can be seen in every theme.
#include "app/gui/indicators.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>

namespace mw::app {

namespace {

constexpr double kCorner = 2; // radius, pixels

struct Colours {
    QColor fill, outline, mark;
};

/// By state: what is on is filled, what has the pointer or the focus has an outline in the accent.
Colours coloursOf(const QStyleOption& option, bool filled) {
    const auto& palette = option.palette;
    if (!(option.state & QStyle::State_Enabled)) {
        const auto faint = palette.color(QPalette::Disabled, QPalette::Text);
        return {palette.color(QPalette::Window), faint, faint};
    }
    const auto accent = palette.color(QPalette::Active, QPalette::Highlight);
    const auto onAccent = palette.color(QPalette::Active, QPalette::HighlightedText);
    const bool selected = option.state & QStyle::State_Selected; // the line around it is accent
    Colours colours{palette.color(QPalette::Base), palette.color(QPalette::Shadow),
                    palette.color(QPalette::Text)};
    if (filled)
        colours = {accent, accent, onAccent};
    if (selected) // what is not on has no fill of its own there: it would look like one that is
        colours = filled ? Colours{onAccent, onAccent, accent}
                         : Colours{Qt::transparent, onAccent, onAccent};
    else if (option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus))
        colours.outline = accent;
    return colours;
}

/// The largest square in the middle, on half pixels so that lines are sharp.
QRectF squareOf(const QRect& rect) {
    const int side = std::min(rect.width(), rect.height());
    QRect square(0, 0, side, side);
    square.moveCenter(rect.center());
    return QRectF(square).adjusted(0.5, 0.5, -0.5, -0.5);
}

void drawTick(const QRectF& box, QPainter& painter) {
    const auto at = [&](double x, double y) {
        return box.topLeft() + QPointF(x * box.width(), y * box.height());
    };
    painter.drawPolyline(QPolygonF({at(0.22, 0.52), at(0.42, 0.73), at(0.79, 0.28)}));
}

} // namespace

void drawCheckBox(const QStyleOption& option, QPainter& painter) {
    const bool on = option.state & QStyle::State_On;
    const bool partly = option.state & QStyle::State_NoChange;
    const auto colours = coloursOf(option, on || partly);
    const auto box = squareOf(option.rect);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colours.outline);
    painter.setBrush(colours.fill);
    painter.drawRoundedRect(box, kCorner, kCorner);
    painter.setPen(QPen(colours.mark, std::max(1.5, box.width() / 7), Qt::SolidLine, Qt::RoundCap,
                        Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (partly)
        painter.drawLine(QPointF(box.left() + box.width() / 4, box.center().y()),
                         QPointF(box.right() - box.width() / 4, box.center().y()));
    else if (on)
        drawTick(box, painter);
    painter.restore();
}

void drawRadioButton(const QStyleOption& option, QPainter& painter) {
    const bool on = option.state & QStyle::State_On;
    const auto colours = coloursOf(option, on);
    const auto box = squareOf(option.rect);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colours.outline);
    painter.setBrush(colours.fill);
    painter.drawEllipse(box);
    if (on) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.mark);
        painter.drawEllipse(box.center(), box.width() / 5, box.height() / 5);
    }
    painter.restore();
}

} // namespace mw::app

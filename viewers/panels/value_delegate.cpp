// The sign of values that can be edited.
#include "viewers/panels/value_delegate.h"

#include <QPainter>

namespace mw::viewers {

namespace {

/// Point at the lower left, 10 pixels square.
void drawPencil(QPainter& painter, const QPointF& centre, const QColor& colour) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    painter.setPen(QPen(colour, 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolygon(QPolygonF({{-5, 5}, {-4, 1.5}, {2.5, -5}, {5, -2.5}, {-1.5, 4}}));
    painter.drawLine(QPointF(0.8, -3.3), QPointF(3.3, -0.8));
    painter.restore();
}

} // namespace

void ValueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    if (!index.data(kEditableRole).toBool())
        return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem text = option;
    text.rect.adjust(0, 0, -kPencil, 0);
    QStyledItemDelegate::paint(painter, text, index);
    const auto& theme = Theme::of(theme_);
    const bool selected = option.state & QStyle::State_Selected;
    const QRectF end(option.rect.right() - kPencil + 1, option.rect.top(), kPencil,
                     option.rect.height());
    if (selected)
        painter->fillRect(end, option.palette.brush(QPalette::Highlight));
    drawPencil(*painter, {end.center().x(), end.top() + option.fontMetrics.height() / 2.0 + 1},
               selected ? option.palette.color(QPalette::HighlightedText) : theme.mutedText);
}

} // namespace mw::viewers

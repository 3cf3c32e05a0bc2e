// Draws the sign for applies, refused and not proven.
#include "viewers/panels/sign_delegate.h"

#include "viewers/panels/transformation_model.h"
#include "viewers/theme/theme.h"

#include <QApplication>
#include <QPainter>

namespace mw::viewers {

namespace {

constexpr int kSignWidth = 20;

void drawSign(QPainter& painter, const QRectF& box, const QModelIndex& index, const Theme& theme,
              const QColor* over) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const auto centre = box.center();
    if (index.data(TransformationModel::AppliesRole).toBool()) {
        painter.setPen(
            QPen(over ? *over : theme.good, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF(
            {centre + QPointF(-4.5, 0), centre + QPointF(-1.5, 3.5), centre + QPointF(4.5, -4)}));
    } else if (index.data(TransformationModel::UnprovenRole).toBool()) {
        painter.setPen(over ? *over : theme.warning);
        painter.drawText(box, Qt::AlignCenter, QStringLiteral("?"));
    } else {
        painter.setPen(QPen(over ? *over : theme.warning, 1.6));
        painter.drawEllipse(centre, 4.5, 4.5);
        painter.drawLine(centre + QPointF(-3.1, -3.1), centre + QPointF(3.1, 3.1));
    }
    painter.restore();
}

} // namespace

void SignDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    QStyleOptionViewItem text = option;
    initStyleOption(&text, index);
    const auto label = text.text;
    text.text.clear();
    const auto* style = text.widget ? text.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &text, painter, text.widget);

    const auto kind = static_cast<ThemeKind>(parent()->property("mwTheme").toInt());
    const bool hasSign = index.parent().isValid();
    auto area = text.rect.adjusted(4, 0, -4, 0);
    const bool selected = text.state & QStyle::State_Selected;
    const auto over = text.palette.color(QPalette::HighlightedText);
    if (hasSign) {
        drawSign(*painter, QRectF(area.left(), area.top(), kSignWidth - 4, area.height()), index,
                 Theme::of(kind), selected ? &over : nullptr);
        area.setLeft(area.left() + kSignWidth);
    }
    painter->setPen(text.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                      text.fontMetrics.elidedText(label, Qt::ElideRight, area.width()));
}

} // namespace mw::viewers

// A line of the start page that is a button.
#include "app/gui/link_row.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

namespace mw::app {

LinkRow::LinkRow(const QString& text, const QString& detail, const QString& tip, QWidget* parent)
    : QAbstractButton(parent), detail_(detail) {
    setText(text);
    setToolTip(tip);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(detail.isEmpty() ? text : text + QStringLiteral(", ") + detail);
}

QSize LinkRow::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text() + detail_) + 40, fontMetrics().height() + 10};
}

void LinkRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const bool lit = underMouse() || hasFocus();
    if (lit)
        painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    const auto area = rect().adjusted(6, 0, -6, 0);
    const int nameWidth = std::min(fontMetrics().horizontalAdvance(text()), area.width());
    painter.setPen(palette().color(QPalette::Link));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, area.width()));
    painter.setPen(palette().color(QPalette::Disabled, QPalette::Text));
    const auto rest = area.adjusted(nameWidth + 14, 0, 0, 0);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(detail_, Qt::ElideMiddle, rest.width()));
}

} // namespace mw::app

// Paints legends: a scale with numbers, or kinds with how many there are.
#include "viewers/canvas/legend.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr double kMargin = 8;
constexpr double kLine = 15;
constexpr double kBar = 8;
constexpr double kSwatch = 10;
constexpr double kGap = 6;
constexpr double kLeastWidth = 200;

QFont legendFont(const Theme& theme) {
    QFont font = theme.mono;
    font.setPixelSize(10);
    return font;
}

QString textOf(const Colouring::Kind& kind) {
    return kind.figure.isEmpty() ? kind.name : kind.name + QStringLiteral("  ") + kind.figure;
}

void paintScale(QPainter& painter, const QRectF& bar) {
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    constexpr int kStops = 16;
    for (int i = 0; i <= kStops; ++i)
        gradient.setColorAt(static_cast<double>(i) / kStops,
                            heatColour(static_cast<double>(i) / kStops));
    painter.fillRect(bar, gradient);
}

void paintSwatch(QPainter& painter, const Colouring& colouring, const Theme& theme,
                 std::size_t kind, const QPointF& middleLeft) {
    painter.setPen(theme.line);
    painter.setBrush(colouring.colourAt(static_cast<double>(kind), theme));
    painter.drawRect(QRectF(middleLeft.x(), middleLeft.y() - kSwatch / 2, kSwatch, kSwatch));
    painter.setPen(theme.text);
}

} // namespace

QSizeF legendSize(const Colouring& colouring, const Theme& theme) {
    const QFontMetricsF metrics(legendFont(theme));
    double width = std::max({kLeastWidth, metrics.horizontalAdvance(colouring.title),
                             metrics.horizontalAdvance(colouring.note)});
    for (const auto& kind : colouring.kinds)
        width = std::max(width, kSwatch + kGap + metrics.horizontalAdvance(textOf(kind)));
    double height = kLine + kLine * static_cast<double>(colouring.kinds.size());
    if (!colouring.high.isEmpty())
        height += kBar + kLine;
    if (!colouring.note.isEmpty())
        height += kLine;
    return {width + 2 * kMargin, height + kMargin};
}

void paintLegend(QPainter& painter, const Colouring& colouring, const Theme& theme,
                 const QRectF& place) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.line);
    painter.setBrush(theme.base);
    painter.drawRoundedRect(place, 4, 4);
    painter.setFont(legendFont(theme));
    painter.setPen(theme.text);
    QRectF line(place.left() + kMargin, place.top() + kMargin / 2, place.width() - 2 * kMargin,
                kLine);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, colouring.title);
    line.translate(0, kLine);
    for (std::size_t kind = 0; kind < colouring.kinds.size(); ++kind) {
        paintSwatch(painter, colouring, theme, kind, {line.left(), line.center().y()});
        painter.drawText(line.adjusted(kSwatch + kGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         textOf(colouring.kinds[kind]));
        line.translate(0, kLine);
    }
    if (!colouring.high.isEmpty()) {
        paintScale(painter, QRectF(line.left(), line.top(), line.width(), kBar));
        line.translate(0, kBar);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, colouring.low);
        painter.drawText(line, Qt::AlignHCenter | Qt::AlignVCenter, colouring.middle);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, colouring.high);
        line.translate(0, kLine);
    }
    painter.setPen(theme.mutedText);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, colouring.note);
}

void paintLegendLine(QPainter& painter, const Colouring& colouring, const Theme& theme,
                     const QRectF& place) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(legendFont(theme));
    painter.setPen(theme.text);
    const QFontMetricsF metrics(painter.font());
    double x = place.left();
    /// False: there is no room for it.
    const auto text = [&](const QString& said) {
        const double width = metrics.horizontalAdvance(said);
        if (x + width > place.right())
            return false;
        painter.drawText(QRectF(x, place.top(), width + 1, place.height()), Qt::AlignVCenter, said);
        x += width + kGap;
        return true;
    };
    if (!colouring.high.isEmpty()) {
        constexpr double kWide = 90;
        const double needed =
            metrics.horizontalAdvance(colouring.low + colouring.high) + kWide + 3 * kGap;
        if (needed > place.width())
            return;
        text(colouring.low);
        paintScale(painter, QRectF(x, place.center().y() - kBar / 2, kWide, kBar));
        x += kWide + kGap;
        text(colouring.high);
    }
    for (std::size_t kind = 0; kind < colouring.kinds.size(); ++kind) {
        const double width =
            kSwatch + kGap + metrics.horizontalAdvance(textOf(colouring.kinds[kind]));
        if (x + width > place.right())
            return;
        paintSwatch(painter, colouring, theme, kind, {x, place.center().y()});
        x += kSwatch + kGap;
        text(textOf(colouring.kinds[kind]));
        x += kGap;
    }
    painter.setPen(theme.mutedText);
    text(colouring.note);
}

} // namespace mw::viewers

// Draws what lies over the plain picture: marks, legends, path of scopes. Labels stand in
// scene_labels.cpp.
#include "viewers/canvas/legend.h"
#include "viewers/canvas/scene_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace mw::viewers {

namespace {

QPainterPath pathOf(const QPolygonF& curve) {
    QPainterPath path;
    if (curve.isEmpty())
        return path;
    path.moveTo(curve[0]);
    for (qsizetype k = 0; k + 3 < curve.size(); k += 3)
        path.cubicTo(curve[k + 1], curve[k + 2], curve[k + 3]);
    return path;
}

} // namespace

void ScenePainter::outline(QPainter& painter, ElementId id, const QColor& colour, double pixels,
                           bool filled) {
    QPen pen(colour, pixels);
    pen.setCosmetic(true);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    QColor tint = colour;
    tint.setAlphaF(0.13F);
    painter.setBrush(filled ? QBrush(tint) : QBrush(Qt::NoBrush));
    if (const int line = scene_.lineOf(id); line >= 0) {
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(pathOf(scene_.lines()[static_cast<std::size_t>(line)].curve));
        return;
    }
    const int box = scene_.boxOf(id);
    if (box < 0)
        return;
    const double gap = 1.5 / std::max(scale_, 0.05);
    const auto& rect = scene_.boxes()[static_cast<std::size_t>(box)].rect;
    painter.drawRoundedRect(rect.adjusted(-gap, -gap, gap, gap), 5, 5);
}

void ScenePainter::paintMarks(QPainter& painter, const QRectF& area) {
    painter.setRenderHint(QPainter::Antialiasing);
    const auto shown = [&](ElementId id) {
        const QRectF rect = scene_.rectOf(id).adjusted(-4, -4, 4, 4);
        return rect.intersects(area);
    };
    for (const ElementId id : marks_.sameData)
        if (shown(id))
            outline(painter, id, theme_.sameData, 2, scene_.lineOf(id) < 0);
    const auto showTree = [&](const std::vector<ElementId>& tree, const QColor& colour) {
        for (const ElementId id : tree)
            if (scene_.lineOf(id) >= 0 && shown(id))
                outline(painter, id, colour, 2.4, false);
    };
    showTree(marks_.selectedTree, theme_.selection);
    showTree(marks_.hoveredTree, theme_.hover);
    for (const ElementId id : marks_.highlights)
        if (shown(id))
            outline(painter, id, theme_.highlight, 2.5, true);
    if (marks_.hovered && shown(marks_.hovered))
        outline(painter, marks_.hovered, theme_.hover,
                scene_.lineOf(marks_.hovered) < 0 ? 1.6 : 3.4, false);
    for (const ElementId id : marks_.selection)
        if (shown(id))
            outline(painter, id, theme_.selection, scene_.lineOf(id) < 0 ? 2.5 : 3.6, false);
}

void ScenePainter::paintPath(QPainter& painter, const QRectF& area, const QRectF& frame) const {
    QStringList path;
    for (const int i : scene_.boxesIn(QRectF(area.center(), QSizeF(0, 0)))) {
        const auto& box = scene_.boxes()[static_cast<std::size_t>(i)];
        const QRectF title(box.rect.left(), box.rect.top(), 40, box.header);
        if (box.container && box.header > 0 && !area.intersects(title))
            path << (QStringList(box.title) + box.lines).join(QStringLiteral("  "));
    }
    if (path.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme_.mono);
    const QFontMetricsF metrics(theme_.mono);
    const QString text = metrics.elidedText(path.join(QStringLiteral("  \u203a  ")), Qt::ElideLeft,
                                            frame.width() - 40);
    const QRectF tabRect(frame.left() + 8, frame.top() + 8, metrics.horizontalAdvance(text) + 16,
                         20);
    painter.setPen(theme_.line);
    painter.setBrush(theme_.base);
    painter.drawRoundedRect(tabRect, 4, 4);
    painter.setPen(theme_.text);
    painter.drawText(tabRect, Qt::AlignCenter, text);
}

std::array<QRectF, 2> ScenePainter::legendPlaces(const QRectF& frame) const {
    constexpr double kMargin = 12;
    constexpr double kBetween = 6;
    std::array<QRectF, 2> rects;
    double bottom = frame.bottom() - kMargin;
    for (std::size_t i = rects.size(); i-- > 0;) {
        const auto& colouring = i == 0 ? marks_.nodes : marks_.edges;
        if (colouring.isEmpty())
            continue;
        const QSizeF size = legendSize(colouring, theme_);
        rects[i] = {QPointF(frame.left() + kMargin, bottom - size.height()), size};
        bottom = rects[i].top() - kBetween;
    }
    return rects;
}

void ScenePainter::paintLegends(QPainter& painter, const std::array<QRectF, 2>& places) const {
    for (std::size_t i = 0; i < places.size(); ++i)
        if (!places[i].isNull())
            paintLegend(painter, i == 0 ? marks_.nodes : marks_.edges, theme_, places[i]);
}

} // namespace mw::viewers

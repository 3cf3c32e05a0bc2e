// Draws what has no inside: access nodes, tasklets, library nodes, and the connectors of scopes.
#include "core/support/index.h"
#include "viewers/canvas/scene_painter.h"
#include "viewers/layout/piece.h"

#include <QPainter>

namespace mw::viewers {

namespace {

constexpr double kCut = 5; ///< corner of a tasklet

QPolygonF taskletShape(const QRectF& r) {
    QPolygonF shape;
    shape << QPointF(r.left() + kCut, r.top()) << QPointF(r.right() - kCut, r.top())
          << QPointF(r.right(), r.top() + kCut) << QPointF(r.right(), r.bottom() - kCut)
          << QPointF(r.right() - kCut, r.bottom()) << QPointF(r.left() + kCut, r.bottom())
          << QPointF(r.left(), r.bottom() - kCut) << QPointF(r.left(), r.top() + kCut);
    return shape;
}

/// The sign of a neighbour table, at the left of its box.
void paintTableSign(QPainter& painter, const QRectF& r, const QColor& stroke) {
    painter.setPen(hairline(stroke, 0.9));
    const QRectF icon(r.left() + 8, r.center().y() - 5, 10, 10);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(icon);
    painter.drawLine(QPointF(icon.left(), icon.top() + 3.3),
                     QPointF(icon.right(), icon.top() + 3.3));
    painter.drawLine(QPointF(icon.left() + 5, icon.top() + 3.3),
                     QPointF(icon.left() + 5, icon.bottom()));
}

/// With the painter's pen and brush: access nodes are round, tasklets have their corners cut.
void paintOutline(QPainter& painter, const SceneBox& box, const QColor& stroke) {
    const QRectF& r = box.rect;
    switch (box.kind) {
    case BoxKind::argument:
    case BoxKind::temporary:
    case BoxKind::scalar:
        painter.drawRoundedRect(r, r.height() / 2, r.height() / 2);
        break;
    case BoxKind::tasklet:
        painter.drawPolygon(taskletShape(r));
        break;
    case BoxKind::table:
        painter.drawRoundedRect(r, 3, 3);
        paintTableSign(painter, r, stroke);
        break;
    case BoxKind::library:
        painter.drawRoundedRect(r, 3, 3);
        painter.drawLine(QPointF(r.left() + 5, r.top()), QPointF(r.left() + 5, r.bottom()));
        break;
    default:
        painter.drawRoundedRect(r, 3, 3);
    }
}

} // namespace

void ScenePainter::paintPlainLeaves(QPainter& painter) {
    std::map<std::pair<QRgb, QRgb>, QVector<QRectF>> byColour;
    for (const int i : visible_) {
        const auto& box = scene_.boxes()[asIndex(i)];
        if (box.container)
            continue;
        const Style style = styleOf(box);
        const bool plain = !layout::isAccess(box.kind);
        const QColor fill =
            plain ? mix(style.fill, style.stroke, 0.25) : mix(style.fill, style.stroke, 0.45);
        byColour[{fill.rgba(), style.stroke.rgba()}] << box.rect;
    }
    for (const auto& [colours, rects] : byColour) {
        painter.setBrush(QColor::fromRgba(colours.first));
        painter.setPen(scale_ > 0.25 ? hairline(QColor::fromRgba(colours.second))
                                     : QPen(Qt::NoPen));
        painter.drawRects(rects);
    }
}

void ScenePainter::paintLeaves(QPainter& painter) {
    for (const int i : visible_)
        if (!scene_.boxes()[asIndex(i)].container)
            paintLeaf(painter, scene_.boxes()[asIndex(i)]);
}

void ScenePainter::paintLeaf(QPainter& painter, const SceneBox& box) {
    const Style style = styleOf(box);
    QPen pen = hairline(style.stroke, 1.1);
    if (box.kind == BoxKind::temporary) {
        pen.setDashPattern({3, 2.2});
        pen.setCapStyle(Qt::FlatCap);
    }
    painter.setPen(pen);
    painter.setBrush(style.fill);
    paintOutline(painter, box, style.stroke);
    paintLeafText(painter, box,
                  marks_.nodes.values.contains(box.id) ? readableOn(style.fill) : theme_.text);
}

void ScenePainter::paintLeafText(QPainter& painter, const SceneBox& box, const QColor& ink) {
    painter.setPen(ink);
    painter.setFont(theme_.mono);
    const auto lines = static_cast<double>(box.lines.size() + (box.title.isEmpty() ? 0 : 1));
    double y = box.rect.center().y() - lines * lineHeight_ / 2 + (lineHeight_ - fontPixels_) / 2 +
               fontPixels_ * 0.86;
    const double sign = box.kind == BoxKind::table ? 16 : 0;
    const auto draw = [&](const QString& text) {
        const double width = advance_ * static_cast<double>(text.size());
        const bool code = box.kind == BoxKind::tasklet && lines > 1;
        const double x = code ? box.rect.left() + layout::kTextMargin
                              : box.rect.center().x() + sign / 2 - width / 2;
        painter.drawText(QPointF(x, y), text);
        y += lineHeight_;
    };
    if (!box.title.isEmpty())
        draw(box.title);
    for (const auto& line : box.lines)
        draw(line);
}

void ScenePainter::paintPorts(QPainter& painter, const QRectF& area) {
    painter.setPen(Qt::NoPen);
    for (const int i : scene_.portsIn(area)) {
        const auto& port = scene_.ports()[asIndex(i)];
        if (hidden_[asIndex(port.box)])
            continue;
        painter.setBrush(port.inside ? theme_.mapStroke : theme_.edge);
        painter.drawEllipse(port.at, 2.4, 2.4);
    }
}

} // namespace mw::viewers

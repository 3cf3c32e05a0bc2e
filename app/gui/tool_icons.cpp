// Draws the signs of the tool bar.
#include "app/gui/tool_icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>

#include <algorithm>
#include <array>
#include <utility>

namespace mw::app {

namespace {

constexpr double kSignSide = 16; ///< of the square that signs are drawn in, origin at its top left

using DrawSign = void (*)(QPainter&);

/// By the name of what they show.
namespace signs {

void line(QPainter& painter, std::initializer_list<QPointF> points) {
    painter.drawPolyline(QPolygonF(QList<QPointF>(points)));
}

void folder(QPainter& painter) {
    line(painter, {{2, 12.5}, {2, 3.5}, {6, 3.5}, {7.5, 5.5}, {13, 5.5}, {13, 7.5}});
    line(painter, {{2, 12.5}, {4.5, 7.5}, {15, 7.5}, {12.5, 12.5}, {2, 12.5}});
}

void arrowBack(QPainter& painter) {
    QPainterPath path({3, 6});
    path.lineTo(9.5, 6);
    path.cubicTo(15.5, 6, 15.5, 13, 9.5, 13);
    path.lineTo(6.5, 13);
    painter.drawPath(path);
    line(painter, {{6.5, 2.5}, {3, 6}, {6.5, 9.5}});
}

void mirrored(QPainter& painter, DrawSign draw) {
    painter.translate(kSignSide, 0);
    painter.scale(-1, 1);
    draw(painter);
}

void arrowForth(QPainter& painter) {
    mirrored(painter, arrowBack);
}

void pin(QPainter& painter) {
    line(painter, {{5, 2.5}, {11, 2.5}});
    line(painter, {{6, 2.5}, {6, 7}, {4, 9.5}, {12, 9.5}, {10, 7}, {10, 2.5}});
    line(painter, {{8, 9.5}, {8, 14}});
}

void rows(QPainter& painter) {
    for (const double y : {4.0, 8.0, 12.0}) {
        line(painter, {{2, y}, {9, y}});
        painter.drawEllipse(QPointF(12.5, y), 1, 1);
    }
}

void graph(QPainter& painter) {
    painter.drawRect(QRectF(5.5, 1.5, 5, 3.5));
    painter.drawRect(QRectF(1.5, 11, 5, 3.5));
    painter.drawRect(QRectF(9.5, 11, 5, 3.5));
    line(painter, {{8, 5}, {4, 11}});
    line(painter, {{8, 5}, {12, 11}});
}

void corners(QPainter& painter) {
    line(painter, {{2, 6}, {2, 2.5}, {6, 2.5}});
    line(painter, {{10, 2.5}, {14, 2.5}, {14, 6}});
    line(painter, {{14, 10}, {14, 13.5}, {10, 13.5}});
    line(painter, {{6, 13.5}, {2, 13.5}, {2, 10}});
}

void lens(QPainter& painter) {
    painter.drawEllipse(QPointF(7, 7), 4.7, 4.7);
    line(painter, {{10.5, 10.5}, {14, 14}});
    line(painter, {{4.8, 7}, {9.2, 7}});
}

void lensPlus(QPainter& painter) {
    lens(painter);
    line(painter, {{7, 4.8}, {7, 9.2}});
}

/// Two kernels become one.
void step(QPainter& painter) {
    line(painter, {{2, 3.5}, {6, 3.5}, {9, 8}, {14, 8}});
    line(painter, {{2, 12.5}, {6, 12.5}, {9, 8}});
    line(painter, {{11, 5}, {14, 8}, {11, 11}});
}

void play(QPainter& painter) {
    painter.setBrush(painter.pen().color());
    painter.drawPolygon(QPolygonF(QList<QPointF>{{4.5, 3}, {13, 8}, {4.5, 13}}));
}

} // namespace signs

constexpr std::array<std::pair<const char*, DrawSign>, 11> kSigns{{
    {"file-open", signs::folder},
    {"edit-undo", signs::arrowBack},
    {"edit-redo", signs::arrowForth},
    {"pin-current", signs::pin},
    {"view-program", signs::rows},
    {"view-canvas", signs::graph},
    {"view-fit", signs::corners},
    {"view-zoom-in", signs::lensPlus},
    {"view-zoom-out", signs::lens},
    {"apply-step", signs::step},
    {"run-bench", signs::play},
}};

class SignEngine : public QIconEngine {
public:
    explicit SignEngine(DrawSign draw) : draw_(draw) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const double side = std::min(rect.width(), rect.height());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.x() + (rect.width() - side) / 2,
                           rect.y() + (rect.height() - side) / 2);
        painter->scale(side / kSignSide, side / kSignSide);
        painter->setPen(QPen(QGuiApplication::palette().color(group, QPalette::ButtonText), 1.3,
                             Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        draw_(*painter);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap made(size);
        made.fill(Qt::transparent);
        QPainter painter(&made);
        paint(&painter, QRect({}, size), mode, state);
        return made;
    }
    QIconEngine* clone() const override { return new SignEngine(draw_); }

private:
    DrawSign draw_;
};

} // namespace

QIcon toolIcon(const QString& action) {
    const auto* found = std::ranges::find_if(
        kSigns, [&](const auto& sign) { return action == QLatin1String(sign.first); });
    return found == kSigns.end() ? QIcon() : QIcon(new SignEngine(found->second));
}

} // namespace mw::app

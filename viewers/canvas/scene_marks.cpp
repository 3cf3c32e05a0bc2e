// Draws what lies over the plain picture: marks, labels, legend, path of scopes.
#include "viewers/canvas/scene_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr double kNameMargin = 8; ///< pixels of a name's tab beside its text
constexpr double kTabPixels = 10.5;
constexpr double kLeastLabelWidth = 46; ///< of a scope on the screen, in pixels
constexpr std::size_t kMaxLabels = 160;

QPainterPath pathOf(const QPolygonF& curve) {
    QPainterPath path;
    if (curve.isEmpty())
        return path;
    path.moveTo(curve[0]);
    for (qsizetype k = 0; k + 3 < curve.size(); k += 3)
        path.cubicTo(curve[k + 1], curve[k + 2], curve[k + 3]);
    return path;
}

/// Runs `draw` with the painter in device coordinates; scene rectangles are mapped by hand.
class DeviceScope {
public:
    explicit DeviceScope(QPainter& painter) : painter_(painter), transform_(painter.transform()) {
        painter.save();
        painter.resetTransform();
    }
    ~DeviceScope() { painter_.restore(); }
    DeviceScope(const DeviceScope&) = delete;
    DeviceScope& operator=(const DeviceScope&) = delete;
    QRectF map(const QRectF& rect) const { return transform_.mapRect(rect); }
    QPointF map(const QPointF& point) const { return transform_.map(point); }

private:
    QPainter& painter_;
    QTransform transform_;
};

} // namespace

std::vector<QRectF> namePlaces(const QRectF& box, double name, double badge) {
    constexpr double kInset = 2, kHeight = 14, kBadgeBelow = 8, kLeast = 40;
    const double width = std::min(name, box.width() - 2 * kInset);
    const QRectF top(box.left() + kInset, box.top() + kInset, width, kHeight);
    std::vector<QRectF> places{top};
    if (badge <= 0)
        return places;
    const double below = kBadgeBelow + 1 - kInset;
    if (top.bottom() + below <= box.bottom())
        places.push_back(top.translated(0, below));
    const double beside = box.width() - badge - 3 * kInset;
    if (beside >= kLeast)
        places.emplace_back(top.topLeft(), QSizeF(std::min(width, beside), kHeight));
    return places;
}

void ScenePainter::tab(QPainter& painter, QRectF rect, const QString& text, const QColor& fill,
                       const QColor& ink) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 3, 3);
    painter.setPen(ink);
    painter.drawText(rect, Qt::AlignCenter, text);
}

void ScenePainter::paintLabels(QPainter& painter, const QRectF& area) {
    findVisible(area);
    const DeviceScope device(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = theme_.mono;
    font.setPixelSize(static_cast<int>(kTabPixels));
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    std::vector<QRectF> taken;
    const auto isFree = [&](const QRectF& rect) {
        return std::none_of(taken.begin(), taken.end(),
                            [&](const QRectF& other) { return other.intersects(rect); });
    };
    const QRectF screen = device.map(area);
    for (const int i : visible_) {
        const auto& box = scene_.boxes()[static_cast<std::size_t>(i)];
        const auto annotation = marks_.annotations.find(box.id);
        if (annotation != marks_.annotations.end()) {
            const QRectF on = device.map(box.rect);
            const double width = metrics.horizontalAdvance(annotation->second) + 10;
            const QRectF rect(on.right() - width - 2, on.top() - 8, width, 16);
            tab(painter, rect, annotation->second, theme_.accent, theme_.accentText);
            taken.push_back(rect);
        }
        if (textVisible() || !box.container ||
            (box.header <= 0 && !hidden_[static_cast<std::size_t>(i)]) || taken.size() > kMaxLabels)
            continue;
        const QRectF on = device.map(box.rect).intersected(screen);
        if (on.width() < kLeastLabelWidth || on.height() < 15)
            continue;
        const double badge = annotation == marks_.annotations.end() ? 0 : taken.back().width();
        for (const QRectF& place :
             namePlaces(on, metrics.horizontalAdvance(box.title) + 8, badge)) {
            const QString text =
                metrics.elidedText(box.title, Qt::ElideMiddle, place.width() - kNameMargin);
            if (text.size() < 3 || !isFree(place))
                continue;
            const QColor fill = headerOf(box);
            tab(painter, place, text, fill,
                marks_.heat.count(box.id) > 0 ? readableOn(fill) : theme_.text);
            taken.push_back(place);
            break;
        }
    }
    if (!marks_.volumes || !textVisible())
        return;
    for (const int i : scene_.linesIn(area)) {
        const auto& line = scene_.lines()[static_cast<std::size_t>(i)];
        const QString text = scene_.volume(line.id);
        if (text.isEmpty() || taken.size() > 4 * kMaxLabels)
            continue;
        const QPointF at = device.map(line.labelAt);
        const double width = metrics.horizontalAdvance(text) + 6;
        const QRectF rect(at.x() - width / 2, at.y() - 7, width, 14);
        if (!isFree(rect))
            continue;
        tab(painter, rect, text, theme_.canvas, theme_.edgeText);
        taken.push_back(rect);
    }
}

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
    for (const ElementId id : marks_.highlights)
        if (shown(id))
            outline(painter, id, theme_.highlight, 2.5, true);
    if (marks_.hovered && shown(marks_.hovered))
        outline(painter, marks_.hovered, theme_.hover, 1.6, false);
    for (const ElementId id : marks_.selection)
        if (shown(id))
            outline(painter, id, theme_.selection, 2.5, false);
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

QRectF ScenePainter::legendRect(const QRectF& frame) {
    constexpr double kWidth = 200;
    constexpr double kHeight = 44;
    return {frame.left() + 12, frame.bottom() - kHeight - 12, kWidth, kHeight};
}

void ScenePainter::paintLegend(QPainter& painter, const QRectF& frame) const {
    if (marks_.heat.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF panel = legendRect(frame);
    painter.setPen(theme_.line);
    painter.setBrush(theme_.base);
    painter.drawRoundedRect(panel, 4, 4);
    QFont font = theme_.mono;
    font.setPixelSize(10);
    painter.setFont(font);
    painter.setPen(theme_.text);
    painter.drawText(panel.adjusted(8, 3, -8, 0), Qt::AlignLeft | Qt::AlignTop, marks_.heatLegend);
    const QRectF bar(panel.left() + 8, panel.top() + 18, panel.width() - 16, 8);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    constexpr int kStops = 16;
    for (int i = 0; i <= kStops; ++i)
        gradient.setColorAt(static_cast<double>(i) / kStops,
                            heatColour(static_cast<double>(i) / kStops));
    painter.fillRect(bar, gradient);
    const QRectF ends = panel.adjusted(8, 28, -8, -2);
    painter.drawText(ends, Qt::AlignLeft | Qt::AlignVCenter,
                     marks_.heatLow.isEmpty() ? QStringLiteral("0") : marks_.heatLow);
    painter.drawText(ends, Qt::AlignRight | Qt::AlignVCenter,
                     marks_.heatHigh.isEmpty() ? QStringLiteral("1") : marks_.heatHigh);
}

} // namespace mw::viewers

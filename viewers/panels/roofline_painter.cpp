// How the roofline looks: axes, roofs, points by variant, arrows from variant to variant.
#include "viewers/panels/roofline_painter.h"

#include "viewers/panels/number_text.h"
#include "viewers/panels/roofline_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace mw::viewers {

using bench::RooflinePoint;

namespace {

constexpr double kSmallest = 4;      ///< radius of a point
constexpr double kLargest = 10;      ///< of one that takes all of the time
constexpr double kReach = 14;        ///< of the mouse, from a point's middle
constexpr double kLabelLetters = 40; ///< longer names are shortened
constexpr double kHead = 7;          ///< of an arrow

/// A shape per variant, so that colours are not all that tells them apart. The first is a circle.
struct Shape {
    int corners;
    double turn; ///< of the first corner, in halves of a turn
};
constexpr std::array<Shape, 6> kShapes = {
    {{0, 0}, {4, 0.25}, {3, -0.5}, {4, 0}, {3, 0.5}, {5, -0.5}}};

QPolygonF polygon(const Shape& shape, QPointF centre, double radius) {
    QPolygonF made;
    for (int corner = 0; corner < shape.corners; ++corner) {
        const double angle =
            std::numbers::pi * (shape.turn + 2.0 * corner / static_cast<double>(shape.corners));
        made << centre + radius * 1.2 * QPointF(std::cos(angle), std::sin(angle));
    }
    return made;
}

QString tickText(double value) {
    return significantNumber(value, 6);
}

QFont smaller(QFont font) {
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.88);
    else
        font.setPixelSize(std::max(8, static_cast<int>(font.pixelSize() * 0.88)));
    return font;
}

double length(QPointF vector) {
    return std::hypot(vector.x(), vector.y());
}

} // namespace

RooflinePainter::RooflinePainter(const RooflineScene& scene, QSizeF size)
    : scene_(scene), theme_(Theme::of(scene.theme)), size_(size), small_(smaller(theme_.ui)) {
    const QFontMetricsF metrics(small_);
    double widest = 0;
    for (const double tick : scene.frame.rate.ticks)
        widest = std::max(widest, metrics.horizontalAdvance(tickText(tick)));
    const double line = metrics.height();
    const double left = widest + line + 16;
    const double bottom = 2 * line + 8 + (scene.note.isEmpty() ? 0 : line + 2);
    const double top = line + 14;
    area_ = QRectF(left, top, std::max(10.0, size.width() - left - 14),
                   std::max(10.0, size.height() - top - bottom));
    for (const auto& point : scene.roofline.points)
        if (point.row != RooflinePoint::kProgram)
            longest_ = std::max(longest_, point.microseconds);
}

double RooflinePainter::x(double intensity) const {
    return area_.left() + area_.width() * scene_.frame.intensity.place(intensity);
}

double RooflinePainter::y(double rate) const {
    return area_.bottom() - area_.height() * scene_.frame.rate.place(rate);
}

QPointF RooflinePainter::at(const RooflinePoint& point) const {
    return {x(point.intensity), y(point.rate)};
}

double RooflinePainter::radius(const RooflinePoint& point) const {
    if (point.row == RooflinePoint::kProgram || longest_ <= 0)
        return kLargest;
    return kSmallest + (kLargest - kSmallest) * std::sqrt(point.microseconds / longest_);
}

std::optional<std::size_t> RooflinePainter::pointNear(QPointF place) const {
    std::optional<std::size_t> nearest;
    double least = kReach;
    for (std::size_t p = 0; p < scene_.roofline.points.size(); ++p) {
        const QPointF here = at(scene_.roofline.points[p]);
        const double distance = length(here - place);
        if (distance < least && area_.adjusted(-2, -2, 2, 2).contains(here)) {
            least = distance;
            nearest = p;
        }
    }
    return nearest;
}

QColor RooflinePainter::colourOf(const Theme& theme, std::size_t variant) {
    return theme.accents.empty() ? theme.accent : theme.accents[variant % theme.accents.size()];
}

bool RooflinePainter::isMarked(std::size_t point) const {
    return scene_.current &&
           scene_.roofline.points[*scene_.current].row == scene_.roofline.points[point].row;
}

void RooflinePainter::paint(QPainter& painter) {
    painter_ = &painter;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(small_);
    painter.fillRect(QRectF({}, size_), theme_.base);
    if (scene_.roofline.points.empty()) {
        painter.setFont(theme_.ui);
        painter.setPen(theme_.mutedText);
        painter.drawText(QRectF({}, size_).adjusted(16, 8, -16, -8),
                         Qt::AlignCenter | Qt::TextWordWrap, scene_.nothing);
        return;
    }
    paintAxes();
    paintLegend();
    painter.save();
    painter.setClipRect(area_.adjusted(-1, -1, 1, 1));
    paintRoofs();
    paintArrows();
    paintPoints();
    paintRoofNames();
    paintLabels();
    painter.restore();
}

void RooflinePainter::paintAxes() {
    const double line = QFontMetricsF(small_).height();
    painter_->fillRect(area_, theme_.canvas);
    // Lines of high contrast are for frames; a grid of them would hide the points.
    const auto grid =
        theme_.kind == ThemeKind::highContrast ? mix(theme_.base, theme_.line, 0.25) : theme_.line;
    for (const double tick : scene_.frame.intensity.ticks) {
        painter_->setPen(grid);
        painter_->drawLine(QPointF(x(tick), area_.top()), QPointF(x(tick), area_.bottom()));
        painter_->setPen(theme_.mutedText);
        painter_->drawText(QRectF(x(tick) - 40, area_.bottom() + 3, 80, line), Qt::AlignCenter,
                           tickText(tick));
    }
    for (const double tick : scene_.frame.rate.ticks) {
        painter_->setPen(grid);
        painter_->drawLine(QPointF(area_.left(), y(tick)), QPointF(area_.right(), y(tick)));
        painter_->setPen(theme_.mutedText);
        painter_->drawText(QRectF(0, y(tick) - line / 2, area_.left() - 5, line),
                           Qt::AlignRight | Qt::AlignVCenter, tickText(tick));
    }
    painter_->setPen(theme_.text);
    painter_->drawText(QRectF(area_.left(), area_.bottom() + line + 4, area_.width(), line),
                       Qt::AlignCenter, RooflineView::tr("operations per byte moved (FLOP/B)"));
    painter_->save();
    painter_->translate(4, area_.bottom());
    painter_->rotate(-90);
    const QString speed = RooflineView::tr("speed (GFLOP/s)");
    const bool fits = QFontMetricsF(painter_->font()).horizontalAdvance(speed) <= area_.height();
    painter_->drawText(QRectF(0, 0, area_.height(), line), Qt::AlignCenter,
                       fits ? speed : QStringLiteral("GFLOP/s"));
    painter_->restore();
    painter_->setPen(theme_.mutedText);
    const QRectF foot(area_.left(), size_.height() - line - 2, area_.width(), line);
    painter_->drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                       QFontMetricsF(small_).elidedText(scene_.note, Qt::ElideRight, foot.width()));
    painter_->setPen(QPen(theme_.mutedText, 1));
    painter_->setBrush(Qt::NoBrush);
    painter_->drawRect(area_);
}

void RooflinePainter::addRoofs() {
    const auto& roofline = scene_.roofline;
    if (roofline.copyBandwidth > 0)
        addDiagonal(roofline.copyBandwidth,
                    RooflineView::tr("copy %1 GB/s").arg(fixedNumber(roofline.copyBandwidth, 0)),
                    false);
    if (roofline.cacheBandwidth > 0)
        addDiagonal(roofline.cacheBandwidth,
                    RooflineView::tr("%1 %2 GB/s")
                        .arg(scene_.cacheName, fixedNumber(roofline.cacheBandwidth, 0)),
                    true);
    if (roofline.peak <= 0)
        return;
    const double fastest = std::max(roofline.copyBandwidth, roofline.cacheBandwidth);
    const double from =
        fastest > 0 ? std::max(area_.left(), x(roofline.peak / fastest)) : area_.left();
    const double height = y(roofline.peak);
    if (from < area_.right() && height > area_.top() && height < area_.bottom())
        roofs_.push_back(
            {QLineF(from, height, area_.right(), height),
             RooflineView::tr("double precision %1").arg(flopRateText(roofline.peak))});
}

/// What moving the bytes allows, up to the ridge, as far as it lies in the picture.
void RooflinePainter::addDiagonal(double bandwidth, const QString& name, bool broken) {
    const auto& axis = scene_.frame.intensity;
    const auto& rates = scene_.frame.rate;
    const double peak = scene_.roofline.peak;
    const double low = std::max(axis.low, rates.low / bandwidth);
    double high = std::min(axis.high, rates.high / bandwidth);
    if (peak > 0)
        high = std::min(high, peak / bandwidth);
    if (low < high)
        roofs_.push_back(
            {QLineF(x(low), y(low * bandwidth), x(high), y(high * bandwidth)), name, broken});
}

void RooflinePainter::paintRoofs() {
    addRoofs();
    for (const Roof& roof : roofs_) {
        painter_->setPen(
            QPen(theme_.text, roof.broken ? 1.2 : 1.6, roof.broken ? Qt::DashLine : Qt::SolidLine));
        painter_->drawLine(roof.line);
        lines_.push_back(roof.line);
    }
}

/// Each along its line, where nothing else lies.
void RooflinePainter::paintRoofNames() {
    constexpr std::array kPlaces = {0.02, 0.98, 0.25, 0.5, 0.75};
    for (const Roof& roof : roofs_)
        for (const double along : kPlaces)
            if (paintRoofName(roof, along))
                break;
}

/// `along`: 0 at the beginning of the line, 1 at its end.
bool RooflinePainter::paintRoofName(const Roof& roof, double along) {
    const QFontMetricsF metrics(small_);
    const double width = metrics.horizontalAdvance(roof.name) + 4;
    const double length = roof.line.length();
    if (length < width)
        return false;
    constexpr double kAbove = 3;
    QTransform turned;
    turned.translate(roof.line.x1(), roof.line.y1());
    turned.rotate(-roof.line.angle());
    const QRectF box((length - width) * along, -metrics.height() - kAbove, width, metrics.height());
    const auto place = turned.map(QPolygonF(box));
    if (!isFree(place))
        return false;
    painter_->save();
    painter_->setTransform(turned, true);
    painter_->setPen(theme_.text);
    painter_->drawText(box, Qt::AlignCenter, roof.name);
    painter_->restore();
    taken_.push_back({place, roof.name});
    return true;
}

bool RooflinePainter::isFree(const QPolygonF& place) const {
    if (!area_.contains(place.boundingRect()))
        return false;
    for (const auto& other : taken_)
        if (other.place.intersects(place))
            return false;
    for (const QLineF& line : lines_)
        for (qsizetype corner = 0; corner + 1 < place.size(); ++corner)
            if (line.intersects(QLineF(place[corner], place[corner + 1]), nullptr) ==
                QLineF::BoundedIntersection)
                return false;
    return true;
}

/// A sum's name may be short of its middle already.
QString RooflinePainter::shortName(std::size_t point) const {
    const auto& name = scene_.names[static_cast<qsizetype>(point)];
    const QFontMetricsF metrics(small_);
    const double most = kLabelLetters * metrics.averageCharWidth();
    if (metrics.horizontalAdvance(name) <= most)
        return name;
    const auto open = name.lastIndexOf(QLatin1Char('('));
    if (name.contains(QChar(0x2026)) && open > 0)
        return QStringLiteral("Σ ") + name.mid(open + 1).chopped(1);
    return metrics.elidedText(name, Qt::ElideMiddle, most);
}

void RooflinePainter::paintArrows() {
    const auto& points = scene_.roofline.points;
    for (const auto& arrow : scene_.roofline.arrows) {
        const QPointF from = at(points[arrow.from]);
        const QPointF to = at(points[arrow.to]);
        const double distance = length(to - from);
        const double before = radius(points[arrow.from]) + 2;
        const double after = radius(points[arrow.to]) + 3;
        if (distance < before + after + 2)
            continue;
        const QPointF along = (to - from) / distance;
        const QPointF tip = to - along * after;
        const bool marked = isMarked(arrow.to);
        auto colour = marked ? theme_.text : theme_.mutedText;
        painter_->setPen(QPen(colour, marked ? 2 : 1.2));
        painter_->drawLine(from + along * before, tip);
        lines_.emplace_back(from + along * before, tip);
        const QPointF across(-along.y(), along.x());
        const double head = std::min(kHead, distance - before - after);
        painter_->setPen(Qt::NoPen);
        painter_->setBrush(colour);
        painter_->drawPolygon(QPolygonF{tip, tip - along * head + across * head * 0.45,
                                        tip - along * head - across * head * 0.45});
    }
}

void RooflinePainter::paintPoint(QPointF centre, double radius, std::size_t variant, bool program,
                                 bool marked) {
    const auto number = scene_.colours[variant];
    const auto colour = colourOf(theme_, number);
    const auto edge = theme_.kind == ThemeKind::highContrast ? theme_.text : theme_.base;
    painter_->setPen(program ? QPen(colour, 2.4) : QPen(marked ? theme_.text : edge, 1.2));
    painter_->setBrush(program ? QBrush(theme_.base) : QBrush(colour));
    const auto& shape = kShapes.at(number % kShapes.size());
    if (shape.corners == 0)
        painter_->drawEllipse(centre, radius, radius);
    else
        painter_->drawPolygon(polygon(shape, centre, radius));
}

void RooflinePainter::paintPoints() {
    const auto& points = scene_.roofline.points;
    // Large ones first, marked ones on top.
    std::vector<std::size_t> order;
    for (std::size_t p = 0; p < points.size(); ++p)
        order.push_back(p);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::pair(isMarked(a), -radius(points[a])) <
               std::pair(isMarked(b), -radius(points[b]));
    });
    for (const std::size_t p : order) {
        const QPointF centre = at(points[p]);
        const double size = radius(points[p]);
        if (scene_.current == p || scene_.hovered == p) {
            painter_->setBrush(Qt::NoBrush);
            painter_->setPen(
                QPen(scene_.current == p && scene_.focused ? theme_.selection : theme_.hover, 2));
            painter_->drawEllipse(centre, size + 5, size + 5);
        }
        paintPoint(centre, size, points[p].variant, points[p].row == RooflinePoint::kProgram,
                   isMarked(p));
        taken_.push_back({QRectF(centre.x() - size, centre.y() - size, 2 * size, 2 * size), {}});
    }
}

/// A name per row, at its last variant, where there is room; the marked row's comes first.
void RooflinePainter::paintLabels() {
    const auto& points = scene_.roofline.points;
    std::vector<std::size_t> order;
    for (std::size_t p = 0; p < points.size(); ++p)
        if (p + 1 == points.size() || points[p + 1].row != points[p].row)
            order.push_back(p);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::pair(!isMarked(a), -points[a].microseconds) <
               std::pair(!isMarked(b), -points[b].microseconds);
    });
    const QFontMetricsF metrics(small_);
    for (const std::size_t p : order) {
        const auto name = shortName(p);
        const QSizeF size(metrics.horizontalAdvance(name) + 2, metrics.height());
        const QPointF centre = at(points[p]);
        const double gap = radius(points[p]) + 4;
        const double left = centre.x() - gap - size.width();
        const double right = centre.x() + gap;
        const double above = centre.y() - gap - size.height() + 2;
        const double below = centre.y() + gap - 2;
        const double middle = centre.y() - size.height() / 2;
        const double centred = centre.x() - size.width() / 2;
        const std::array places = {QPointF(right, middle),  QPointF(left, middle),
                                   QPointF(centred, below), QPointF(centred, above),
                                   QPointF(right, below),   QPointF(left, below),
                                   QPointF(right, above),   QPointF(left, above)};
        for (const auto& place : places) {
            const QRectF box(place, size);
            if (!isFree(QPolygonF(box)))
                continue;
            painter_->setPen(isMarked(p) ? theme_.text : theme_.mutedText);
            painter_->drawText(box, Qt::AlignCenter, name);
            taken_.push_back({box, name});
            break;
        }
    }
}

void RooflinePainter::paintLegend() {
    const QFontMetricsF metrics(small_);
    const auto count = scene_.variants.size();
    const double most = area_.width() / static_cast<double>(std::max<qsizetype>(count, 1)) - 32;
    double left = area_.left() + 6;
    for (qsizetype v = 0; v < count && most > 20; ++v) {
        const double middle = 4 + metrics.height() / 2 + 2;
        paintPoint(QPointF(left, middle), 4.5, static_cast<std::size_t>(v), false, false);
        const auto name = metrics.elidedText(scene_.variants[v], Qt::ElideMiddle, most);
        const double width = metrics.horizontalAdvance(name);
        painter_->setPen(theme_.text);
        painter_->drawText(
            QRectF(left + 10, middle - metrics.height() / 2, width + 2, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, name);
        left += width + 32;
    }
}

} // namespace mw::viewers

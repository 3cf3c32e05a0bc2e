// Draws the plain picture: containers and lines. Leaves stand in scene_leaves.cpp, what is drawn
// over it in scene_marks.cpp.
#include "viewers/canvas/scene_painter.h"

#include "core/support/index.h"
#include "viewers/layout/piece.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr double kBlockPixels = 26; ///< smaller scopes are drawn as one block
constexpr double kCurveScale = 0.3; ///< below, curves become straight pieces
constexpr double kArrowScale = 0.3;
constexpr double kCorner = 4;
/// How much of a title's colour by an overlay is that of what is below: a strip beside it has it
/// as the legend does.
constexpr double kCalm = 0.62;

} // namespace

QPen hairline(const QColor& colour, double width) {
    QPen pen(colour, width);
    pen.setCosmetic(true);
    return pen;
}

ScenePainter::ScenePainter(const Scene& scene, const Theme& theme, const Marks& marks, double scale)
    : scene_(scene), theme_(theme), marks_(marks), scale_(scale) {
    const QFontMetricsF metrics(theme.mono);
    fontPixels_ = theme.mono.pixelSize();
    lineHeight_ = 15;
    advance_ = metrics.horizontalAdvance(QLatin1Char('0'));
    hidden_.assign(scene.boxes().size(), 0);
}

ScenePainter::Style ScenePainter::styleOf(const SceneBox& box) const {
    if (!box.container || box.collapsed) {
        if (const auto colour = marks_.nodes.colourOf(box.id, theme_))
            return {*colour, mix(*colour, theme_.text, 0.35)};
    }
    switch (box.kind) {
    case BoxKind::state:
    case BoxKind::unknownBlock:
    case BoxKind::jump:
        return {theme_.stateFill, theme_.stateStroke};
    case BoxKind::region:
    case BoxKind::loop:
    case BoxKind::conditional:
    case BoxKind::branch:
        return {theme_.regionFill, theme_.regionStroke};
    case BoxKind::map:
    case BoxKind::consume:
        return {theme_.mapFill, theme_.mapStroke};
    case BoxKind::nested:
        return {theme_.nestedFill, theme_.nestedStroke};
    case BoxKind::argument:
        return {theme_.argumentFill, theme_.argumentStroke};
    case BoxKind::temporary:
        return {theme_.temporaryFill, theme_.temporaryStroke};
    case BoxKind::scalar:
        return {theme_.scalarFill, theme_.scalarStroke};
    case BoxKind::table:
        return {theme_.tableFill, theme_.tableStroke};
    case BoxKind::tasklet:
        return {theme_.taskletFill, theme_.taskletStroke};
    case BoxKind::library:
        return {theme_.libraryFill, theme_.libraryStroke};
    case BoxKind::unknown:
        break;
    }
    return {theme_.unknownFill, theme_.unknownStroke};
}

QColor ScenePainter::headerOf(const SceneBox& box) const {
    if (const auto colour = marks_.nodes.colourOf(box.id, theme_))
        return mix(*colour, theme_.stateFill, kCalm);
    switch (box.kind) {
    case BoxKind::map:
    case BoxKind::consume:
        return theme_.mapHeader;
    case BoxKind::nested:
        return theme_.nestedHeader;
    case BoxKind::region:
    case BoxKind::loop:
    case BoxKind::conditional:
    case BoxKind::branch:
        return theme_.regionHeader;
    default:
        return theme_.stateHeader;
    }
}

bool ScenePainter::isBlock(const SceneBox& box) const {
    const double w = box.rect.width() * scale_;
    const double h = box.rect.height() * scale_;
    return w < kBlockPixels || h < kBlockPixels / 2;
}

void ScenePainter::findVisible(const QRectF& area) {
    visible_.clear();
    std::fill(hidden_.begin(), hidden_.end(), 0);
    int skipUntil = 0;
    for (const int i : scene_.boxesIn(area)) {
        const auto& box = scene_.boxes()[asIndex(i)];
        if (i < skipUntil) {
            hidden_[asIndex(i)] = 1;
            continue;
        }
        visible_.push_back(i);
        if (box.container && isBlock(box)) {
            hidden_[asIndex(i)] = 1;
            skipUntil = box.end;
        }
    }
}

void ScenePainter::paintBase(QPainter& painter, const QRectF& area) {
    findVisible(area);
    painter.setRenderHint(QPainter::Antialiasing, scale_ > 0.25);
    paintContainers(painter);
    paintLines(painter, area);
    if (textVisible())
        paintLeaves(painter);
    else
        paintPlainLeaves(painter);
    if (scale_ > 0.45)
        paintPorts(painter, area);
}

void ScenePainter::paintContainers(QPainter& painter) {
    for (const int i : visible_)
        if (scene_.boxes()[asIndex(i)].container)
            paintContainer(painter, scene_.boxes()[asIndex(i)]);
}

void ScenePainter::paintContainer(QPainter& painter, const SceneBox& box) {
    const Style style = styleOf(box);
    const QColor header = headerOf(box);
    if (hidden_[asIndex(static_cast<int>(&box - scene_.boxes().data()))]) {
        painter.setPen(hairline(style.stroke));
        painter.setBrush(marks_.nodes.colourOf(box.id, theme_).value_or(header));
        painter.drawRect(box.rect);
        return;
    }
    if (box.header <= 0 && box.kind == BoxKind::state)
        return; // the only state of a nested SDFG shows no frame of its own
    painter.setPen(hairline(style.stroke));
    painter.setBrush(style.fill);
    const bool rounded = scale_ > 0.4;
    if (rounded)
        painter.drawRoundedRect(box.rect, kCorner, kCorner);
    else
        painter.drawRect(box.rect);
    const double inset = 0.5 / std::max(scale_, 0.01);
    QRectF band = box.rect.adjusted(inset, inset, -inset, 0);
    band.setHeight(std::min(box.header, box.rect.height()) - inset);
    painter.setPen(Qt::NoPen);
    painter.setBrush(header);
    if (rounded)
        painter.drawRoundedRect(band, kCorner - 1, kCorner - 1);
    else
        painter.drawRect(band);
    const bool scope = box.kind == BoxKind::map || box.kind == BoxKind::consume;
    if (const auto colour = marks_.nodes.colourOf(box.id, theme_)) {
        painter.setBrush(*colour); // as in the legend
        painter.drawRect(QRectF(band.left(), band.top(), layout::kFooter, band.height()));
    }
    if (scope) {
        const QRectF footer(band.left(), box.rect.bottom() - layout::kFooter, band.width(),
                            layout::kFooter - inset);
        painter.drawRect(footer);
    }
    if (textVisible())
        paintHeaderText(painter, box,
                        marks_.nodes.values.contains(box.id)
                            ? readableOn(header)
                            : (scope ? theme_.mapHeaderText : theme_.text));
}

void ScenePainter::paintHeaderText(QPainter& painter, const SceneBox& box, const QColor& ink) {
    double x = box.rect.left() + layout::kTextMargin;
    double y = box.rect.top() + layout::kHeaderMargin + (lineHeight_ - fontPixels_) / 2 +
               fontPixels_ * 0.86;
    if (box.expandable) {
        const double s = 3.5;
        const QPointF c(x + 3, y - fontPixels_ * 0.36);
        QPolygonF sign;
        if (box.collapsed)
            sign << c + QPointF(-s + 1, -s) << c + QPointF(s, 0) << c + QPointF(-s + 1, s);
        else
            sign << c + QPointF(-s, -s + 1) << c + QPointF(s, -s + 1) << c + QPointF(0, s);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mix(ink, headerOf(box), 0.35));
        painter.drawPolygon(sign);
        x += layout::kSignWidth;
    }
    painter.setPen(ink);
    painter.setFont(theme_.monoBold);
    painter.drawText(QPointF(x, y), box.title);
    painter.setFont(theme_.mono);
    if (!box.tag.isEmpty()) {
        painter.setPen(mix(ink, headerOf(box), 0.4));
        const double width = advance_ * static_cast<double>(box.tag.size());
        painter.drawText(QPointF(box.rect.right() - layout::kTextMargin - width, y), box.tag);
    }
    painter.setPen(mix(ink, headerOf(box), 0.15));
    double flatX = x + advance_ * static_cast<double>(box.title.size());
    for (const auto& line : box.lines) {
        if (box.flatHeader) {
            painter.drawText(QPointF(flatX + layout::kFlatGap, y), line);
            flatX += layout::kFlatGap + advance_ * static_cast<double>(line.size());
        } else {
            y += lineHeight_;
            painter.drawText(QPointF(x, y), line);
        }
    }
}

QColor ScenePainter::lineColour(const SceneLine& line) const {
    if (const auto colour = marks_.edges.colourOf(line.id, theme_))
        return *colour;
    switch (line.kind) {
    case LineKind::data:
        return theme_.edge;
    case LineKind::conflict:
        return theme_.conflict;
    case LineKind::ordering:
        return theme_.edgeOrdering;
    case LineKind::interstate:
        break;
    }
    return theme_.edgeInterstate;
}

void ScenePainter::paintLines(QPainter& painter, const QRectF& area) {
    std::vector<int> lines;
    for (const int i : scene_.linesIn(area)) {
        const auto& line = scene_.lines()[asIndex(i)];
        const bool inBlock = line.container >= 0 && hidden_[asIndex(line.container)];
        if (!inBlock && !line.curve.isEmpty())
            lines.push_back(i);
    }
    painter.setBrush(Qt::NoBrush);
    if (scale_ >= kCurveScale)
        paintCurves(painter, lines);
    else
        paintSegments(painter, lines);
}

void ScenePainter::paintCurves(QPainter& painter, const std::vector<int>& lines) {
    for (const int i : lines) {
        const auto& line = scene_.lines()[asIndex(i)];
        QPainterPath path(line.curve[0]);
        for (qsizetype k = 0; k + 3 < line.curve.size(); k += 3) {
            const bool straight = line.curve[k].x() == line.curve[k + 3].x();
            if (straight)
                path.lineTo(line.curve[k + 3]);
            else
                path.cubicTo(line.curve[k + 1], line.curve[k + 2], line.curve[k + 3]);
        }
        const QColor colour = lineColour(line);
        const bool told = marks_.edges.values.contains(line.id);
        QPen pen = hairline(colour, told ? 2.2 : line.kind == LineKind::interstate ? 1.4 : 1.1);
        if (line.kind == LineKind::ordering)
            pen.setStyle(Qt::DashLine);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        if (scale_ >= kArrowScale)
            paintArrow(painter, line, colour);
        if (!line.label.isEmpty() && textVisible()) {
            painter.setFont(theme_.mono);
            const double width = advance_ * static_cast<double>(line.label.size());
            const QRectF box(line.labelAt.x() - width / 2 - 5, line.labelAt.y() - 8, width + 10,
                             16);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme_.canvas);
            painter.drawRoundedRect(box, 3, 3);
            painter.setPen(theme_.edgeInterstate);
            painter.drawText(QPointF(box.left() + 5, box.top() + 12), line.label);
        }
    }
}

void ScenePainter::paintSegments(QPainter& painter, const std::vector<int>& lines) {
    std::map<std::pair<QRgb, bool>, QVector<QLineF>>
        segments; // by colour, and whether it says something
    const double least = 1.5 / scale_;
    for (const int i : lines) {
        const auto& line = scene_.lines()[asIndex(i)];
        if (line.bounds.width() < least && line.bounds.height() < least)
            continue;
        const bool told = marks_.edges.values.contains(line.id);
        const QColor colour = lineColour(line);
        auto& own = segments[{(told ? colour : mix(colour, theme_.canvas, 0.45)).rgb(), told}];
        for (qsizetype k = 0; k + 3 < line.curve.size(); k += 3)
            own << QLineF(line.curve[k], line.curve[k + 3]);
    }
    for (const bool told : {false, true})
        for (const auto& [how, own] : segments) {
            if (how.second != told)
                continue;
            painter.setPen(hairline(QColor(how.first), told ? 1.6 : 1));
            painter.drawLines(own);
        }
}

void ScenePainter::paintArrow(QPainter& painter, const SceneLine& line, const QColor& colour) {
    const QPointF tip = line.curve.back();
    QPointF along = tip - line.curve[line.curve.size() - 2];
    double length = std::hypot(along.x(), along.y());
    if (length < 0.01) {
        along = tip - line.curve[line.curve.size() - 4];
        length = std::hypot(along.x(), along.y());
    }
    if (length < 0.01)
        return;
    along /= length;
    const QPointF side(-along.y(), along.x());
    QPolygonF head;
    head << tip << tip - 6.0 * along + 2.6 * side << tip - 6.0 * along - 2.6 * side;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(head);
}

} // namespace mw::viewers

// How the program view looks: rows, lanes, brackets.
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view_p.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr double kIndent = 14;

/// A wave through the middle of a mark.
QPainterPath wave(QPointF centre, double radius) {
    QPainterPath path;
    path.moveTo(centre + QPointF(-radius, 0));
    path.cubicTo(centre + QPointF(-radius / 2, -1.4 * radius),
                 centre + QPointF(radius / 2, 1.4 * radius), centre + QPointF(radius, 0));
    return path;
}

} // namespace

QFont ProgramPainter::smaller(QFont font) {
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * 0.88);
    else
        font.setPixelSize(std::max(8, static_cast<int>(font.pixelSize() * 0.88)));
    return font;
}

ProgramPainter::ProgramPainter(const ProgramView::Private& d, QPainter& painter, QSizeF size,
                               QPointF scroll, bool focused)
    : d_(d), painter_(painter), size_(size), scroll_(scroll), focused_(focused),
      theme_(Theme::of(d.theme)), g_(d.geometry) {}

QRectF ProgramPainter::lineRect(Line line) const {
    return {0, g_.head + static_cast<double>(line) * g_.row - scroll_.y(), size_.width(), g_.row};
}

double ProgramPainter::laneX(std::size_t lane) const {
    return g_.columns() + (static_cast<double>(lane) + 0.5) * g_.lane - scroll_.x();
}

void ProgramPainter::text(const QRectF& rect, const QString& text, const QColor& colour, int flags,
                          Qt::TextElideMode elide) {
    if (rect.width() < 8 || text.isEmpty())
        return;
    painter_.setPen(colour);
    painter_.drawText(rect, flags | Qt::AlignVCenter | Qt::TextSingleLine,
                      QFontMetricsF(painter_.font()).elidedText(text, elide, rect.width()));
}

QColor ProgramPainter::colourOf(const SheetLane& lane) const {
    return lane.table           ? theme_.tableStroke
           : lane.lane.argument ? theme_.argumentStroke
                                : theme_.temporaryStroke;
}

void ProgramPainter::paint() {
    painter_.setRenderHint(QPainter::Antialiasing);
    painter_.setFont(theme_.ui);
    painter_.fillRect(QRectF({}, size_), theme_.base);
    if (d_.sheet->rows.empty()) {
        text(QRectF({}, size_), d_.busy.isEmpty() ? ProgramView::tr("No kernels") : d_.busy,
             theme_.mutedText, Qt::AlignHCenter);
        return;
    }
    const double shown = std::max(0.0, size_.height() - g_.head - g_.foot);
    const auto count = d_.visible.size();
    const auto first = std::min(count, static_cast<Line>(scroll_.y() / g_.row));
    const auto last = std::min(
        count, static_cast<Line>(std::max(0.0, std::ceil((scroll_.y() + shown) / g_.row))));
    painter_.save();
    painter_.setClipRect(QRectF(0, g_.head, size_.width(), shown));
    paintLines(first, last);
    painter_.setClipRect(QRectF(g_.columns(), g_.head, size_.width() - g_.columns(), shown));
    paintLifetimes(first, last);
    for (Line line = first; line < last; ++line)
        paintMarks(line, d_.sheet->rows[d_.visible[line]]);
    painter_.setClipRect(QRectF(0, g_.head, g_.gutter, shown));
    paintBrackets();
    painter_.restore();
    paintHead();
    paintFoot();
}

void ProgramPainter::paintLines(Line first, Line last) {
    for (Line line = first; line < last; ++line) {
        const QRectF rect = lineRect(line);
        const std::size_t index = d_.visible[line];
        if (line % 2)
            painter_.fillRect(rect, theme_.alternateBase);
        if (d_.current == index) {
            painter_.fillRect(rect, mix(theme_.base, theme_.accent, focused_ ? 0.28 : 0.16));
        } else if (d_.hoveredLine == line) {
            painter_.fillRect(rect, mix(theme_.base, theme_.accent, 0.08));
        }
        if (std::ranges::find(d_.marked, index) != d_.marked.end())
            painter_.fillRect(rect, mix(theme_.base, theme_.accent, 0.2));
        paintPartner(rect, index);
        const auto& row = d_.sheet->rows[index];
        if (row.row.kind == analysis::RowKind::heading)
            paintHeading(rect, row);
        else
            paintRow(line, row);
    }
}

/// A stripe in the colour of the group, the same in both views; none where nothing changed.
void ProgramPainter::paintPartner(const QRectF& rect, std::size_t row) {
    if (row >= d_.partnerOf.size() || !d_.partnerOf[row])
        return;
    const std::size_t group = *d_.partnerOf[row];
    const auto& partner = d_.partners[group];
    if (partner.unchanged)
        return;
    painter_.fillRect(QRectF(g_.gutter - 3, rect.top(), 5, rect.height()),
                      d_.colourOfPartner(group));
}

void ProgramPainter::paintHeading(const QRectF& rect, const SheetRow& row) {
    const double left = g_.gutter + kIndent * row.row.depth;
    const bool folded = d_.folded.contains(row.row.element);
    QPainterPath arrow;
    const QPointF centre(left + kIndent / 2 + 1, rect.center().y());
    if (folded) {
        arrow.moveTo(centre + QPointF(-2.5, -4));
        arrow.lineTo(centre + QPointF(3, 0));
        arrow.lineTo(centre + QPointF(-2.5, 4));
    } else {
        arrow.moveTo(centre + QPointF(-4, -2.5));
        arrow.lineTo(centre + QPointF(4, -2.5));
        arrow.lineTo(centre + QPointF(0, 3));
    }
    arrow.closeSubpath();
    painter_.fillPath(arrow, theme_.mutedText);
    QString said = row.name;
    if (folded) {
        const std::size_t at = static_cast<std::size_t>(&row - d_.sheet->rows.data());
        const auto inside = std::count_if(
            d_.sheet->rows.begin() + static_cast<std::ptrdiff_t>(at),
            d_.sheet->rows.begin() + static_cast<std::ptrdiff_t>(d_.sheet->endOf(at)),
            [](const SheetRow& one) { return one.row.kind != analysis::RowKind::heading; });
        said += QStringLiteral("  (%1)").arg(
            counted(inside, ProgramView::tr("row"), ProgramView::tr("rows")));
    }
    text(paintStar(QRectF(left + kIndent + 2, rect.top(), g_.columns() - left - kIndent - 8,
                          rect.height()),
                   row),
         said, theme_.mutedText, Qt::AlignLeft, Qt::ElideRight);
}

QRectF ProgramPainter::paintStar(const QRectF& place, const SheetRow& row) {
    const auto at = static_cast<std::size_t>(&row - d_.sheet->rows.data());
    const auto star = d_.rowStars.find(at);
    if (star == d_.rowStars.end())
        return place;
    const double note = std::min(
        0.45 * place.width(), QFontMetricsF(painter_.font()).horizontalAdvance(star->second) + 2);
    text(QRectF(place.left(), place.top(), note, place.height()), star->second, theme_.warning,
         Qt::AlignLeft, Qt::ElideRight);
    return place.adjusted(note + 4, 0, 0, 0);
}

void ProgramPainter::paintBar(const QRectF& rect, double share, const QColor& colour,
                              const QString& text, double outer) {
    const double number = 62;
    this->text(QRectF(rect.left(), rect.top(), number, rect.height()), text, theme_.text,
               Qt::AlignRight);
    const QRectF bar(rect.left() + number + kPad, rect.center().y() - 4,
                     std::max(0.0, rect.width() - number - 2 * kPad), 8);
    painter_.fillRect(bar, mix(theme_.base, theme_.line, 0.35));
    const auto fill = [&](double part, const QColor& with) {
        painter_.fillRect(
            QRectF(bar.left(), bar.top(), std::max(1.0, bar.width() * part), bar.height()), with);
    };
    if (outer > share)
        fill(outer, mix(theme_.base, colour, 0.4));
    fill(share, colour);
}

void ProgramPainter::paintBytes(const QRectF& rect, const SheetRow& row) {
    if (!row.bytes)
        return text(rect.adjusted(0, 0, -kPad, 0), ProgramView::tr("open sizes"), theme_.mutedText,
                    Qt::AlignLeft);
    const double whole = std::max(1.0, d_.mostBytes);
    const auto modelled = d_.modelled.find(row.row.element);
    paintBar(rect, *row.bytes / whole, theme_.information, bytesText(*row.bytes),
             modelled == d_.modelled.end() ? 0 : modelled->second / whole);
}

void ProgramPainter::paintRow(Line line, const SheetRow& row) {
    const QRectF rect = lineRect(line);
    const double left = g_.gutter + kIndent * row.row.depth + kPad;
    const QRectF name =
        paintStar(QRectF(left, rect.top(), g_.rangeAt() - left - kPad, rect.height()), row);
    const bool copy = row.row.kind == analysis::RowKind::copy;
    const QString first = copy ? ProgramView::tr("copy to %1").arg(row.name) : row.name;
    const QFontMetricsF metrics(painter_.font());
    const double wanted = std::min(metrics.horizontalAdvance(first) + 8, name.width());
    text(QRectF(name.left(), name.top(), wanted, name.height()), first,
         copy ? theme_.mutedText : theme_.text, Qt::AlignLeft);
    if (!copy && name.width() - wanted > 50) {
        painter_.setFont(smaller(theme_.ui));
        text(QRectF(name.left() + wanted, name.top(), name.width() - wanted, name.height()),
             row.label, theme_.mutedText, Qt::AlignLeft);
        painter_.setFont(theme_.ui);
    }
    if (g_.range > 0) {
        painter_.setFont(smaller(theme_.code));
        text(QRectF(g_.rangeAt(), rect.top(), g_.range - kPad, rect.height()), row.range,
             theme_.text, Qt::AlignLeft, Qt::ElideRight);
        painter_.setFont(theme_.ui);
    }
    paintBytes(QRectF(g_.bytesAt(), rect.top(), g_.bytes, rect.height()), row);
    const auto time = d_.times.find(row.row.element);
    if (g_.time > 0 && time != d_.times.end() && d_.longest > 0) {
        const QRectF cell(g_.timeAt(), rect.top(), g_.time, rect.height());
        paintBar(cell, time->second / d_.longest, heatColour(time->second / d_.longest),
                 microseconds(time->second));
        if (d_.copyBandwidth > 0 && row.bytes) { // what a copy of these bytes would take
            const double least = *row.bytes / (d_.copyBandwidth * 1e3);
            const double x = cell.left() + 62 + kPad +
                             (cell.width() - 62 - 2 * kPad) * std::min(1.0, least / d_.longest);
            painter_.setPen(QPen(theme_.text, 1.5));
            painter_.drawLine(QPointF(x, cell.center().y() - 6), QPointF(x, cell.center().y() + 6));
        }
    }
}

void ProgramPainter::paintLifetimes(Line first, Line last) {
    const auto lineOf = [&](int row) {
        return static_cast<double>(d_.shownLine(static_cast<std::size_t>(row)));
    };
    for (std::size_t i = 0; i < d_.sheet->lanes.size(); ++i) {
        const double x = laneX(i);
        if (x < g_.columns() - g_.lane || x > size_.width() + g_.lane)
            continue;
        const SheetLane& lane = d_.sheet->lanes[i];
        if (d_.hoveredLane == i || d_.currentLane == i)
            painter_.fillRect(QRectF(x - g_.lane / 2, g_.head, g_.lane, size_.height()),
                              mix(theme_.base, theme_.accent, 0.12));
        const double from = std::max(lineOf(lane.lane.first), static_cast<double>(first) - 1);
        const double to = std::min(lineOf(lane.lane.last), static_cast<double>(last) + 1);
        if (to < from)
            continue;
        const double share =
            d_.sheet->largest > 0 && lane.bytes ? *lane.bytes / d_.sheet->largest : 0;
        const auto y = [&](double line) { return g_.head + (line + 0.5) * g_.row - scroll_.y(); };
        painter_.setPen(QPen(mix(theme_.base, colourOf(lane), 0.55), 1 + 3 * std::sqrt(share),
                             Qt::SolidLine, Qt::FlatCap));
        painter_.drawLine(QPointF(x, y(from)), QPointF(x, y(to)));
    }
}

void ProgramPainter::paintMarks(Line line, const SheetRow& row) {
    constexpr double kRadius = 4.5;
    const double y = lineRect(line).center().y();
    for (const auto& mark : row.row.marks) {
        const double x = laneX(mark.lane);
        if (x < g_.columns() - g_.lane || x > size_.width() + g_.lane)
            continue;
        const QColor colour = colourOf(d_.sheet->lanes[mark.lane]);
        painter_.setPen(QPen(colour, 1.6));
        painter_.setBrush(mark.writes ? colour : theme_.base);
        painter_.drawEllipse(QPointF(x, y), kRadius, kRadius);
        if (mark.writes && mark.reads) {
            painter_.setBrush(theme_.base);
            painter_.drawEllipse(QPointF(x, y), kRadius / 2.4, kRadius / 2.4);
        }
        if (mark.indirect) {
            painter_.setBrush(Qt::NoBrush);
            painter_.setPen(QPen(mark.writes ? theme_.base : colour, 1.2));
            painter_.drawPath(wave(QPointF(x, y), kRadius - 1));
        }
    }
}

void ProgramPainter::paintBrackets() {
    if (d_.brackets.empty())
        return;
    painter_.setFont(smaller(theme_.ui));
    for (const PlacedBracket& placed : d_.placed) {
        const double top = g_.head + placed.top - scroll_.y();
        const double bottom = g_.head + placed.bottom - scroll_.y();
        if (bottom < g_.head - g_.row || top > size_.height())
            continue;
        const auto& bracket = d_.brackets[placed.bracket];
        const bool possible = bracket.refusal.isEmpty();
        const bool chosen = d_.chosen == placed.bracket;
        const QColor colour = chosen     ? theme_.accent
                              : possible ? theme_.good
                                         : mix(theme_.base, theme_.mutedText, 0.6);
        const double x = g_.gutter - 5 - 6.0 * (placed.column + 1);
        QPen pen(colour, chosen ? 2.4 : d_.hoveredBracket == placed.bracket ? 2.2 : 1.4);
        if (!possible)
            pen.setStyle(Qt::DotLine);
        painter_.setPen(pen);
        painter_.drawPolyline(
            QPolygonF({{g_.gutter - 5, top}, {x, top}, {x, bottom}, {g_.gutter - 5, bottom}}));
        const QRectF label(2, top - 3 - g_.row / 2, g_.gutter - 5 - 6.0 * 5 - 6, g_.row);
        text(label, bracket.label,
             chosen     ? theme_.text
             : possible ? theme_.text
                        : theme_.mutedText,
             Qt::AlignRight, Qt::ElideRight);
    }
    painter_.setFont(theme_.ui);
}

} // namespace mw::viewers

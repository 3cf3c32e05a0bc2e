// How the program view looks: rows, lanes, brackets.
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view_p.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr double kIndent = 14;
constexpr double kBarMark = 2; ///< above and below a bar, of what is marked there

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
      theme_(Theme::of(d.theme)), g_(d.geometry), fonts_(d.fonts()) {}

QRectF ProgramPainter::lineRect(Line line) const {
    return {0, g_.head + static_cast<double>(line) * g_.row - scroll_.y(), size_.width(), g_.row};
}

double ProgramPainter::laneX(std::size_t lane) const {
    return columnX(d_.columnOf(lane));
}

double ProgramPainter::columnX(std::size_t column) const {
    return g_.columns() + (static_cast<double>(column) + 0.5) * g_.lane - scroll_.x();
}

bool ProgramPainter::isInSight(double x) const {
    return x >= g_.columns() - g_.lane && x <= size_.width() + g_.lane;
}

void ProgramPainter::text(const QRectF& rect, const QString& text, const QColor& colour, int flags,
                          Qt::TextElideMode elide) {
    if (rect.width() < 8 || text.isEmpty())
        return;
    painter_.setPen(colour);
    painter_.drawText(rect, flags | Qt::AlignVCenter | Qt::TextSingleLine,
                      QFontMetricsF(painter_.font()).elidedText(text, elide, rect.width()));
}

QColor ProgramPainter::colourOf(std::size_t lane) const {
    const SheetLane& one = d_.lane(lane);
    if (d_.argumentsFolded && lane < d_.arguments)
        return theme_.argumentStroke;
    return d_.isGoingLane(lane) ? mix(theme_.base, theme_.mutedText, 0.55)
           : one.table          ? theme_.tableStroke
           : one.lane.argument  ? theme_.argumentStroke
                                : theme_.temporaryStroke;
}

void ProgramPainter::paint() {
    painter_.setRenderHint(QPainter::Antialiasing);
    painter_.setFont(fonts_.ui);
    painter_.fillRect(QRectF({}, size_), theme_.base);
    if (d_.sheet->rows.empty()) {
        text(QRectF({}, size_), d_.busy.isEmpty() ? ProgramView::tr("No kernels") : d_.busy,
             theme_.mutedText, Qt::AlignHCenter);
        return;
    }
    const double shown = std::max(0.0, size_.height() - g_.head - g_.foot);
    const auto [first, last] = d_.linesInSight(scroll_.y(), size_.height());
    painter_.save();
    painter_.setClipRect(QRectF(0, g_.head, size_.width(), shown));
    paintLines(first, last);
    painter_.setClipRect(QRectF(g_.columns(), g_.head, size_.width() - g_.columns(), shown));
    paintLifetimes(first, last);
    for (Line line = first; line < last; ++line)
        paintMarks(line, d_.visible[line]);
    painter_.setClipRect(QRectF(0, g_.head, g_.gutter(), shown));
    paintBrackets();
    painter_.setClipRect(QRectF(0, g_.head, size_.width(), shown));
    paintJoins();
    painter_.restore();
    paintHead();
    paintStrip();
    paintFoot();
}

void ProgramPainter::paintLines(Line first, Line last) {
    for (Line line = first; line < last; ++line) {
        const QRectF rect = lineRect(line);
        const std::size_t index = d_.visible[line];
        if (line % 2)
            painter_.fillRect(rect, theme_.alternateBase);
        if (d_.current == index) {
            painter_.fillRect(rect, mix(theme_.base, theme_.accent, focused_ ? 0.22 : 0.14));
        } else if (d_.hoveredLine == line) {
            painter_.fillRect(rect, mix(theme_.base, theme_.accent, 0.08));
        }
        if (std::ranges::find(d_.marked, index) != d_.marked.end())
            painter_.fillRect(rect, mix(theme_.base, theme_.accent, 0.2));
        if (d_.isNewRow(index))
            painter_.fillRect(rect, mix(theme_.base, theme_.good, 0.2));
        paintPartner(rect, index);
        paintColour(rect, d_.row(index));
        if (d_.isHeading(index))
            paintHeading(rect, index);
        else
            paintRow(rect, index);
        paintBlocked(rect, index);
    }
}

/// What is in the way of the bracket that is looked at.
void ProgramPainter::paintBlocked(const QRectF& rect, std::size_t row) {
    const auto* bracket = d_.regarded();
    if (!bracket || std::ranges::find(bracket->blockingRows, row) == bracket->blockingRows.end())
        return;
    painter_.setPen(QPen(theme_.warning, 1.6));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRect(rect.adjusted(g_.gutter() + 1, 1.5, -1.5, -1.5));
}

void ProgramPainter::paintJoins() {
    if (!d_.preview)
        return;
    const double x = g_.gutter() + 5;
    std::map<std::size_t, double> tops; // of what becomes the rows below this one
    for (const std::size_t row : d_.preview->goingRows) {
        const auto last = std::ranges::find_if(d_.preview->below,
                                               [&](std::size_t below) { return below >= row; });
        if (last != d_.preview->below.end())
            tops.try_emplace(*last, lineRect(d_.shownLine(row)).center().y());
    }
    painter_.setPen(QPen(theme_.good, 2));
    for (const std::size_t row : d_.preview->goingRows) {
        const double y = lineRect(d_.shownLine(row)).center().y();
        painter_.drawLine(QPointF(x, y), QPointF(x + 6, y));
    }
    for (std::size_t i = 0; i < d_.preview->rows.size(); ++i) {
        const auto top = tops.find(d_.preview->below[i]);
        const double y = lineRect(d_.shownLine(d_.sheet->rows.size() + i)).center().y();
        painter_.drawLine(QPointF(x, top == tops.end() ? y : top->second), QPointF(x, y));
        painter_.drawLine(QPointF(x, y), QPointF(x + 6, y));
        painter_.drawPolyline(QPolygonF({{x + 3, y - 3}, {x + 6, y}, {x + 3, y + 3}}));
    }
}

void ProgramPainter::strikeOut(const QRectF& text) {
    painter_.setPen(QPen(theme_.mutedText, 1.2));
    painter_.drawLine(QPointF(text.left(), text.center().y()),
                      QPointF(text.right(), text.center().y()));
}

/// A stripe in the colour of the group, the same in both views; none where nothing changed.
void ProgramPainter::paintPartner(const QRectF& rect, std::size_t row) {
    if (row >= d_.partnerOf.size() || !d_.partnerOf[row])
        return;
    const std::size_t group = *d_.partnerOf[row];
    const auto& partner = d_.partners[group];
    if (partner.unchanged)
        return;
    painter_.fillRect(QRectF(g_.gutter() - 3, rect.top(), 5, rect.height()),
                      d_.colourOfPartner(group));
}

/// What an overlay says, at the beginning of the row.
void ProgramPainter::paintColour(const QRectF& rect, const SheetRow& row) {
    if (const auto colour = d_.rowColours.find(row.row.element); colour != d_.rowColours.end())
        painter_.fillRect(QRectF(g_.gutter() + 2, rect.top() + 3, 4, rect.height() - 6),
                          colour->second);
}

void ProgramPainter::paintHeading(const QRectF& rect, std::size_t at) {
    const SheetRow& row = d_.row(at);
    const double left = g_.gutter() + indentOf(row.row.depth);
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
        const auto inside = std::count_if(
            d_.sheet->rows.begin() + static_cast<std::ptrdiff_t>(at),
            d_.sheet->rows.begin() + static_cast<std::ptrdiff_t>(d_.sheet->endOf(at)),
            [](const SheetRow& one) { return one.row.kind != analysis::RowKind::heading; });
        said += QStringLiteral("  (%1)").arg(
            counted(inside, ProgramView::tr("row"), ProgramView::tr("rows")));
    }
    text(paintStar(QRectF(left + kIndent + 2, rect.top(), g_.columns() - left - kIndent - 8,
                          rect.height()),
                   at),
         said, theme_.mutedText, Qt::AlignLeft, Qt::ElideRight);
}

QRectF ProgramPainter::paintStar(const QRectF& place, std::size_t row) {
    const auto star = d_.rowStars.find(row);
    if (star == d_.rowStars.end())
        return place;
    const QFontMetricsF metrics(painter_.font());
    // What stands there keeps its twelve letters.
    const double most =
        std::max(metrics.horizontalAdvance(star->second.left(1)),
                 std::min(0.45 * place.width(), place.width() - d_.natural.letters));
    const double note = std::min(most, metrics.horizontalAdvance(star->second) + 2);
    text(QRectF(place.left(), place.top(), note, place.height()), star->second, theme_.warning,
         Qt::AlignLeft, Qt::ElideRight);
    return place.adjusted(note + 4, 0, 0, 0);
}

QRectF ProgramPainter::barOf(const QRectF& cell) const {
    if (cell.width() < g_.number + 30)
        return {cell.left() + kPad, cell.bottom() - 4, std::max(0.0, cell.width() - 2 * kPad), 3};
    return {cell.left() + g_.number + kPad, cell.center().y() - 4,
            std::max(0.0, cell.width() - g_.number - 2 * kPad), 8};
}

void ProgramPainter::paintBar(const QRectF& rect, double share, const QColor& colour,
                              const QString& text, double outer) {
    const QRectF bar = barOf(rect);
    QRectF number(rect.left(), rect.top(), g_.number, rect.height());
    if (bar.left() < number.right()) // below it
        number.setBottom(bar.top() - 1);
    this->text(number, text, theme_.text, Qt::AlignRight);
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

void ProgramPainter::paintName(const QRectF& rect, std::size_t at) {
    const SheetRow& row = d_.row(at);
    const double left = g_.gutter() + indentOf(row.row.depth) + kPad + (d_.preview ? kIndent : 0);
    const QRectF name =
        paintStar(QRectF(left, rect.top(), g_.at(Column::range) - left - kPad, rect.height()), at);
    const bool copy = row.row.kind == analysis::RowKind::copy;
    const bool going = d_.isGoingRow(at);
    const QFontMetricsF metrics(painter_.font());
    QString around = copy ? ProgramView::tr("copy to %1") : QStringLiteral("%1");
    const auto fits = [&](const QString& text) {
        return metrics.horizontalAdvance(around.arg(text)) <= name.width();
    };
    if (copy && !fits(row.name))
        around = QStringLiteral("→ %1");
    const QString first = around.arg(shortenedTo(row.name, row.telling, fits));
    const QRectF written(name.left(), name.top(),
                         std::min(metrics.horizontalAdvance(first) + 8, name.width()),
                         name.height());
    text(written, first, copy || going ? theme_.mutedText : theme_.text, Qt::AlignLeft);
    if (going)
        strikeOut(written.adjusted(0, 0, -8, 0));
}

void ProgramPainter::paintRange(const QRectF& rect, std::size_t at) {
    const QRectF place(g_.at(Column::range), rect.top(), g_.of(Column::range) - kPad,
                       rect.height());
    painter_.setFont(fonts_.code);
    const QFontMetricsF metrics(fonts_.code);
    QString shown;
    for (const QString& form : rangeForms(d_.row(at).range)) {
        shown = form;
        if (metrics.horizontalAdvance(form) <= place.width())
            break;
    }
    text(place, shown, d_.isGoingRow(at) ? theme_.mutedText : theme_.text, Qt::AlignLeft,
         Qt::ElideRight);
    painter_.setFont(fonts_.ui);
}

void ProgramPainter::paintRow(const QRectF& rect, std::size_t at) {
    const SheetRow& row = d_.row(at);
    paintName(rect, at);
    paintRange(rect, at);
    if (const auto launch = d_.launches.find(row.row.element); launch != d_.launches.end()) {
        painter_.setFont(fonts_.code);
        text(QRectF(g_.at(Column::launch), rect.top(), g_.of(Column::launch) - kPad, rect.height()),
             launch->second.text, theme_.mutedText, Qt::AlignLeft, Qt::ElideRight);
        painter_.setFont(fonts_.ui);
    }
    const QRectF bytes(g_.at(Column::bytes), rect.top(), g_.of(Column::bytes), rect.height());
    paintBytes(bytes, row);
    if (d_.isGoingRow(at))
        strikeOut(QRectF(bytes.left() + 16, bytes.top(), g_.number - 16, bytes.height()));
    if (!d_.isNewRow(at))
        paintTime(QRectF(g_.at(Column::time), rect.top(), g_.of(Column::time), rect.height()), row);
}

void ProgramPainter::paintTime(const QRectF& cell, const SheetRow& row) {
    const auto time = d_.times.kernels.find(row.row.element);
    if (cell.width() <= 0 || time == d_.times.kernels.end() || d_.longest <= 0)
        return;
    paintBar(cell, time->second / d_.longest, heatColour(time->second / d_.longest),
             microseconds(time->second));
    if (d_.times.copyBandwidth <= 0 || d_.times.cached || d_.times.otherSizes || !row.bytes)
        return;
    // What a copy of these bytes would take.
    const double least = *row.bytes / (d_.times.copyBandwidth * 1e3);
    if (least > d_.longest)
        return;
    const QRectF bar = barOf(cell);
    const double x = bar.left() + bar.width() * least / d_.longest;
    const bool isBelow = bar.left() < cell.left() + g_.number;
    painter_.setPen(QPen(theme_.text, 1.5, Qt::SolidLine, Qt::FlatCap));
    painter_.drawLine(QPointF(x, bar.top() - (isBelow ? 0 : kBarMark)),
                      QPointF(x, bar.bottom() + kBarMark));
}

void ProgramPainter::paintLifetimes(Line first, Line last) {
    if (d_.argumentsFolded)
        paintArguments();
    for (std::size_t i = d_.argumentsFolded ? d_.arguments : 0; i < d_.lanes(); ++i)
        if (isInSight(laneX(i)))
            paintLifetime(i, first, last);
}

void ProgramPainter::paintArguments() {
    const double x = columnX(0);
    const bool hasCurrent = d_.currentLane && *d_.currentLane < d_.arguments;
    painter_.fillRect(QRectF(x - g_.lane / 2, g_.head, g_.lane, size_.height()),
                      d_.hoversArguments || hasCurrent
                          ? mix(theme_.base, theme_.accent, 0.12)
                          : mix(theme_.base, theme_.argumentStroke, 0.08));
}

void ProgramPainter::paintLifetime(std::size_t at, Line first, Line last) {
    const SheetLane& lane = d_.lane(at);
    const double x = laneX(at);
    const auto fill = [&](const QColor& colour) {
        painter_.fillRect(QRectF(x - g_.lane / 2, g_.head, g_.lane, size_.height()),
                          mix(theme_.base, colour, 0.12));
    };
    if (const auto* bracket = d_.regarded();
        bracket && std::ranges::find(bracket->blockingLanes, at) != bracket->blockingLanes.end())
        fill(theme_.warning);
    else if (d_.hoveredLane == at || d_.currentLane == at)
        fill(theme_.accent);
    if (lane.lane.first < 0 || d_.isSorted())
        return;
    const auto lineOf = [&](int row) {
        return static_cast<double>(d_.shownLine(static_cast<std::size_t>(row)));
    };
    const double from = std::max(lineOf(lane.lane.first), static_cast<double>(first) - 1);
    const double to = std::min(lineOf(lane.lane.last), static_cast<double>(last) + 1);
    if (to < from)
        return;
    const double share = d_.sheet->largest > 0 && lane.bytes ? *lane.bytes / d_.sheet->largest : 0;
    const auto y = [&](double line) { return g_.head + (line + 0.5) * g_.row - scroll_.y(); };
    painter_.setPen(QPen(mix(theme_.base, colourOf(at), 0.55), 1 + 3 * std::sqrt(share),
                         d_.isGoingLane(at) ? Qt::DotLine : Qt::SolidLine, Qt::FlatCap));
    painter_.drawLine(QPointF(x, y(from)), QPointF(x, y(to)));
}

void ProgramPainter::paintMarks(Line line, std::size_t row) {
    const double y = lineRect(line).center().y();
    for (const auto& mark : d_.marksOf(row))
        if (const double x = laneX(mark.lane); isInSight(x))
            paintMark(mark, QPointF(x, y), d_.isGoingRow(row));
}

void ProgramPainter::paintMark(const analysis::LaneMark& mark, QPointF at, bool going) {
    const double radius = std::min(4.5, 0.4 * std::min(g_.lane, g_.row));
    const QColor whole = colourOf(mark.lane);
    const QColor colour = going ? mix(theme_.base, whole, 0.4) : whole;
    painter_.setPen(QPen(colour, 1.6));
    painter_.setBrush(mark.writes ? colour : theme_.base);
    painter_.drawEllipse(at, radius, radius);
    if (mark.writes && mark.reads) {
        painter_.setBrush(theme_.base);
        painter_.drawEllipse(at, radius / 2.4, radius / 2.4);
    }
    if (mark.indirect) {
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(mark.writes ? theme_.base : colour, 1.2));
        painter_.drawPath(wave(at, radius - 1));
    }
}

void ProgramPainter::paintBrackets() {
    if (d_.brackets.empty())
        return;
    painter_.setFont(fonts_.small);
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
        const double x = g_.gutter() - 5 - 6.0 * (placed.column + 1);
        QPen pen(colour, chosen ? 2.4 : d_.hoveredBracket == placed.bracket ? 2.2 : 1.4);
        if (!possible)
            pen.setStyle(Qt::DotLine);
        painter_.setPen(pen);
        painter_.drawPolyline(
            QPolygonF({{g_.gutter() - 5, top}, {x, top}, {x, bottom}, {g_.gutter() - 5, bottom}}));
        const QRectF label(2, top - 3 - g_.row / 2, g_.gutter() - d_.natural.brackets - 2, g_.row);
        text(label, bracket.label,
             chosen     ? theme_.text
             : possible ? theme_.text
                        : theme_.mutedText,
             Qt::AlignRight, Qt::ElideRight);
    }
    painter_.setFont(fonts_.ui);
}

} // namespace mw::viewers

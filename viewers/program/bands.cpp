// The bands between two program views: where they are, and how they look.
#include "viewers/program/bands.h"

#include "viewers/program/program_view_p.h"

#include <algorithm>

namespace mw::viewers {

namespace {

/// Rows without a gap between them, in the coordinates of the gap between the views.
struct Run {
    double top = 0, bottom = 0;
    bool inSight = false;
    double share = 0; ///< of its side's height, whether in sight or not
};

std::vector<Run> runsOf(const ProgramView& view, const std::vector<std::size_t>& rows, double top) {
    std::vector<RowSpan> spans;
    for (const std::size_t row : rows)
        if (const auto span = view.spanOf(row))
            spans.push_back(*span);
    std::ranges::sort(spans, {}, &RowSpan::top);
    std::vector<RowSpan> joined;
    double height = 0;
    for (const RowSpan& span : spans) {
        if (!joined.empty() && span.top <= joined.back().bottom + 0.5)
            joined.back().bottom = std::max(joined.back().bottom, span.bottom);
        else
            joined.push_back(span);
    }
    for (const RowSpan& span : joined)
        height += span.bottom - span.top;
    const RowSpan seen = view.rowsInSight();
    std::vector<Run> runs;
    for (const RowSpan& span : joined)
        runs.push_back({top + std::clamp(span.top + 1, seen.top, seen.bottom),
                        top + std::clamp(span.bottom - 1, seen.top, seen.bottom),
                        span.bottom > seen.top && span.top < seen.bottom,
                        (span.bottom - span.top) / height});
    return runs;
}

/// The part of a run from one share of its side to another.
RowSpan part(const Run& run, double begin, double from, double to) {
    const auto at = [&](double share) {
        return run.top + (run.bottom - run.top) * std::clamp((share - begin) / run.share, 0.0, 1.0);
    };
    return {at(from), at(to)};
}

void addRibbon(QPainterPath& path, const RowSpan& left, const RowSpan& right, double width) {
    QPainterPath ribbon;
    ribbon.moveTo(0, left.top);
    ribbon.cubicTo(width / 2, left.top, width / 2, right.top, width, right.top);
    ribbon.lineTo(width, right.bottom);
    ribbon.cubicTo(width / 2, right.bottom, width / 2, left.bottom, 0, left.bottom);
    ribbon.closeSubpath();
    path.addPath(ribbon);
}

/// The runs of both sides laid against each other, each side stretched to the same height.
QPainterPath ribbons(const std::vector<Run>& left, const std::vector<Run>& right, double width) {
    constexpr double kNothing = 1e-9;
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    double leftBegin = 0, rightBegin = 0, from = 0;
    for (std::size_t i = 0, k = 0; i < left.size() && k < right.size();) {
        const double leftEnd = leftBegin + left[i].share, rightEnd = rightBegin + right[k].share;
        const double to = std::min(leftEnd, rightEnd);
        addRibbon(path, part(left[i], leftBegin, from, to), part(right[k], rightBegin, from, to),
                  width);
        from = to;
        if (leftEnd <= to + kNothing) {
            leftBegin = leftEnd;
            ++i;
        }
        if (rightEnd <= to + kNothing) {
            rightBegin = rightEnd;
            ++k;
        }
    }
    return path;
}

/// What became nothing, or of nothing: a point in the gap.
QPainterPath looseEnd(const std::vector<Run>& runs, bool fromLeft, double width) {
    QPainterPath path;
    for (const Run& run : runs) {
        const double edge = fromLeft ? 0 : width, tip = fromLeft ? width / 3 : width - width / 3;
        path.moveTo(edge, run.top);
        path.lineTo(tip, (run.top + run.bottom) / 2);
        path.lineTo(edge, run.bottom);
        path.closeSubpath();
    }
    return path;
}

double middleOf(const std::vector<Run>& runs) {
    double sum = 0;
    for (const Run& run : runs)
        sum += run.share * (run.top + run.bottom) / 2;
    return sum;
}

bool anyInSight(const std::vector<Run>& runs) {
    return std::ranges::any_of(runs, &Run::inSight);
}

QColor outlineOf(const QColor& colour, const Theme& theme) {
    return theme.kind == ThemeKind::highContrast ? theme.text : mix(colour, theme.text, 0.35);
}

void paintBand(QPainter& painter, const ProgramBand& band, const QColor& colour, bool strong,
               const Theme& theme) {
    if (band.unchanged && !strong) {
        // High contrast has black lines: as pale as in the other themes.
        const double share = theme.kind == ThemeKind::highContrast ? 0.12 : 0.35;
        painter.fillPath(band.shape, mix(theme.window, theme.line, share));
        return;
    }
    painter.setPen(QPen(outlineOf(colour, theme), strong ? 1.8 : 0.8));
    painter.setBrush(mix(theme.window, colour, strong ? 0.85 : 0.45));
    painter.drawPath(band.shape);
}

constexpr double kFiguresPad = 4;

QFont figuresFont(const Theme& theme) {
    return ProgramPainter::smaller(theme.ui);
}

double widestOf(const QStringList& lines, const QFontMetricsF& metrics) {
    double widest = 0;
    for (const QString& line : lines)
        widest = std::max(widest, metrics.horizontalAdvance(line));
    return widest;
}

/// Line by line: where they have no room side by side, kernels and copies each on one of its own,
/// and numbers above their units.
QStringList figuresOf(const ProgramPartner& partner, const QFontMetricsF& metrics, double width) {
    const QString plus = QStringLiteral(" + ");
    QStringList lines;
    const auto add = [&](const QStringList& figures) {
        for (const QString& figure : figures)
            for (const QString& part : metrics.horizontalAdvance(figure) <= width
                                           ? QStringList{figure}
                                           : figure.split(plus))
                if (metrics.horizontalAdvance(part) <= width)
                    lines << part;
                else
                    lines << part.split(QLatin1Char(' '));
    };
    add(partner.ownFigures);
    if (!partner.ownFigures.isEmpty() && !partner.otherFigures.isEmpty())
        lines << QStringLiteral("↓");
    add(partner.otherFigures);
    return lines;
}

} // namespace

std::vector<ProgramBand> bandsBetween(const ProgramView& first, const ProgramView& second,
                                      const ProgramGap& gap) {
    std::vector<ProgramBand> bands;
    for (std::size_t i = 0; i < first.partners().size(); ++i) {
        const ProgramPartner& partner = first.partners()[i];
        const auto left = runsOf(first, partner.own, gap.firstTop);
        const auto right = runsOf(second, partner.other, gap.secondTop);
        if (!anyInSight(left) && !anyInSight(right))
            continue;
        ProgramBand band{i, {}, 0, partner.unchanged, left.empty() || right.empty()};
        band.shape = band.onlyHere ? looseEnd(left.empty() ? right : left, right.empty(), gap.width)
                                   : ribbons(left, right, gap.width);
        band.middle = left.empty()    ? middleOf(right)
                      : right.empty() ? middleOf(left)
                                      : (middleOf(left) + middleOf(right)) / 2;
        bands.push_back(std::move(band));
    }
    return bands;
}

std::optional<std::size_t> bandAt(const std::vector<ProgramBand>& bands, QPointF at) {
    for (const bool unchanged : {false, true})
        for (auto band = bands.rbegin(); band != bands.rend(); ++band)
            if (band->unchanged == unchanged && band->shape.contains(at))
                return static_cast<std::size_t>(bands.rend() - band) - 1;
    return std::nullopt;
}

void paintBands(QPainter& painter, const std::vector<ProgramBand>& bands, const ProgramView& view,
                const std::vector<std::size_t>& strong, ThemeKind kind) {
    const Theme& theme = Theme::of(kind);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto isStrong = [&](const ProgramBand& band) {
        return std::ranges::find(strong, band.partner) != strong.end();
    };
    const auto paint = [&](const auto& isMeant) {
        for (const ProgramBand& band : bands)
            if (isMeant(band))
                paintBand(painter, band, view.colourOfPartner(band.partner), isStrong(band), theme);
    };
    paint([&](const ProgramBand& band) { return !isStrong(band) && band.unchanged; });
    paint([&](const ProgramBand& band) { return !isStrong(band) && !band.unchanged; });
    paint(isStrong);
}

void paintBandFigures(QPainter& painter, const ProgramBand& band, const ProgramPartner& partner,
                      const QRectF& area, ThemeKind kind) {
    const Theme& theme = Theme::of(kind);
    painter.setFont(figuresFont(theme));
    const QFontMetricsF metrics(painter.font());
    const QStringList lines = figuresOf(partner, metrics, area.width() - kFiguresPad);
    if (lines.isEmpty())
        return;
    const double widest = widestOf(lines, metrics);
    const double height = metrics.lineSpacing();
    QRectF box(0, 0, std::min(widest + kFiguresPad, area.width()),
               height * static_cast<double>(lines.size()) + 6);
    box.moveCenter(QPointF(area.center().x(), band.middle));
    box.moveTop(
        std::clamp(box.top(), area.top(), std::max(area.top(), area.bottom() - box.height())));
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.base);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme.text);
    for (qsizetype i = 0; i < lines.size(); ++i)
        painter.drawText(QRectF(box.left(), box.top() + 3 + height * static_cast<double>(i),
                                box.width(), height),
                         Qt::AlignCenter | Qt::TextSingleLine,
                         metrics.elidedText(lines[i], Qt::ElideRight, box.width()));
}

} // namespace mw::viewers

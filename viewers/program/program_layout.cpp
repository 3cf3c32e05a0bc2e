// How wide the program view's columns are, and in which column a lane stands.
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view_p.h"

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

/// Of the width, where lanes could fill more.
constexpr double kLanesShare = 0.42, kLanesShareOfNarrow = 0.33, kNarrow = 600;
constexpr double kGap = 14; ///< behind a column's longest text

double widest(const QFontMetricsF& metrics, double so, const QString& text) {
    return std::max(so, metrics.horizontalAdvance(text));
}

QFont scaled(QFont font, double factor) {
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(std::max(6, static_cast<int>(std::lround(font.pixelSize() * factor))));
    return font;
}

} // namespace

QStringList wrapped(const QStringList& pieces, const QString& between, const QFontMetricsF& metrics,
                    double width, qsizetype most) {
    QStringList lines;
    for (const QString& piece : pieces) {
        if (lines.isEmpty()) {
            lines << piece;
            continue;
        }
        const QString longer = lines.back() + between + piece;
        if (lines.size() == most || metrics.horizontalAdvance(longer) <= width)
            lines.back() = longer;
        else
            lines << piece;
    }
    for (QString& line : lines)
        line = metrics.elidedText(line, Qt::ElideRight, width);
    return lines;
}

QString asManyAs(const QStringList& pieces, const QString& between, const QFontMetricsF& metrics,
                 double width) {
    const QString more = QStringLiteral("…");
    for (qsizetype count = pieces.size(); count > 0; --count) {
        const QString text = count == pieces.size()
                                 ? pieces.join(between)
                                 : pieces.first(count).join(between) + between + more;
        if (metrics.horizontalAdvance(text) <= width)
            return text;
    }
    return pieces.isEmpty() ? QString() : metrics.elidedText(pieces.front(), Qt::ElideRight, width);
}

QStringList rangeForms(const QString& range) {
    const QString times = QStringLiteral(" × ");
    const QStringList dimensions = range.split(times);
    const auto isLevels = [](const QString& one) { return one.startsWith(QLatin1String("K ")); };
    const auto levels = std::ranges::find_if(dimensions, isLevels);
    if (dimensions.size() < 2 || levels == dimensions.end())
        return {range};
    QStringList names;
    for (const QString& one : dimensions)
        names << (isLevels(one) ? one : one.section(QLatin1Char(' '), 0, 0));
    return {range, names.join(times), *levels};
}

ProgramFonts ProgramView::Private::fonts() const {
    const Theme& colours = Theme::of(theme);
    const double factor = std::clamp(zoom, 0.6, 1.6);
    ProgramFonts fonts{scaled(colours.ui, factor), scaled(colours.ui, factor),
                       ProgramPainter::smaller(scaled(colours.ui, factor)),
                       ProgramPainter::smaller(scaled(colours.code, factor)),
                       factor * Theme::textScale()};
    fonts.bold.setBold(true);
    return fonts;
}

void ProgramView::Private::measureText() {
    const ProgramFonts font = fonts();
    const QFontMetricsF ui(font.ui), small(font.small), code(font.code);
    natural = {};
    constexpr int kLetters = 12;
    natural.letters = ui.averageCharWidth() * kLetters;
    for (const auto& one : sheet->rows)
        if (one.row.kind != analysis::RowKind::heading) {
            double around = indentOf(one.row.depth) + kGap;
            if (one.row.kind == analysis::RowKind::copy)
                around += ui.horizontalAdvance(QStringLiteral("→ "));
            const double name = ui.horizontalAdvance(one.name);
            const double least =
                one.name.size() > kLetters
                    ? ui.horizontalAdvance(one.name.left(kLetters / 2) + QStringLiteral("…") +
                                           one.name.right(kLetters / 2))
                    : name;
            natural.name = std::max(natural.name, name + around);
            natural.leastName = std::max(natural.leastName, std::min(name, least) + around);
            natural.range = widest(code, natural.range, one.range);
            natural.leastRange = widest(code, natural.leastRange, rangeForms(one.range).back());
        }
    measureTitles(QFontMetricsF(font.bold));
    for (const auto& lane : sheet->lanes)
        natural.lanes = widest(small, natural.lanes, lane.name);
    for (const auto& [element, launch] : launches)
        natural.launch = widest(code, natural.launch, launch.text);
    for (double* width : {&natural.range, &natural.leastRange, &natural.launch})
        *width += *width > 0 ? kGap : 0;
    const auto fitTitle = [this](double& width, Column column) {
        if (width > 0)
            width = std::max(width, natural.title[static_cast<std::size_t>(column)]);
    };
    fitTitle(natural.range, Column::range);
    fitTitle(natural.leastRange, Column::range);
    fitTitle(natural.launch, Column::launch);
    if (brackets.empty())
        return;
    natural.label = QFontMetricsF(font.bold).horizontalAdvance(ProgramView::tr("could save"));
    for (const auto& bracket : brackets)
        natural.label = widest(small, natural.label, bracket.label);
    int columns = 0;
    for (const auto& place : placed)
        columns = std::max(columns, place.column + 1);
    natural.brackets = 12 + 6.0 * columns;
}

/// With the mark of an order: no title is cut, whatever is sorted.
void ProgramView::Private::measureTitles(const QFontMetricsF& metrics) {
    for (const auto column :
         {Column::gutter, Column::name, Column::range, Column::launch, Column::bytes, Column::time})
        natural.title[static_cast<std::size_t>(column)] =
            metrics.horizontalAdvance(QStringLiteral("▾ ") + titleOf(column, true)) + kGap;
}

QString ProgramView::Private::titleOf(Column column, bool shortly) const {
    switch (column) {
    case Column::gutter:
        return shortly ? ProgramView::tr("saves") : ProgramView::tr("could save");
    case Column::name:
        return shortly ? ProgramView::tr("kernel") : ProgramView::tr("kernel, by what it writes");
    case Column::range:
        return ProgramView::tr("range");
    case Column::launch:
        return ProgramView::tr("launch");
    case Column::bytes:
        return shortly ? ProgramView::tr("bytes") : ProgramView::tr("bytes, at least");
    case Column::time:
        break;
    }
    if (times.otherSizes)
        return shortly ? ProgramView::tr("time ≠") : ProgramView::tr("time, other sizes");
    return shortly ? ProgramView::tr("time") : ProgramView::tr("time, median");
}

void ProgramView::Private::sizeByText() {
    geometry = {};
    ProgramGeometry& g = geometry;
    const ProgramFonts font = fonts();
    g.row = std::floor(g.row * zoom * Theme::textScale());
    g.lane = std::max(7.0, std::round(g.lane * zoom * Theme::textScale()));
    g.scale = font.scale;
    for (double* size : {&g.head, &g.strip, &g.hint, &g.help, &g.title, &g.number})
        *size = std::round(*size * g.scale);
    g.number = widest(QFontMetricsF(font.ui), g.number, QStringLiteral("888.8 MB"));
}

void ProgramView::Private::fit(double width) {
    sizeByText();
    arguments = static_cast<std::size_t>(std::ranges::count_if(
        sheet->lanes, [](const SheetLane& lane) { return lane.lane.argument; }));
    const double share = (width < kNarrow ? kLanesShareOfNarrow : kLanesShare) * width;
    const double all = geometry.lane * static_cast<double>(lanes());
    const double given = geometry.lane * static_cast<double>(arguments);
    const bool crowded = all > share && given > share / 3;
    argumentsFolded =
        arguments > 1 && arguments < lanes() && argumentsFoldedByUser.value_or(crowded);
    const double wanted = geometry.lane * static_cast<double>(laneColumns()) + 12;
    fitHead();
    fitColumns(width - std::min(wanted, share));
    fitFoot(width);
}

/// As high as names of lanes need, and in a low view only as high as leaves room for rows.
void ProgramView::Private::fitHead() {
    constexpr double kShare = 0.16, kEnough = 96, kStar = 14;
    ProgramGeometry& g = geometry;
    const double names = g.strip + 10 + natural.lanes + (laneStars.empty() ? 0 : kStar);
    const double most = std::min(g.head, std::max(kEnough, kShare * sight));
    g.head = std::ceil(std::max(std::min(names, most), std::max(corner, g.strip) + g.title + 4));
}

/// One line, but for a bracket that is chosen: that it says what it does.
void ProgramView::Private::fitFoot(double width) {
    constexpr qsizetype kMostTotals = 3, kMostSaid = 2;
    constexpr double kAsideShare = 0.4;
    const ProgramFonts font = fonts();
    const QFontMetricsF bold(font.bold), ui(font.ui);
    const QString between = QStringLiteral(" · ");
    const QString beside = aside();
    const double taken =
        beside.isEmpty() ? 0 : std::min(kAsideShare * width, ui.horizontalAdvance(beside) + 24);
    const QStringList pieces = totals().split(between);
    totalLines = preview ? wrapped(pieces, between, bold, width - 12, kMostTotals)
                         : QStringList{asManyAs(pieces, between, bold, width - 12 - taken)};
    saidLines = chosen ? wrapped(said().split(QLatin1Char(' ')), QStringLiteral(" "), ui,
                                 width - 12, kMostSaid)
                       : QStringList();
    geometry.foot = 8 + bold.lineSpacing() * static_cast<double>(totalLines.size()) +
                    ui.lineSpacing() * static_cast<double>(saidLines.size());
}

/// What the window's width takes away first stands in tool tips as well.
void ProgramView::Private::fitColumns(double room) {
    ProgramGeometry& g = geometry;
    // A bar below the number instead of beside it.
    const auto narrow = [&](Column column) {
        return std::max(g.number + kGap, natural.title[static_cast<std::size_t>(column)]);
    };
    const auto sized = [&g](double usual) { return usual * g.scale; };
    g.width = {natural.brackets + (natural.label > 0 ? natural.label + 8 : 0),
               std::clamp(natural.name, sized(130), sized(380)),
               std::min(natural.range, sized(420)),
               natural.launch,
               std::max(sized(140), narrow(Column::bytes)),
               times.kernels.empty() ? 0.0 : std::max(sized(130), narrow(Column::time))};
    const auto shrink = [&](Column column, double least, bool wholly) {
        double& width = g.of(column);
        const double need = g.columns() - room;
        if (need > 0 && width > least)
            width = wholly ? least : std::max(least, width - need);
    };
    shrink(Column::launch, 0, true);
    shrink(Column::time, times.kernels.empty() ? 0 : narrow(Column::time), true);
    shrink(Column::bytes, narrow(Column::bytes), true);
    shrink(Column::name, std::clamp(natural.name, sized(110), sized(190)), false);
    shrink(Column::gutter, natural.brackets, true);
    shrink(Column::name, std::max(sized(110), natural.leastName), false);
    shrink(Column::range, std::min(natural.range, std::max(natural.leastRange, sized(70))), false);
    shrink(Column::name, std::max(sized(90), natural.leastName), false);
    for (std::size_t i = 0; i < g.width.size(); ++i)
        if (widthByUser[i])
            g.width[i] = *widthByUser[i];
}

std::size_t ProgramView::Private::laneColumns() const {
    return argumentsFolded ? lanes() - arguments + 1 : lanes();
}

std::size_t ProgramView::Private::columnOf(std::size_t lane) const {
    if (!argumentsFolded)
        return lane;
    return lane < arguments ? 0 : lane - arguments + 1;
}

std::optional<std::size_t> ProgramView::Private::laneAt(std::size_t column) const {
    if (column >= laneColumns() || (argumentsFolded && column == 0))
        return std::nullopt;
    return argumentsFolded ? column + arguments - 1 : column;
}

std::vector<analysis::LaneMark> ProgramView::Private::marksOf(std::size_t row) const {
    const auto& marks = this->row(row).row.marks;
    if (!argumentsFolded)
        return marks;
    std::vector<analysis::LaneMark> shown;
    for (const auto& mark : marks)
        if (mark.lane >= arguments || shown.empty() || shown.front().lane >= arguments) {
            shown.push_back(mark);
        } else {
            shown.front().reads |= mark.reads;
            shown.front().writes |= mark.writes;
            shown.front().indirect |= mark.indirect;
        }
    return shown;
}

std::optional<std::pair<std::size_t, std::size_t>>
ProgramView::Private::columnsOf(std::size_t row, bool temporaries) const {
    std::optional<std::pair<std::size_t, std::size_t>> all, written;
    const auto add = [](auto& range, std::size_t column) {
        range = range ? std::pair(std::min(range->first, column), std::max(range->second, column))
                      : std::pair(column, column);
    };
    for (const auto& mark : this->row(row).row.marks) {
        if (temporaries && lane(mark.lane).lane.argument)
            continue;
        add(all, columnOf(mark.lane));
        if (mark.writes)
            add(written, columnOf(mark.lane));
    }
    return written ? written : all;
}

QString ProgramView::Private::argumentsText() const {
    return counted(static_cast<qsizetype>(arguments), ProgramView::tr("argument"),
                   ProgramView::tr("arguments"));
}

QString ProgramView::Private::argumentsDetails() const {
    QStringList names;
    for (std::size_t i = 0; i < arguments; ++i)
        names << sheet->lanes[i].name;
    return ProgramView::tr("%1 in one lane; a click unfolds them").arg(argumentsText()) +
           QLatin1Char('\n') + names.join(QStringLiteral(", "));
}

} // namespace mw::viewers

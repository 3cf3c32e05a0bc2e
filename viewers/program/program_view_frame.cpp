// How the program view looks: the head above rows and lanes, the foot with totals and what is
// chosen.
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view_p.h"

namespace mw::viewers {

void ProgramPainter::paintHead() {
    painter_.fillRect(QRectF(0, 0, size_.width(), g_.head), theme_.window);
    painter_.setPen(QPen(theme_.line, 1));
    painter_.drawLine(QPointF(0, g_.head - 0.5), QPointF(size_.width(), g_.head - 0.5));
    painter_.setFont(fonts_.bold);
    const QFontMetricsF metrics(fonts_.bold);
    const auto sorted = [this](Column column) {
        return (column == Column::name && d_.order == RowOrder::name) ||
               (column == Column::range && d_.order == RowOrder::range) ||
               (column == Column::launch && d_.order == RowOrder::launch) ||
               (column == Column::bytes && d_.order == RowOrder::bytes) ||
               (column == Column::time && d_.order == RowOrder::time);
    };
    const auto title = [&](Column column, double pad) {
        const QString mark = !sorted(column) ? QString()
                             : d_.descending ? QStringLiteral("▾ ")
                                             : QStringLiteral("▴ ");
        const QString said = mark + d_.titleOf(column, false);
        const QRectF place(g_.at(column) + pad, g_.head - g_.title, g_.of(column) - pad - 2,
                           g_.title - 2);
        text(place,
             metrics.horizontalAdvance(said) <= place.width() ? said
                                                              : mark + d_.titleOf(column, true),
             sorted(column) ? theme_.accent : theme_.text, Qt::AlignLeft, Qt::ElideRight);
    };
    if (g_.gutter() > d_.natural.brackets)
        title(Column::gutter, kPad);
    title(Column::name, kPad);
    title(Column::range, 0);
    title(Column::launch, 0);
    title(Column::bytes, kPad);
    title(Column::time, kPad);
    paintCorner();
    painter_.save();
    painter_.setClipRect(QRectF(g_.columns(), 0, size_.width() - g_.columns(), g_.head - 2));
    paintLaneNames();
    painter_.restore();
    painter_.setFont(fonts_.ui);
}

QString ProgramView::Private::legend() const {
    QStringList lines{ProgramView::tr("● writes"), ProgramView::tr("○ reads"),
                      ProgramView::tr("∿ through a table or in a branch")};
    if (!modelled.empty())
        lines << ProgramView::tr("paler bar: asked of the cache");
    if (!times.kernels.empty() && times.otherSizes)
        lines << ProgramView::tr("times: for other sizes than the bytes");
    else if (!times.kernels.empty() && times.cached)
        lines << ProgramView::tr("times: flattered by caches");
    else if (!times.kernels.empty() && times.copyBandwidth > 0)
        lines << ProgramView::tr("| a copy of these bytes");
    if (!brackets.empty())
        lines << ProgramView::tr("[ ]: next bracket");
    if (!partners.empty())
        lines << ProgramView::tr("N: next difference");
    return lines.join(QLatin1Char('\n'));
}

/// What the legend stands behind; the order, where it is not that of the program, above the titles.
void ProgramPainter::paintCorner() {
    const QRectF mark(kPad, 4, g_.help - 4, g_.help - 4);
    painter_.setPen(QPen(theme_.line, 1));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawEllipse(mark);
    painter_.setFont(fonts_.small);
    text(mark, QStringLiteral("?"), theme_.text, Qt::AlignHCenter, Qt::ElideNone);
    const double room = g_.head - g_.title - std::max(d_.corner, g_.strip);
    const double height = QFontMetricsF(fonts_.small).lineSpacing();
    if (d_.isSorted() && room >= height)
        text(QRectF(kPad, g_.head - g_.title - height, g_.columns() - 2 * kPad, height),
             d_.orderText(), theme_.mutedText, Qt::AlignLeft, Qt::ElideRight);
}

void ProgramPainter::paintLaneNames() {
    painter_.setFont(fonts_.small);
    const auto fill = [&](double x) {
        painter_.fillRect(QRectF(x - g_.lane / 2, g_.strip, g_.lane, g_.head - g_.strip),
                          mix(theme_.window, theme_.accent, 0.18));
    };
    if (d_.argumentsFolded) {
        if (d_.hoversArguments || (d_.currentLane && *d_.currentLane < d_.arguments))
            fill(columnX(0));
        paintLaneName(d_.argumentsText(), {}, mix(theme_.text, theme_.argumentStroke, 0.45),
                      columnX(0), false, false);
    }
    for (std::size_t i = d_.argumentsFolded ? d_.arguments : 0; i < d_.lanes(); ++i) {
        const double x = laneX(i);
        if (!isInSight(x))
            continue;
        if (d_.hoveredLane == i || d_.currentLane == i)
            fill(x);
        if (const auto colour = d_.laneColours.find(i); colour != d_.laneColours.end())
            painter_.fillRect(QRectF(x - g_.lane / 2 + 1, g_.head - 5, g_.lane - 2, 4),
                              colour->second);
        const bool going = d_.isGoingLane(i);
        paintLaneName(d_.lane(i).name, d_.lane(i).telling,
                      going ? theme_.mutedText : mix(theme_.text, colourOf(i), 0.45), x, going,
                      d_.laneStars.contains(i));
    }
}

void ProgramPainter::paintLaneName(const QString& whole, TellingPart telling, const QColor& colour,
                                   double x, bool struck, bool starred) {
    painter_.save();
    painter_.translate(x, g_.head - 6);
    painter_.rotate(-90);
    // Letters are higher than lanes are wide when these are narrow.
    const double half = QFontMetricsF(painter_.font()).height() / 2 + 1;
    QRectF place(0, -half, g_.head - g_.strip - 8, 2 * half);
    if (starred) {
        text(place, QStringLiteral("★"), theme_.warning, Qt::AlignLeft);
        place.setLeft(g_.lane);
    }
    const QFontMetricsF metrics(painter_.font());
    const auto fits = [&](const QString& text) {
        return metrics.horizontalAdvance(text) <= place.width();
    };
    // The end of a path tells arrays apart.
    const bool isPath = whole.contains(QLatin1Char('/'));
    const auto name = isPath && telling.shared == 0 ? whole : shortenedTo(whole, telling, fits);
    text(place, name, colour, Qt::AlignLeft, isPath ? Qt::ElideLeft : Qt::ElideMiddle);
    if (struck)
        strikeOut(QRectF(place.left(), place.top(),
                         std::min(place.width(), metrics.horizontalAdvance(name)), place.height()));
    painter_.restore();
}

/// Above the lanes: what folds arguments, and how many lanes are to the left and to the right that
/// the rows in sight touch.
void ProgramPainter::paintStrip() {
    if (d_.lanes() == 0)
        return;
    const QRectF strip(g_.columns(), 0, size_.width() - g_.columns(), g_.strip);
    painter_.setFont(fonts_.small);
    const auto [left, right] = d_.lanesOutOfSight(scroll_, size_);
    const auto hint = [&](std::size_t count, const QString& said, int side) {
        if (count > 0)
            text(strip.adjusted(4, 0, -4, 0), said.arg(count), theme_.accent, side);
    };
    hint(left, QStringLiteral("◂ %1"), Qt::AlignLeft);
    hint(right, QStringLiteral("%1 ▸"), Qt::AlignRight);
    if (d_.arguments > 1 && d_.arguments < d_.lanes())
        text(strip.adjusted(left > 0 ? g_.hint : 4, 0, -g_.hint, 0),
             (d_.argumentsFolded ? QStringLiteral("▸ ") : QStringLiteral("▾ ")) +
                 d_.argumentsText(),
             theme_.mutedText, Qt::AlignLeft, Qt::ElideRight);
    painter_.setFont(fonts_.ui);
}

namespace {

/// "137 kernels + 44 copies → 136 kernels + 44 copies"; once where both are the same.
QString fromTo(const QString& before, const QString& after) {
    return before == after ? before : before + QStringLiteral(" → ") + after;
}

template <typename Number>
QString fromTo(const std::optional<Number>& before, const std::optional<Number>& after,
               QString (*text)(double)) {
    return before && after
               ? fromTo(text(static_cast<double>(*before)), text(static_cast<double>(*after)))
               : QString();
}

QString previewTotals(const ProgramTotals& before, const ProgramTotals& after) {
    const auto &was = before.figures, &is = after.figures;
    QStringList parts{
        fromTo(kernelsText(was.kernels, was.copies), kernelsText(is.kernels, is.copies))};
    const auto add = [&parts](const QString& what, const QString& figures) {
        if (!figures.isEmpty())
            parts << what.arg(figures);
    };
    add(ProgramView::tr("%1 moved at least"), fromTo(was.bytes, is.bytes, bytesText));
    add(ProgramView::tr("temporaries %1"),
        fromTo(was.temporaryBytes, is.temporaryBytes, bytesText));
    add(ProgramView::tr("%1 predicted on a GPU"),
        fromTo(before.microseconds, after.microseconds, microseconds));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

QString ProgramView::Private::totals() const {
    if (preview)
        return previewTotals(preview->before, preview->after);
    QString text = kernelsText(sheet->figures.kernels, sheet->figures.copies);
    const auto amount = [](std::int64_t bytes) { return bytesText(static_cast<double>(bytes)); };
    const auto& figures = sheet->figures;
    if (figures.bytes) {
        text += ProgramView::tr(" · %1 moved at least").arg(amount(*figures.bytes));
        if (figures.copyBytes && *figures.copyBytes > 0)
            text += ProgramView::tr(" (copies %1)").arg(amount(*figures.copyBytes));
        if (figures.argumentBytes && *figures.argumentBytes > 0)
            text += ProgramView::tr(" · %1 times the arguments' %2")
                        .arg(fixedNumber(static_cast<double>(*figures.bytes) /
                                             static_cast<double>(*figures.argumentBytes),
                                         2),
                             amount(*figures.argumentBytes));
    }
    if (figures.temporaryBytes)
        text += ProgramView::tr(" · temporaries %1").arg(amount(*figures.temporaryBytes));
    return times.kernels.empty() ? text : text + measuredTotals();
}

/// The same figures as the table of times has, each under its name.
QString ProgramView::Private::measuredTotals() const {
    double kernels = 0;
    for (const auto& [element, time] : times.kernels)
        kernels += time;
    QString text =
        ProgramView::tr(" · measured: %1 on the device").arg(microseconds(times.program));
    text += times.bytes > 0 ? ProgramView::tr(" · kernels %1 for %2")
                                  .arg(microseconds(kernels), bytesText(times.bytes))
                            : ProgramView::tr(" · kernels %1").arg(microseconds(kernels));
    if (times.copies > 0)
        text += ProgramView::tr(" · copies %1").arg(microseconds(times.copies));
    if (times.otherSizes)
        text += QStringLiteral(" · ") + times.note;
    else if (times.cached)
        text += ProgramView::tr(" · flattered by caches");
    else if (times.copyBandwidth > 0 && times.bytes > 0)
        text += ProgramView::tr(" · a copy of the kernels' bytes %1")
                    .arg(microseconds(times.bytes / (times.copyBandwidth * 1e3)));
    return text;
}

QString ProgramView::Private::detailsOfLane(std::size_t lane) const {
    const auto star = laneStars.find(lane);
    const QString& details = this->lane(lane).details;
    return star == laneStars.end() ? details : star->second + QLatin1Char('\n') + details;
}

QString ProgramView::Private::detailsOf(std::size_t row) const {
    const SheetRow& one = this->row(row);
    const auto asked = modelled.find(one.row.element);
    const auto star = rowStars.find(row);
    QString details =
        star == rowStars.end() ? one.details : star->second + QLatin1Char('\n') + one.details;
    if (const auto launch = launches.find(one.row.element); launch != launches.end())
        details += QLatin1Char('\n') + launch->second.details;
    if (asked == modelled.end() || !one.bytes || *one.bytes <= 0)
        return details;
    return details + QLatin1Char('\n') +
           ProgramView::tr("asks the cache for %1, %2 times what it must move")
               .arg(bytesText(asked->second), fixedNumber(asked->second / *one.bytes, 2));
}

QString ProgramView::Private::said() const {
    if (!chosen)
        return {};
    const auto& bracket = brackets[*chosen];
    if (!bracket.refusal.isEmpty())
        return ProgramView::tr("%1 would save %2, but: %3")
            .arg(bracket.what, bracket.saves, bracket.refusal);
    return (previewed ? ProgramView::tr("%1 saves %2. Enter again does it; T tries and times "
                                        "it; Esc leaves all as it is.")
                      : ProgramView::tr("%1 saves %2. Enter shows what it would change; T tries "
                                        "and times it."))
        .arg(bracket.what, bracket.saves);
}

QString ProgramView::Private::aside() const {
    if (!busy.isEmpty() || preview)
        return busy;
    const auto partner =
        current && *current < partnerOf.size() ? partnerOf[*current] : std::nullopt;
    return partner ? partners[*partner].text : QString();
}

void ProgramPainter::paintFoot() {
    const QRectF foot(0, size_.height() - g_.foot, size_.width(), g_.foot);
    painter_.fillRect(foot, theme_.window);
    painter_.setPen(QPen(theme_.line, 1));
    painter_.drawLine(foot.topLeft(), foot.topRight());
    QRectF line(kPad, foot.top() + 4, foot.width() - 2 * kPad, 0);
    const auto write = [&](const QStringList& lines, const QFont& font, const QColor& colour) {
        painter_.setFont(font);
        line.setHeight(QFontMetricsF(font).lineSpacing());
        for (const QString& one : lines) {
            text(line, one, colour, Qt::AlignLeft, Qt::ElideRight);
            line.translate(0, line.height());
        }
    };
    if (const QString aside = d_.aside(); !aside.isEmpty() && !d_.totalLines.isEmpty()) {
        QRectF rest = line;
        rest.setHeight(QFontMetricsF(fonts_.bold).lineSpacing());
        rest.setLeft(rest.left() + QFontMetricsF(fonts_.bold).horizontalAdvance(d_.totalLines[0]) +
                     12);
        painter_.setFont(fonts_.ui);
        text(rest, aside, theme_.mutedText, Qt::AlignRight, Qt::ElideMiddle);
    }
    write(d_.totalLines, fonts_.bold, theme_.text);
    write(d_.saidLines, fonts_.ui, theme_.mutedText);
    painter_.setFont(fonts_.ui);
}

} // namespace mw::viewers

// How the program view looks: the head above rows and lanes, the foot with totals and what is
// chosen.
#include "viewers/panels/number_text.h"
#include "viewers/program/program_view_p.h"

namespace mw::viewers {

void ProgramPainter::paintHead() {
    painter_.fillRect(QRectF(0, 0, size_.width(), g_.head), theme_.window);
    painter_.setPen(QPen(theme_.line, 1));
    painter_.drawLine(QPointF(0, g_.head - 0.5), QPointF(size_.width(), g_.head - 0.5));
    QFont bold = theme_.ui;
    bold.setBold(true);
    painter_.setFont(bold);
    const QRectF line(0, g_.head - 24, 0, 22);
    const auto title = [&](double x, double width, const QString& said) {
        text(QRectF(x, line.top(), width - kPad, line.height()), said, theme_.text, Qt::AlignLeft,
             Qt::ElideRight);
    };
    if (g_.gutter > 60)
        title(kPad, g_.gutter - kPad, ProgramView::tr("could save"));
    title(g_.gutter + kPad, g_.name, ProgramView::tr("kernel, by what it writes"));
    if (g_.range > 0)
        title(g_.rangeAt(), g_.range, ProgramView::tr("range"));
    title(g_.bytesAt() + kPad, g_.bytes, ProgramView::tr("bytes, at least"));
    if (g_.time > 0)
        title(g_.timeAt() + kPad, g_.time, ProgramView::tr("time, median"));
    painter_.setFont(smaller(theme_.ui));
    if (!d_.modelled.empty())
        text(QRectF(g_.bytesAt() + kPad, line.top() - 17, g_.bytes - kPad, 18),
             ProgramView::tr("paler: asked of the cache"), theme_.mutedText, Qt::AlignLeft,
             Qt::ElideRight);
    text(QRectF(kPad + g_.gutter, 6, g_.columns() - g_.gutter - 2 * kPad, 18),
         ProgramView::tr("● writes   ○ reads   ∿ through a table or in a branch   "
                         "[ ]: next bracket   N: next difference"),
         theme_.mutedText, Qt::AlignLeft, Qt::ElideRight);
    painter_.save();
    painter_.setClipRect(QRectF(g_.columns(), 0, size_.width() - g_.columns(), g_.head - 2));
    for (std::size_t i = 0; i < d_.sheet->lanes.size(); ++i) {
        const double x = laneX(i);
        if (x < g_.columns() - g_.lane || x > size_.width() + g_.lane)
            continue;
        const SheetLane& lane = d_.sheet->lanes[i];
        if (d_.hoveredLane == i || d_.currentLane == i)
            painter_.fillRect(QRectF(x - g_.lane / 2, 0, g_.lane, g_.head),
                              mix(theme_.window, theme_.accent, 0.18));
        painter_.save();
        painter_.translate(x, g_.head - 6);
        painter_.rotate(-90);
        QRectF place(0, -g_.lane / 2, g_.head - 12, g_.lane);
        if (d_.laneStars.contains(i)) {
            text(place, QStringLiteral("★"), theme_.warning, Qt::AlignLeft);
            place.setLeft(g_.lane);
        }
        text(place, lane.name, mix(theme_.text, colourOf(lane), 0.45), Qt::AlignLeft);
        painter_.restore();
    }
    painter_.restore();
    painter_.setFont(theme_.ui);
}

QString ProgramView::Private::totals() const {
    QString text = kernelsText(sheet->kernels, sheet->copies);
    if (sheet->bytes) {
        text += ProgramView::tr(" · %1 moved at least").arg(bytesText(*sheet->bytes));
        if (sheet->argumentBytes && *sheet->argumentBytes > 0)
            text += ProgramView::tr(", %1 times the arguments' %2")
                        .arg(*sheet->bytes / *sheet->argumentBytes, 0, 'f', 2)
                        .arg(bytesText(*sheet->argumentBytes));
    }
    if (sheet->temporaryBytes)
        text += ProgramView::tr(" · temporaries %1").arg(bytesText(*sheet->temporaryBytes));
    if (!times.empty()) {
        double sum = 0;
        for (const auto& [element, time] : times)
            sum += time;
        text += ProgramView::tr(" · %1 measured").arg(microseconds(sum));
        if (copyBandwidth > 0 && sheet->bytes)
            text += ProgramView::tr(", %1 at the bandwidth of a copy")
                        .arg(microseconds(*sheet->bytes / (copyBandwidth * 1e3)));
    }
    return text;
}

QString ProgramView::Private::detailsOfLane(std::size_t lane) const {
    const auto star = laneStars.find(lane);
    return star == laneStars.end() ? sheet->lanes[lane].details
                                   : star->second + QLatin1Char('\n') + sheet->lanes[lane].details;
}

QString ProgramView::Private::detailsOf(std::size_t row) const {
    const SheetRow& one = sheet->rows[row];
    const auto asked = modelled.find(one.row.element);
    const auto star = rowStars.find(row);
    const QString details =
        star == rowStars.end() ? one.details : star->second + QLatin1Char('\n') + one.details;
    if (asked == modelled.end() || !one.bytes || *one.bytes <= 0)
        return details;
    return details + QLatin1Char('\n') +
           ProgramView::tr("asks the cache for %1, %2 times what it must move")
               .arg(bytesText(asked->second))
               .arg(asked->second / *one.bytes, 0, 'f', 2);
}

QString ProgramView::Private::said() const {
    if (chosen) {
        const auto& bracket = brackets[*chosen];
        if (!bracket.refusal.isEmpty())
            return ProgramView::tr("%1 would save %2, but: %3")
                .arg(bracket.what, bracket.saves, bracket.refusal);
        return (previewed
                    ? ProgramView::tr("%1 saves %2. Enter again does it; T tries and times it.")
                    : ProgramView::tr("%1 saves %2. Enter, twice, does it; T tries and times it."))
            .arg(bracket.what, bracket.saves);
    }
    if (!busy.isEmpty())
        return busy;
    if (current) {
        QString details = detailsOf(*current);
        if (*current < partnerOf.size() && partnerOf[*current])
            details = partners[*partnerOf[*current]].text + QLatin1Char('\n') + details;
        return details.replace(QLatin1Char('\n'), QStringLiteral(" · "));
    }
    return {};
}

void ProgramPainter::paintFoot() {
    const QRectF foot(0, size_.height() - g_.foot, size_.width(), g_.foot);
    painter_.fillRect(foot, theme_.window);
    painter_.setPen(QPen(theme_.line, 1));
    painter_.drawLine(foot.topLeft(), foot.topRight());
    QFont bold = theme_.ui;
    bold.setBold(true);
    painter_.setFont(bold);
    text(QRectF(kPad, foot.top() + 3, foot.width() - 2 * kPad, 22), d_.totals(), theme_.text,
         Qt::AlignLeft, Qt::ElideRight);
    painter_.setFont(theme_.ui);
    text(QRectF(kPad, foot.top() + 25, foot.width() - 2 * kPad, 22), d_.said(), theme_.mutedText,
         Qt::AlignLeft, Qt::ElideRight);
}

} // namespace mw::viewers

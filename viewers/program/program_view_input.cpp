// What mouse and keys do in the program view.
#include "viewers/program/program_view_p.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

struct Spot {
    std::optional<std::size_t> line, lane, bracket;
    bool inHead = false;
};

Spot spotAt(const ProgramView::Private& d, QPointF at, QPointF scroll, QSizeF size) {
    Spot spot;
    const auto& g = d.geometry;
    const double x = at.x() + scroll.x(), y = at.y() - g.head + scroll.y();
    spot.inHead = at.y() < g.head;
    if (at.x() >= g.columns() && x >= g.columns()) {
        const auto lane = static_cast<std::size_t>((x - g.columns()) / g.lane);
        if (lane < d.sheet->lanes.size())
            spot.lane = lane;
    }
    if (!spot.inHead && at.y() < size.height() - g.foot && y >= 0) {
        const auto line = static_cast<std::size_t>(y / g.row);
        if (line < d.visible.size())
            spot.line = line;
        if (at.x() < g.gutter) {
            double nearest = 1e9;
            for (const auto& placed : d.placed) {
                const double distance = std::max({placed.top - y, y - placed.bottom, 0.0}) +
                                        0.01 * std::abs(y - (placed.top + placed.bottom) / 2);
                if (distance < std::min(nearest, g.row)) {
                    nearest = distance;
                    spot.bracket = placed.bracket;
                }
            }
        }
    }
    return spot;
}

QPointF scrollOf(const QAbstractScrollArea& area) {
    return QPointF(area.horizontalScrollBar()->value(), area.verticalScrollBar()->value());
}

QString bracketText(const ProgramBracket& bracket) {
    return bracket.what + QLatin1Char('\n') +
           (bracket.refusal.isEmpty()
                ? ProgramView::tr("saves %1; double click does it, T tries and times it")
                      .arg(bracket.saves)
                : ProgramView::tr("would save %1, but: %2").arg(bracket.saves, bracket.refusal));
}

} // namespace

bool ProgramView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Spot spot = spotAt(*d_, help->pos(), scrollOf(*this), viewport()->size());
        QString text;
        if (help->pos().y() > viewport()->height() - d_->geometry.foot)
            text = d_->totals() + QLatin1Char('\n') + d_->said();
        else if (spot.bracket)
            text = bracketText(d_->brackets[*spot.bracket]);
        else if (spot.lane && spot.inHead)
            text = d_->detailsOfLane(*spot.lane);
        else if (spot.line)
            text = d_->detailsOf(d_->visible[*spot.line]);
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void ProgramView::choose(std::size_t row) {
    d_->chosen.reset();
    d_->previewed = false;
    setCurrentRow(row);
    redraw();
    emit rowChosen(d_->sheet->rows[row].row.element);
}

void ProgramView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const Spot spot = spotAt(*d_, event->position(), scrollOf(*this), viewport()->size());
    if (spot.bracket) {
        setCurrentBracket(spot.bracket);
        emit bracketChosen(*spot.bracket);
    } else if (spot.line) {
        const std::size_t row = d_->visible[*spot.line];
        const auto& shown = d_->sheet->rows[row].row;
        const double arrow = d_->geometry.gutter + 14.0 * (shown.depth + 1) + 4;
        if (shown.kind == analysis::RowKind::heading && event->position().x() < arrow)
            setFolded(shown.element, !isFolded(shown.element));
        choose(row);
    } else if (spot.lane && spot.inHead) {
        setCurrentLane(spot.lane);
        emit laneChosen(*spot.lane);
    }
}

void ProgramView::mouseDoubleClickEvent(QMouseEvent* event) {
    const Spot spot = spotAt(*d_, event->position(), scrollOf(*this), viewport()->size());
    if (spot.bracket && d_->brackets[*spot.bracket].refusal.isEmpty())
        emit bracketActivated(*spot.bracket);
    else if (spot.line && !spot.bracket) {
        const auto& row = d_->sheet->rows[d_->visible[*spot.line]].row;
        if (row.kind == analysis::RowKind::heading)
            setFolded(row.element, !isFolded(row.element));
        else
            emit rowOpened(row.element);
    }
}

void ProgramView::mouseMoveEvent(QMouseEvent* event) {
    const Spot spot = spotAt(*d_, event->position(), scrollOf(*this), viewport()->size());
    if (spot.line == d_->hoveredLine && spot.lane == d_->hoveredLane &&
        spot.bracket == d_->hoveredBracket)
        return;
    d_->hoveredLine = spot.line;
    d_->hoveredLane = spot.lane;
    d_->hoveredBracket = spot.bracket;
    emit hovered(spot.bracket ? d_->brackets[*spot.bracket].what
                 : spot.lane  ? d_->sheet->lanes[*spot.lane].name
                 : spot.line  ? d_->sheet->rows[d_->visible[*spot.line]].name
                              : QString());
    redraw();
}

void ProgramView::leaveEvent(QEvent* event) {
    d_->hoveredLine.reset();
    d_->hoveredLane.reset();
    d_->hoveredBracket.reset();
    emit hovered({});
    redraw();
    QAbstractScrollArea::leaveEvent(event);
}

void ProgramView::goTo(int line) {
    if (!d_->visible.empty())
        choose(d_->visible[static_cast<std::size_t>(
            std::clamp(line, 0, static_cast<int>(d_->visible.size()) - 1))]);
}

void ProgramView::step(int rows) {
    const int last = static_cast<int>(d_->visible.size()) - 1;
    goTo(d_->current ? static_cast<int>(*d_->lineOf[*d_->current]) + rows : rows > 0 ? 0 : last);
}

/// From one bracket to the next from top to bottom; the first one at or below the current row.
void ProgramView::stepBracket(int by) {
    if (d_->placed.empty())
        return;
    auto order = d_->placed;
    std::ranges::stable_sort(order, {}, &PlacedBracket::top);
    std::ptrdiff_t at = 0;
    if (d_->chosen) {
        const auto found = std::ranges::find(order, *d_->chosen, &PlacedBracket::bracket);
        at = found - order.begin() + by;
    } else if (d_->current) {
        const double y = static_cast<double>(*d_->lineOf[*d_->current]) * d_->geometry.row;
        at = std::ranges::find_if(order, [&](const auto& one) { return one.top >= y; }) -
             order.begin();
    }
    at = std::clamp<std::ptrdiff_t>(at, 0, static_cast<std::ptrdiff_t>(order.size()) - 1);
    setCurrentBracket(order[static_cast<std::size_t>(at)].bracket);
    const std::size_t chosen = *d_->chosen;
    setCurrentRow(d_->brackets[chosen].first);
    emit bracketChosen(chosen);
}

void ProgramView::doBracket() {
    if (d_->chosen && d_->brackets[*d_->chosen].refusal.isEmpty())
        emit bracketActivated(*d_->chosen);
}

void ProgramView::tryBracket() {
    if (d_->chosen && d_->brackets[*d_->chosen].refusal.isEmpty())
        emit bracketTried(*d_->chosen);
}

void ProgramView::nextDifference() {
    const std::size_t from = d_->current ? *d_->current + 1 : 0;
    const std::size_t count = d_->partnerOf.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = (from + i) % count;
        const auto group = d_->partnerOf[row];
        if (group && !d_->partners[*group].unchanged && d_->partners[*group].own.front() == row &&
            row != d_->current)
            return choose(row);
    }
}

void ProgramView::activate() {
    if (d_->chosen) {
        if (!d_->brackets[*d_->chosen].refusal.isEmpty())
            return;
        if (std::exchange(d_->previewed, true))
            emit bracketActivated(*d_->chosen);
        redraw();
    } else if (d_->current) {
        const auto& row = d_->sheet->rows[*d_->current].row;
        if (row.kind == analysis::RowKind::heading)
            setFolded(row.element, !isFolded(row.element));
        else
            emit rowOpened(row.element);
    }
}

void ProgramView::keyPressEvent(QKeyEvent* event) {
    const int page =
        std::max(1, static_cast<int>(verticalScrollBar()->pageStep() / d_->geometry.row));
    const auto isHeading = [&] {
        return !d_->chosen && d_->current &&
               d_->sheet->rows[*d_->current].row.kind == analysis::RowKind::heading;
    };
    switch (event->key()) {
    case Qt::Key_Down:
        return step(1);
    case Qt::Key_Up:
        return step(-1);
    case Qt::Key_PageDown:
        return step(page);
    case Qt::Key_PageUp:
        return step(-page);
    case Qt::Key_Home:
        return goTo(0);
    case Qt::Key_End:
        return goTo(static_cast<int>(d_->visible.size()) - 1);
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (isHeading())
            return setFolded(d_->sheet->rows[*d_->current].row.element,
                             event->key() == Qt::Key_Left);
        return horizontalScrollBar()->triggerAction(event->key() == Qt::Key_Left
                                                        ? QScrollBar::SliderSingleStepSub
                                                        : QScrollBar::SliderSingleStepAdd);
    case Qt::Key_BracketRight:
        return stepBracket(1);
    case Qt::Key_BracketLeft:
        return stepBracket(-1);
    case Qt::Key_N:
        return nextDifference();
    case Qt::Key_T:
        return tryBracket();
    case Qt::Key_Escape:
        if (d_->chosen)
            return setCurrentBracket(std::nullopt);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return activate();
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void ProgramView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    redraw();
}

void ProgramView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    redraw();
}

} // namespace mw::viewers

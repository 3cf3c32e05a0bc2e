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
    bool inHead = false, inStrip = false, atArguments = false;
};

Spot spotAt(const ProgramView::Private& d, QPointF at, QPointF scroll, QSizeF size) {
    Spot spot;
    const auto& g = d.geometry;
    const double x = at.x() + scroll.x(), y = at.y() - g.head + scroll.y();
    spot.inHead = at.y() < g.head;
    spot.inStrip = at.y() < g.strip && at.x() >= g.columns();
    if (at.x() >= g.columns() && !spot.inStrip) {
        const auto column = static_cast<std::size_t>((x - g.columns()) / g.lane);
        spot.lane = d.laneAt(column);
        spot.atArguments = d.argumentsFolded && column == 0;
    }
    if (!spot.inHead && at.y() < size.height() - g.foot && y >= 0) {
        const auto line = static_cast<std::size_t>(y / g.row);
        if (line < d.visible.size())
            spot.line = line;
        if (at.x() < g.gutter()) {
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

/// The column whose right border is there, in the head.
std::optional<Column> borderAt(const ProgramView::Private& d, QPointF at) {
    constexpr double kReach = 4;
    if (at.y() < d.geometry.head - d.geometry.title - 2 || at.y() > d.geometry.head)
        return std::nullopt;
    for (const Column column :
         {Column::gutter, Column::name, Column::range, Column::launch, Column::bytes, Column::time})
        if (d.geometry.of(column) > 0 &&
            std::abs(d.geometry.at(column) + d.geometry.of(column) - at.x()) <= kReach)
            return column;
    return std::nullopt;
}

/// At the mark that the legend stands behind.
bool isHelp(const ProgramView::Private& d, QPointF at) {
    return at.y() < d.geometry.help && at.x() < d.geometry.help + 6;
}

QPointF scrollOf(const QAbstractScrollArea& area) {
    return QPointF(area.horizontalScrollBar()->value(), area.verticalScrollBar()->value());
}

QString bracketText(const ProgramBracket& bracket) {
    return bracket.what + QLatin1Char('\n') +
           (bracket.refusal.isEmpty()
                ? ProgramView::tr("saves %1; Enter shows what it would change, double click does "
                                  "it, T tries and times it")
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
            text = QStringList{d_->totals(), d_->times.note, d_->said()}
                       .join(QLatin1Char('\n'))
                       .replace(QStringLiteral("\n\n"), QStringLiteral("\n"));
        else if (spot.bracket)
            text = bracketText(d_->brackets[*spot.bracket]);
        else if (spot.inStrip)
            text = tr("Arguments as one lane, or each with its own (A); numbers at the ends: lanes "
                      "out of sight that the rows in sight touch");
        else if (isHelp(*d_, help->pos()))
            text = d_->legend();
        else if (spot.inHead && help->pos().x() < d_->geometry.columns() &&
                 help->pos().x() >= d_->geometry.gutter())
            text = tr("A click on a title sorts the rows by it, another one the other way round; "
                      "a third one, or Esc, brings back the order of the program");
        else if (spot.atArguments && spot.inHead)
            text = d_->argumentsDetails();
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
    if (d_->isNewRow(row))
        return; // it goes with the preview
    endPreview();
    d_->chosen.reset();
    setCurrentRow(row);
    refit();
    emit rowChosen(d_->sheet->rows[row].row.element);
}

void ProgramView::mousePressEvent(QMouseEvent* event) {
    const Spot spot = spotAt(*d_, event->position(), scrollOf(*this), viewport()->size());
    if (event->button() == Qt::RightButton && spot.line)
        return choose(d_->visible[*spot.line]); // its menu opens
    if (event->button() != Qt::LeftButton)
        return;
    d_->dragged = borderAt(*d_, event->position());
    if (d_->dragged)
        return;
    if (isHelp(*d_, event->position())) {
        showLegend();
    } else if (spot.inStrip) {
        pressStrip(event->position().x());
    } else if (spot.inHead && event->position().x() < d_->geometry.columns()) {
        pressTitle(event->position().x());
    } else if (spot.inHead && spot.atArguments) {
        setArgumentsFolded(false);
    } else if (spot.bracket) {
        chooseBracket(spot.bracket);
    } else if (spot.line) {
        const std::size_t row = d_->visible[*spot.line];
        if (d_->isNewRow(row))
            return;
        const auto& shown = d_->sheet->rows[row].row;
        const double arrow = d_->geometry.gutter() + indentOf(shown.depth) + 18;
        if (shown.kind == analysis::RowKind::heading && event->position().x() < arrow)
            setFolded(shown.element, !isFolded(shown.element));
        choose(row);
    } else if (spot.lane && spot.inHead && *spot.lane < d_->sheet->lanes.size()) {
        setCurrentLane(spot.lane);
        emit laneChosen(*spot.lane);
    }
}

void ProgramView::showLegend() {
    const int size = static_cast<int>(d_->geometry.help);
    QToolTip::showText(viewport()->mapToGlobal(QPoint(size / 2, size)), d_->legend(), this);
}

/// What is out of sight there, or else arguments as one lane or each for itself.
void ProgramView::pressStrip(double x) {
    const auto [left, right] = lanesOutOfSight();
    if (left > 0 && x < d_->geometry.columns() + d_->geometry.hint)
        horizontalScrollBar()->triggerAction(QScrollBar::SliderPageStepSub);
    else if (right > 0 && x > viewport()->width() - d_->geometry.hint)
        horizontalScrollBar()->triggerAction(QScrollBar::SliderPageStepAdd);
    else
        setArgumentsFolded(!d_->argumentsFolded);
}

void ProgramView::mouseReleaseEvent(QMouseEvent* event) {
    d_->dragged.reset();
    QAbstractScrollArea::mouseReleaseEvent(event);
}

/// A column as wide as the pointer has its border.
bool ProgramView::dragColumn(QMouseEvent& event) {
    constexpr double kLeast = 24;
    const auto border = d_->dragged ? d_->dragged : borderAt(*d_, event.position());
    viewport()->setCursor(border ? Qt::SplitHCursor : Qt::ArrowCursor);
    if (!d_->dragged)
        return false;
    d_->widthByUser[static_cast<std::size_t>(*border)] =
        std::max(kLeast, event.position().x() - d_->geometry.at(*border));
    updateScrollBars();
    redraw();
    return true;
}

void ProgramView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto border = borderAt(*d_, event->position())) { // as wide as it would be
        d_->widthByUser[static_cast<std::size_t>(*border)].reset();
        updateScrollBars();
        return redraw();
    }
    const Spot spot = spotAt(*d_, event->position(), scrollOf(*this), viewport()->size());
    if (spot.bracket)
        emit stepActivated(); // the click before has chosen it
    else if (spot.line && !d_->isNewRow(d_->visible[*spot.line])) {
        const auto& row = d_->sheet->rows[d_->visible[*spot.line]].row;
        if (row.kind == analysis::RowKind::heading)
            setFolded(row.element, !isFolded(row.element));
        else
            emit rowOpened(row.element);
    }
}

void ProgramView::mouseMoveEvent(QMouseEvent* event) {
    if (dragColumn(*event))
        return;
    const Spot spot = spotAt(*d_, event->position(), scrollOf(*this), viewport()->size());
    if (spot.line == d_->hoveredLine && spot.lane == d_->hoveredLane &&
        spot.bracket == d_->hoveredBracket && spot.atArguments == d_->hoversArguments)
        return;
    d_->hoversArguments = spot.atArguments;
    d_->hoveredLine = spot.line;
    d_->hoveredLane = spot.lane;
    hoverBracket(spot.bracket);
    emit hovered(spot.bracket ? d_->brackets[*spot.bracket].what
                 : spot.lane  ? d_->lane(*spot.lane).name
                 : spot.line  ? d_->row(d_->visible[*spot.line]).name
                              : QString());
    redraw();
}

void ProgramView::leaveEvent(QEvent* event) {
    d_->hoveredLine.reset();
    d_->hoveredLane.reset();
    d_->hoversArguments = false;
    hoverBracket(std::nullopt);
    emit hovered({});
    redraw();
    QAbstractScrollArea::leaveEvent(event);
}

void ProgramView::hoverBracket(std::optional<std::size_t> bracket) {
    if (bracket != std::exchange(d_->hoveredBracket, bracket))
        emit bracketHovered(bracket);
}

void ProgramView::goTo(int line) {
    endPreview();
    if (!d_->visible.empty())
        choose(d_->visible[static_cast<std::size_t>(
            std::clamp(line, 0, static_cast<int>(d_->visible.size()) - 1))]);
}

void ProgramView::step(int rows) {
    endPreview();
    const int last = static_cast<int>(d_->visible.size()) - 1;
    goTo(d_->current ? static_cast<int>(*d_->lineOf[*d_->current]) + rows : rows > 0 ? 0 : last);
}

/// From one bracket to the next from top to bottom; the first one at or below the current row.
void ProgramView::stepBracket(int by) {
    setOrder(RowOrder::program); // between neighbours
    if (d_->placed.empty()) {
        emit said(d_->busy.isEmpty() ? tr("Nothing here could be fused") : d_->busy);
        return;
    }
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
    const auto bracket = order[static_cast<std::size_t>(at)].bracket;
    setCurrentRow(d_->brackets[bracket].first);
    chooseBracket(bracket);
}

void ProgramView::chooseBracket(std::optional<std::size_t> bracket) {
    setCurrentBracket(bracket);
    emit bracketChosen(d_->chosen);
}

void ProgramView::previewBracket() {
    if (!d_->chosen || d_->previewed || !d_->brackets[*d_->chosen].refusal.isEmpty())
        return;
    setOrder(RowOrder::program);
    d_->previewed = true;
    refit();
    emit bracketPreviewed(*d_->chosen);
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
    emit said(count == 0 ? tr("There is nothing to compare with: Ctrl+\\ splits the view")
                         : tr("No other kernel changed"));
}

void ProgramView::activate() {
    if (d_->chosen) {
        if (d_->previewed || !d_->brackets[*d_->chosen].refusal.isEmpty())
            emit stepActivated();
        else
            previewBracket();
    } else if (d_->current) {
        const auto& row = d_->sheet->rows[*d_->current].row;
        if (row.kind == analysis::RowKind::heading)
            return setFolded(row.element, !isFolded(row.element));
        emit said(tr("No bracket is chosen: ] goes to the next one. A double click opens the "
                     "kernel in the graph."));
    } else {
        emit said(tr("Nothing is chosen: ] goes to the next bracket, the arrows to a row."));
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
        endPreview();
        return goTo(0);
    case Qt::Key_End:
        endPreview();
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
    case Qt::Key_A:
        return setArgumentsFolded(!d_->argumentsFolded);
    case Qt::Key_T:
        return emit stepTried();
    case Qt::Key_Question:
        return showLegend();
    case Qt::Key_Escape:
        if (d_->previewed) {
            endPreview();
            return refit();
        }
        if (d_->chosen)
            return chooseBracket(std::nullopt);
        if (d_->isSorted())
            return setOrder(RowOrder::program);
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

// What of the program view is in sight: rows and lanes that are scrolled to, zoom, folds.
#include "viewers/program/program_view_p.h"

#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr double kLeastZoom = 0.5, kMostZoom = 2.5, kZoomStep = 1.15;

} // namespace

void ProgramView::setArgumentsFolded(std::optional<bool> folded) {
    d_->argumentsFoldedByUser = folded;
    updateScrollBars();
    redraw();
}

bool ProgramView::areArgumentsFolded() const {
    return d_->argumentsFolded;
}

void ProgramView::setZoom(double zoom) {
    zoom = std::clamp(zoom, kLeastZoom, kMostZoom);
    if (zoom == d_->zoom)
        return;
    const double middle =
        (verticalScrollBar()->value() + verticalScrollBar()->pageStep() / 2.0) / d_->geometry.row;
    d_->zoom = zoom;
    d_->measureText();
    updateScrollBars();
    d_->placeBrackets();
    verticalScrollBar()->setValue(static_cast<int>(
        std::lround(middle * d_->geometry.row - verticalScrollBar()->pageStep() / 2.0)));
    redraw();
    emit zoomed(zoom);
}

double ProgramView::zoom() const {
    return d_->zoom;
}

void ProgramView::zoomBy(int steps) {
    setZoom(d_->zoom * std::pow(kZoomStep, steps));
}

void ProgramView::fitAll() {
    const ProgramGeometry natural;
    const auto& g = d_->geometry;
    const double height = viewport()->height() - g.head - g.foot;
    const double width = viewport()->width() - g.columns() - 12;
    const auto fits = [](double room, std::size_t count, double size) {
        return room / (size * static_cast<double>(std::max<std::size_t>(1, count)));
    };
    setZoom(std::min({1.0, fits(height, d_->visible.size(), natural.row),
                      fits(width, d_->laneColumns(), natural.lane)}));
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
}

void ProgramView::foldAll(bool folded) {
    d_->folded.clear();
    for (const SheetRow& one : d_->sheet->rows)
        if (folded && one.row.kind == analysis::RowKind::heading)
            d_->folded.insert(one.row.element);
    d_->arrange();
    updateScrollBars();
    redraw();
}

void ProgramView::showCurrent() {
    if (d_->current) {
        scrollTo(*d_->current);
        scrollToLanesOf(*d_->current);
    }
    if (d_->currentLane)
        scrollToColumns(d_->columnOf(*d_->currentLane), d_->columnOf(*d_->currentLane));
}

void ProgramView::scrollTo(std::size_t row) {
    if (row >= d_->lineOf.size())
        return;
    const double top = static_cast<double>(d_->shownLine(row)) * d_->geometry.row;
    const double bottom = top + d_->geometry.row;
    const double shown = viewport()->height() - d_->geometry.head - d_->geometry.foot;
    auto* bar = verticalScrollBar();
    if (top < bar->value())
        bar->setValue(static_cast<int>(top));
    else if (bottom > bar->value() + shown)
        bar->setValue(static_cast<int>(std::ceil(bottom - shown)));
}

void ProgramView::scrollRowTo(std::size_t row, double top) {
    if (row < d_->lineOf.size())
        verticalScrollBar()->setValue(static_cast<int>(std::lround(
            static_cast<double>(d_->shownLine(row)) * d_->geometry.row + d_->geometry.head - top)));
}

/// As little as brings them into sight; of more than have room the first ones.
void ProgramView::scrollToColumns(std::size_t first, std::size_t last) {
    const auto& g = d_->geometry;
    auto* bar = horizontalScrollBar();
    const double room = viewport()->width() - g.columns();
    const double left = static_cast<double>(first) * g.lane;
    const double right = static_cast<double>(last + 1) * g.lane;
    if (left < bar->value() || right - left > room)
        bar->setValue(static_cast<int>(left));
    else if (right > bar->value() + room)
        bar->setValue(static_cast<int>(std::ceil(right - room)));
}

void ProgramView::scrollToLanesOf(std::size_t row) {
    if (const auto columns = d_->columnsOf(row, false))
        scrollToColumns(columns->first, columns->second);
}

void ProgramView::scrollLaneFirst(std::size_t lane) {
    horizontalScrollBar()->setValue(
        static_cast<int>(static_cast<double>(d_->columnOf(lane)) * d_->geometry.lane));
}

std::optional<std::size_t> ProgramView::firstLaneInSight() const {
    return d_->laneAt(static_cast<std::size_t>(
        std::ceil(horizontalScrollBar()->value() / d_->geometry.lane - 0.5)));
}

/// Temporaries are born from the left to the right: where none is in sight that the rows in sight
/// touch, the lanes go along.
void ProgramView::followRows() {
    const auto& g = d_->geometry;
    const double from = horizontalScrollBar()->value() / g.lane;
    const double to = from + (viewport()->width() - g.columns()) / g.lane;
    std::optional<std::size_t> first;
    const auto [begin, end] = d_->linesInSight(verticalScrollBar()->value(), viewport()->height());
    for (std::size_t line = begin; line < end; ++line) {
        const auto columns = d_->columnsOf(d_->visible[line], true);
        if (!columns)
            continue;
        if (static_cast<double>(columns->second) >= from &&
            static_cast<double>(columns->second) < to - 1)
            return;
        first = std::min(first.value_or(columns->first), columns->first);
    }
    if (first)
        horizontalScrollBar()->setValue(static_cast<int>(static_cast<double>(*first) * g.lane));
}

std::pair<std::size_t, std::size_t> ProgramView::Private::lanesOutOfSight(QPointF scroll,
                                                                          QSizeF size) const {
    std::vector<bool> touched(laneColumns());
    const auto [first, last] = linesInSight(scroll.y(), size.height());
    for (std::size_t line = first; line < last; ++line)
        for (const auto& mark : row(visible[line]).row.marks)
            touched[columnOf(mark.lane)] = true;
    const double room = size.width() - geometry.columns();
    std::pair<std::size_t, std::size_t> out{0, 0};
    for (std::size_t column = 0; column < touched.size(); ++column) {
        const double middle = (static_cast<double>(column) + 0.5) * geometry.lane - scroll.x();
        out.first += touched[column] && middle < 0;
        out.second += touched[column] && middle > room;
    }
    return out;
}

std::pair<std::size_t, std::size_t> ProgramView::lanesOutOfSight() const {
    return d_->lanesOutOfSight(
        QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value()), viewport()->size());
}

void ProgramView::onScrolled() {
    followRows();
    redraw();
    emit scrolled();
}

void ProgramView::wheelEvent(QWheelEvent* event) {
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    if (const int turn = event->angleDelta().y())
        zoomBy(turn > 0 ? 1 : -1);
    event->accept();
}

void ProgramView::setCorner(QWidget* corner) {
    corner_ = corner;
    if (corner_)
        corner_->setParent(viewport());
    updateScrollBars();
}

void ProgramView::placeCorner() {
    if (!corner_)
        return;
    const auto& g = d_->geometry;
    const int left = static_cast<int>(g.help) + 6;
    corner_->setGeometry(left, 1, std::max(0, static_cast<int>(g.columns()) - left - 8),
                         corner_->sizeHint().height());
    corner_->show();
}

void ProgramView::updateScrollBars() {
    d_->corner = corner_ ? corner_->sizeHint().height() + 2 : 0;
    d_->sight = viewport()->height();
    d_->fit(viewport()->width());
    placeCorner();
    const auto& g = d_->geometry;
    const double width = g.columns() + static_cast<double>(d_->laneColumns()) * g.lane + 12;
    const double height = static_cast<double>(d_->visible.size()) * g.row;
    const double room = viewport()->height() - g.head - g.foot;
    horizontalScrollBar()->setRange(
        0, static_cast<int>(std::max(0.0, std::ceil(width - viewport()->width()))));
    horizontalScrollBar()->setPageStep(
        std::max(1, static_cast<int>(viewport()->width() - g.columns())));
    horizontalScrollBar()->setSingleStep(static_cast<int>(g.lane));
    verticalScrollBar()->setRange(0, static_cast<int>(std::max(0.0, std::ceil(height - room))));
    verticalScrollBar()->setPageStep(static_cast<int>(std::max(g.row, room - g.row)));
    verticalScrollBar()->setSingleStep(static_cast<int>(g.row));
}

void ProgramView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
    emit looksChanged();
}

} // namespace mw::viewers

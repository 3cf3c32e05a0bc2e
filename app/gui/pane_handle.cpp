// The gap between two panes with the bands in it.
#include "app/gui/pane_handle.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace mw::app {

using namespace viewers;

PaneHandle::PaneHandle(QSplitter& panes) : QSplitterHandle(panes.orientation(), &panes) {
    setObjectName(QStringLiteral("pane-handle"));
    setMouseTracking(true);
}

void PaneHandle::setViews(ProgramView* first, ProgramView* second) {
    for (const auto& view : {first_, second_})
        if (view)
            disconnect(view, nullptr, this, nullptr);
    const bool were = showsBands();
    const bool both = first && second;
    first_ = both ? first : nullptr;
    second_ = both ? second : nullptr;
    hovered_.reset();
    chosen_.reset();
    setAccessibleName(both ? tr("Which kernels became which") : QString());
    setAccessibleDescription({});
    if (both) {
        follow(*first);
        follow(*second);
    }
    if (were || both)
        updateGeometry();
    update();
}

void PaneHandle::follow(ProgramView& view) {
    connect(&view, &ProgramView::looksChanged, this, qOverload<>(&PaneHandle::update));
    connect(&view, &ProgramView::partnersChosen, this, [this, from = &view] {
        chosen_ = from->currentPartner();
        setAccessibleDescription(chosen_ ? from->partners()[*chosen_].text : QString());
        update();
    });
}

/// Wide enough for a figure and its unit, and no wider: the rows need the room.
QSize PaneHandle::sizeHint() const {
    const QSize narrow = QSplitterHandle::sizeHint();
    if (!showsBands())
        return narrow;
    constexpr double kGap = 60;
    return {std::max(narrow.width(), static_cast<int>(std::ceil(kGap * Theme::textScale()))),
            narrow.height()};
}

QRectF PaneHandle::area() const {
    const auto topOf = [this](const ProgramView& view) {
        return view.viewport()->mapTo(parentWidget(), QPoint()).y() - y();
    };
    const RowSpan left = first_->rowsInSight(), right = second_->rowsInSight();
    const double top = std::min(topOf(*first_) + left.top, topOf(*second_) + right.top);
    const double bottom = std::max(topOf(*first_) + left.bottom, topOf(*second_) + right.bottom);
    return {0, top, static_cast<double>(width()), bottom - top};
}

std::vector<ProgramBand> PaneHandle::bands() const {
    if (!showsBands() || first_->partners().size() != second_->partners().size())
        return {};
    const auto topOf = [this](const ProgramView& view) {
        return static_cast<double>(view.viewport()->mapTo(parentWidget(), QPoint()).y() - y());
    };
    return bandsBetween(*first_, *second_,
                        {static_cast<double>(width()), topOf(*first_), topOf(*second_)});
}

void PaneHandle::setTheme(ThemeKind kind) {
    theme_ = kind;
    update();
}

void PaneHandle::paintEvent(QPaintEvent* event) {
    if (!showsBands())
        return QSplitterHandle::paintEvent(event);
    const Theme& theme = Theme::of(theme_);
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    const QRectF inside = area();
    const auto all = bands();
    std::vector<std::size_t> strong;
    for (const auto& one : {chosen_, hovered_})
        if (one)
            strong.push_back(*one);
    painter.setClipRect(inside);
    paintBands(painter, all, *first_, strong, theme_);
    const auto said = hovered_ ? hovered_ : chosen_;
    const auto band =
        std::ranges::find_if(all, [&](const ProgramBand& one) { return said == one.partner; });
    if (band != all.end())
        paintBandFigures(painter, *band, first_->partners()[band->partner], inside, theme_);
    painter.setClipping(false);
    painter.setPen(QPen(theme.line, 1));
    for (const int x : {0, width() - 1})
        painter.drawLine(x, 0, x, height());
}

std::optional<std::size_t> PaneHandle::partnerAt(QPointF at) const {
    const auto all = bands();
    const auto found = bandAt(all, at);
    return found ? std::optional(all[*found].partner) : std::nullopt;
}

void PaneHandle::setHovered(std::optional<std::size_t> partner) {
    if (partner == hovered_)
        return;
    hovered_ = partner;
    setCursor(partner ? Qt::PointingHandCursor : Qt::SplitHCursor);
    update();
}

bool PaneHandle::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && showsBands()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto partner = partnerAt(help->pos()))
            QToolTip::showText(help->globalPos(), first_->partners()[*partner].text, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QSplitterHandle::event(event);
}

void PaneHandle::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->pos();
    QSplitterHandle::mousePressEvent(event);
}

void PaneHandle::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton && showsBands())
        setHovered(partnerAt(event->position()));
    QSplitterHandle::mouseMoveEvent(event);
}

/// A click chooses a band; whoever drags moves the border.
void PaneHandle::mouseReleaseEvent(QMouseEvent* event) {
    QSplitterHandle::mouseReleaseEvent(event);
    if (showsBands() && event->button() == Qt::LeftButton &&
        (event->pos() - pressed_).manhattanLength() < QApplication::startDragDistance())
        if (const auto partner = partnerAt(event->position()))
            choose(*partner);
}

void PaneHandle::leaveEvent(QEvent* event) {
    setHovered(std::nullopt);
    QSplitterHandle::leaveEvent(event);
}

void PaneHandle::choose(std::size_t partner) {
    for (auto* view : {first_.data(), second_.data()})
        if (!view->partners()[partner].own.empty())
            return view->choosePartner(partner);
}

} // namespace mw::app

// The roofline as a widget: mouse, keys, and what is said of a point.
#include "viewers/panels/roofline_view.h"

#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/timings_model.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

using bench::RooflinePoint;

namespace {

constexpr double kWheelStep = 1.2; ///< of one notch
constexpr double kNotch = 120;     ///< eighths of a degree
constexpr double kShortest = 0.02; ///< decades of an axis
constexpr double kLongest = 12;

/// The part of an axis that is `factor` times shorter around a place that stays where it is; the
/// axis where that would be next to nothing, or more than anyone measures.
bench::LogAxis zoomed(const bench::LogAxis& axis, double factor, double around) {
    const double from = around - around / factor;
    const double span = std::log10(axis.high / axis.low) / factor;
    if (span < kShortest || span > kLongest)
        return axis;
    return bench::logAxis(axis.valueAt(from), axis.valueAt(from + 1 / factor));
}

bench::LogAxis moved(const bench::LogAxis& axis, double by) {
    return bench::logAxis(axis.valueAt(by), axis.valueAt(1 + by));
}

} // namespace

RooflineView::RooflineView(const TimingsModel& model, QWidget* parent)
    : QWidget(parent), model_(model) {
    setObjectName(QStringLiteral("roofline"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Roofline: operations per byte against speed, by kernel and variant"));
    connect(&model, &QAbstractItemModel::modelReset, this, &RooflineView::refill);
    refill();
}

void RooflineView::refill() {
    const auto marked =
        scene_.current ? scene_.names[static_cast<qsizetype>(*scene_.current)] : QString();
    const auto& result = model_.result();
    scene_.roofline = result ? bench::roofline(*result, model_.rows()) : bench::Roofline{};
    scene_.names.clear();
    scene_.variants.clear();
    scene_.colours.clear();
    scene_.current = scene_.hovered = std::nullopt;
    for (std::size_t p = 0; p < scene_.roofline.points.size(); ++p)
        scene_.names << model_.rowName(modelRow(p)).trimmed();
    const int variants = result ? static_cast<int>(result->variants.size()) : 0;
    for (int v = 0; v < variants; ++v) {
        scene_.variants << model_.variantName(v);
        scene_.colours.push_back(static_cast<std::size_t>(model_.measuredNumber(v)));
    }
    scene_.cacheName = model_.isOnCpu() ? tr("last cache") : tr("L2");
    scene_.note = noteOf();
    scene_.nothing = result ? tr("No kernel of this measurement computes in floating point, or the "
                                 "measurement is of a version that did not count operations.")
                            : tr("Kernels that were timed stand here.");
    showAll();
    // Rows may stand elsewhere now.
    const auto again = scene_.names.lastIndexOf(marked);
    setCurrent(again < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(again)));
}

QString RooflineView::noteOf() const {
    QStringList parts;
    if (model_.otherSizes() && model_.result())
        parts << tr("⚠ measured on %1, not the sizes shown")
                     .arg(qs(inputs::toString(model_.result()->scenario.grid)));
    if (const auto why = model_.whyNotRanked(); !why.isEmpty())
        parts << tr("⚠ no arrows, not ranked: %1").arg(why);
    if (const auto count = scene_.roofline.withoutOperations.size(); count > 0)
        parts << tr("without floating-point operations, not shown: %1")
                     .arg(counted(static_cast<qsizetype>(count), tr("row"), tr("rows")));
    if (const auto& roofline = scene_.roofline;
        roofline.peak > 0 && bench::frameOf(roofline).rate.high < roofline.peak)
        parts << tr("the roof of double precision lies at %1").arg(flopRateText(roofline.peak));
    return parts.join(QStringLiteral("   "));
}

int RooflineView::modelRow(std::size_t point) const {
    const auto row = scene_.roofline.points[point].row;
    return row == RooflinePoint::kProgram ? 0 : static_cast<int>(row) + 1;
}

void RooflineView::setTheme(ThemeKind kind) {
    scene_.theme = kind;
    update();
}

int RooflineView::currentRow() const {
    return scene_.current ? modelRow(*scene_.current) : -1;
}

void RooflineView::setCurrentRow(int row) {
    if (row == currentRow())
        return;
    std::optional<std::size_t> found;
    for (std::size_t p = 0; p < scene_.roofline.points.size(); ++p)
        if (modelRow(p) == row)
            found = p; // the last variant's
    setCurrent(found);
}

void RooflineView::setCurrent(std::optional<std::size_t> point) {
    scene_.current = point;
    setAccessibleDescription(currentText());
    update();
}

void RooflineView::setHovered(std::optional<std::size_t> point) {
    if (scene_.hovered == point)
        return;
    scene_.hovered = point;
    update();
}

void RooflineView::choose(std::size_t point) {
    const int before = currentRow();
    setCurrent(point);
    if (currentRow() != before)
        emit rowChosen(currentRow());
}

QString RooflineView::lineOf(std::size_t point, const QString& separator) const {
    const auto& p = scene_.roofline.points[point];
    QStringList parts{
        scene_.names[static_cast<qsizetype>(point)],
        scene_.variants[static_cast<qsizetype>(p.variant)],
        tr("%1 FLOP/B, %2").arg(significantNumber(p.intensity, 3), flopRateText(p.rate)),
        tr("%1, %2, %3")
            .arg(microseconds(p.microseconds), bytesText(p.bytes), flopText(p.operations))};
    if (p.roof > 0) {
        parts << tr("%1 of the roof").arg(percentText(p.rate / p.roof));
        if (p.rate > p.roof)
            parts << tr("above the roof: caches held some of what it moves");
    }
    return parts.join(separator);
}

QString RooflineView::currentText() const {
    return scene_.current ? lineOf(*scene_.current, QStringLiteral("; ")) : QString();
}

QString RooflineView::text() const {
    QString all;
    for (std::size_t p = 0; p < scene_.roofline.points.size(); ++p)
        all += lineOf(p, QStringLiteral("; ")) + QLatin1Char('\n');
    return all;
}

void RooflineView::draw(QPainter& painter, QSize size) const {
    auto scene = scene_;
    scene.frame = whole_;
    scene.hovered.reset();
    scene.focused = false;
    RooflinePainter(scene, size).paint(painter);
}

QPointF RooflineView::placeOf(std::size_t point) const {
    return RooflinePainter(scene_, size()).at(scene_.roofline.points[point]);
}

void RooflineView::showAll() {
    whole_ = bench::frameOf(scene_.roofline);
    scene_.frame = whole_;
    update();
}

void RooflineView::zoom(double factor, QPointF around) {
    const auto area = RooflinePainter(scene_, size()).area();
    scene_.frame.intensity =
        zoomed(scene_.frame.intensity, factor, (around.x() - area.left()) / area.width());
    scene_.frame.rate =
        zoomed(scene_.frame.rate, factor, (area.bottom() - around.y()) / area.height());
    update();
}

void RooflineView::pan(QPointF by) {
    const auto area = RooflinePainter(scene_, size()).area();
    scene_.frame.intensity = moved(scene_.frame.intensity, -by.x() / area.width());
    scene_.frame.rate = moved(scene_.frame.rate, by.y() / area.height());
    update();
}

void RooflineView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    scene_.focused = hasFocus();
    RooflinePainter(scene_, size()).paint(painter);
}

bool RooflineView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto point = RooflinePainter(scene_, size()).pointNear(help->pos());
    if (point)
        QToolTip::showText(help->globalPos(), lineOf(*point, QStringLiteral("\n")), this);
    else
        QToolTip::hideText();
    return true;
}

void RooflineView::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->position();
    dragging_ = false;
}

void RooflineView::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton))
        return setHovered(RooflinePainter(scene_, size()).pointNear(event->position()));
    dragging_ = dragging_ || (event->position() - pressed_).manhattanLength() >=
                                 QApplication::startDragDistance();
    if (dragging_)
        pan(event->position() - last_);
    last_ = event->position();
}

void RooflineView::mouseReleaseEvent(QMouseEvent* event) {
    if (!dragging_)
        if (const auto point = RooflinePainter(scene_, size()).pointNear(event->position()))
            choose(*point);
    dragging_ = false;
}

void RooflineView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!RooflinePainter(scene_, size()).pointNear(event->position()))
        showAll();
}

void RooflineView::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(kWheelStep, event->angleDelta().y() / kNotch), event->position());
}

/// To the next row that has points, the first or last one from none.
void RooflineView::stepRow(int direction) {
    const auto& points = scene_.roofline.points;
    if (points.empty())
        return;
    const int last = static_cast<int>(points.size()) - 1;
    int at = scene_.current ? static_cast<int>(*scene_.current) : direction > 0 ? -1 : last + 1;
    const int from = currentRow();
    do
        at += direction;
    while (at >= 0 && at <= last && modelRow(static_cast<std::size_t>(at)) == from);
    if (at >= 0 && at <= last)
        choose(static_cast<std::size_t>(at));
}

void RooflineView::stepVariant(int direction) {
    const auto& points = scene_.roofline.points;
    if (!scene_.current)
        return stepRow(direction);
    const int at = static_cast<int>(*scene_.current) + direction;
    if (at >= 0 && at < static_cast<int>(points.size()) &&
        modelRow(static_cast<std::size_t>(at)) == currentRow())
        choose(static_cast<std::size_t>(at));
}

void RooflineView::keyPressEvent(QKeyEvent* event) {
    const auto middle = RooflinePainter(scene_, size()).area().center();
    switch (event->key()) {
    case Qt::Key_Down:
        return stepRow(1);
    case Qt::Key_Up:
        return stepRow(-1);
    case Qt::Key_Right:
        return stepVariant(1);
    case Qt::Key_Left:
        return stepVariant(-1);
    case Qt::Key_Plus:
        return zoom(kWheelStep * kWheelStep, middle);
    case Qt::Key_Minus:
        return zoom(1 / (kWheelStep * kWheelStep), middle);
    case Qt::Key_0:
        return showAll();
    default:
        QWidget::keyPressEvent(event);
    }
}

void RooflineView::leaveEvent(QEvent* event) {
    setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void RooflineView::focusInEvent(QFocusEvent* event) {
    if (!scene_.current && !scene_.roofline.points.empty())
        setCurrent(0);
    update();
    QWidget::focusInEvent(event);
}

void RooflineView::focusOutEvent(QFocusEvent* event) {
    update();
    QWidget::focusOutEvent(event);
}

} // namespace mw::viewers

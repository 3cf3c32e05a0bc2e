// Paints the canvas: the kept picture, marks over it, the minimap.
#include "viewers/canvas/graph_canvas_p.h"
#include "viewers/canvas/minimap_place.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr QSizeF kMinimapSize{184, 128};

} // namespace

void GraphCanvas::Private::repaintAll() {
    layerValid = false;
    placeLabelsAnew();
}

void GraphCanvas::Private::placeLabelsAnew() {
    labelsValid = false;
    q.update();
}

/// Hovering and marks leave them where they are.
void GraphCanvas::Private::updateLabels(ScenePainter& painter) {
    if (std::exchange(labelsValid, true) && labelView == view)
        return;
    labels = painter.labels(view.visible(), view.transform());
    labelView = view;
}

std::vector<QRectF> GraphCanvas::Private::labelPlaces() const {
    std::vector<QRectF> places;
    for (const auto& label : labels)
        places.push_back(label.place);
    return places;
}

/// Draws the picture without marks into a part of the layer.
void GraphCanvas::Private::paintLayerArea(QPainter& painter, const QRectF& widgetArea) {
    painter.save();
    painter.setClipRect(widgetArea);
    painter.fillRect(widgetArea, theme().canvas);
    painter.setTransform(view.transform(), true);
    const double reach = 3 / view.scale; // pens and dots reach over their shapes
    const QRectF area = view.toScene(widgetArea).adjusted(-reach, -reach, reach, reach);
    ScenePainter(*scene, theme(), marks, view.scale).paintBase(painter, area);
    painter.restore();
}

/// Brings the kept picture up to date. Panning moves its pixels and draws the uncovered strips.
void GraphCanvas::Private::updateLayer() {
    const QSize pixels = (view.size * view.pixelRatio).toSize();
    const QRectF whole(QPointF(0, 0), view.size);
    const bool same = layerValid && layer.size() == pixels && layerScene == scene &&
                      layerView.scale == view.scale && layerView.pixelRatio == view.pixelRatio;
    const QPointF moved = view.offset() - layerView.offset();
    const QPoint shift = (moved * view.pixelRatio).toPoint();
    const bool overlaps = std::abs(moved.x()) < view.size.width() * 0.9 &&
                          std::abs(moved.y()) < view.size.height() * 0.9;
    if (same && shift.isNull())
        return;
    if (!same || !overlaps) {
        if (layer.size() != pixels)
            layer = QPixmap(pixels);
        layer.setDevicePixelRatio(view.pixelRatio);
        QPainter painter(&layer);
        paintLayerArea(painter, whole);
    } else {
        layer.scroll(shift.x(), shift.y(), QRect(QPoint(0, 0), pixels));
        QPainter painter(&layer);
        const double dx = moved.x();
        const double dy = moved.y();
        if (dx != 0)
            paintLayerArea(painter, dx > 0 ? QRectF(0, 0, dx, whole.height())
                                           : QRectF(whole.right() + dx, 0, -dx, whole.height()));
        if (dy != 0)
            paintLayerArea(painter, dy > 0 ? QRectF(0, 0, whole.width(), dy)
                                           : QRectF(0, whole.bottom() + dy, whole.width(), -dy));
    }
    layerView = view;
    layerScene = scene;
    layerValid = true;
}

/// Where they cover nothing, else at the lower left.
void GraphCanvas::Private::placeLegends(const ScenePainter& painter) {
    auto places = painter.legendPlaces(q.rect());
    std::vector<QRectF> taken = labelPlaces();
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].isNull())
            continue;
        if (const QRectF free = freePlace(*scene, view, places[i].size(), taken, legendPlaces[i]);
            !free.isNull())
            places[i] = free;
        taken.push_back(places[i]);
    }
    legendPlaces = places;
}

/// Where it covers nothing, smaller if need be; nowhere where there is no such place, or nothing
/// out of sight. While the user drags in it, it stays.
void GraphCanvas::Private::placeMinimap() {
    if (minimapDragging)
        return;
    const QRectF before = std::exchange(minimapPlace, {});
    if (!scene || !minimapVisible || scene->bounds().isEmpty() ||
        view.visible().contains(scene->bounds()) || view.size.width() < 3 * kMinimapSize.width())
        return;
    std::vector<QRectF> taken = labelPlaces();
    for (const QRectF& legend : legendPlaces)
        if (!legend.isNull())
            taken.push_back(legend);
    for (const double part : {1.0, 0.65}) {
        QSizeF size = scene->bounds().size();
        size.scale(kMinimapSize * part, Qt::KeepAspectRatio);
        size = size.expandedTo(QSizeF(24, 24));
        minimapPlace = freePlace(*scene, view, size, taken, before);
        if (!minimapPlace.isNull())
            return;
    }
}

void GraphCanvas::Private::makeMinimap(const QSize& size) {
    minimap = QPixmap(size * view.pixelRatio);
    minimap.setDevicePixelRatio(view.pixelRatio);
    minimap.fill(theme().base);
    QPainter painter(&minimap);
    const QRectF bounds = scene->bounds();
    const double scale = std::min(size.width() / bounds.width(), size.height() / bounds.height());
    painter.scale(scale, scale);
    ScenePainter(*scene, theme(), marks, scale).paintBase(painter, bounds);
}

void GraphCanvas::Private::paintMinimap(QPainter& painter) {
    placeMinimap();
    const QRectF place = minimapPlace;
    if (place.isNull())
        return;
    if (minimap.isNull() || minimap.deviceIndependentSize().toSize() != place.size().toSize())
        makeMinimap(place.size().toSize());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setOpacity(0.94);
    painter.drawPixmap(place.topLeft(), minimap);
    painter.setOpacity(1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme().line);
    painter.drawRect(place);
    const QRectF bounds = scene->bounds();
    const double scale = std::min(place.width() / bounds.width(), place.height() / bounds.height());
    const QRectF visible = view.visible().intersected(bounds);
    QColor tint = theme().selection;
    tint.setAlphaF(0.12F);
    painter.setBrush(tint);
    painter.setPen(theme().selection);
    painter.drawRect(QRectF(place.topLeft() + (visible.topLeft() - bounds.topLeft()) * scale,
                            visible.size() * scale)
                         .intersected(place));
}

void GraphCanvas::Private::moveToMinimapPoint(const QPointF& at) {
    const QRectF place = minimapPlace;
    const QRectF bounds = scene->bounds();
    const double scale = std::min(place.width() / bounds.width(), place.height() / bounds.height());
    view.centre = bounds.topLeft() + (at - place.topLeft()) / scale;
    viewMoved();
}

void GraphCanvas::paintEvent(QPaintEvent* /*event*/) {
    Private& d = *d_;
    d.syncSize();
    QPainter painter(this);
    if (!d.scene) {
        painter.fillRect(rect(), d.theme().canvas);
        return;
    }
    d.updateLayer();
    painter.drawPixmap(0, 0, d.layer);
    painter.save();
    painter.setTransform(d.view.transform(), true);
    ScenePainter marks(*d.scene, d.theme(), d.marks, d.view.scale);
    marks.paintMarks(painter, d.view.visible());
    d.updateLabels(marks);
    marks.paintLabels(painter, d.labels);
    painter.restore();
    marks.paintPath(painter, d.view.visible(), rect());
    d.placeLegends(marks);
    marks.paintLegends(painter, d.legendPlaces);
    d.paintMinimap(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(mix(d.theme().accent, d.theme().canvas, 0.4));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void GraphCanvas::resizeEvent(QResizeEvent* /*event*/) {
    d_->syncSize();
    if (d_->scene && (!d_->everFramed || d_->showsAllAsFramed()))
        fitAll();
    else
        d_->viewMoved();
}

void GraphCanvas::render(QPainter& painter, QSize size) const {
    const Private& d = *d_;
    painter.fillRect(QRect(QPoint(0, 0), size), d.theme().canvas);
    if (!d.scene)
        return;
    Viewport view;
    view.size = size;
    view.frame(d.scene->bounds(), 0, Viewport::kMaxScale);
    Marks marks = d.marks;
    marks.selection.clear();
    marks.hovered = {};
    marks.sameData.clear();
    marks.hoveredTree.clear();
    marks.selectedTree.clear();
    marks.highlights.clear();
    painter.save();
    painter.setTransform(view.transform(), true);
    ScenePainter scenePainter(*d.scene, d.theme(), marks, view.scale);
    scenePainter.paintBase(painter, d.scene->bounds());
    scenePainter.paintLabels(painter, scenePainter.labels(d.scene->bounds(), painter.transform()));
    painter.restore();
    scenePainter.paintLegends(painter,
                              scenePainter.legendPlaces(QRectF(QPointF(0, 0), QSizeF(size))));
}

} // namespace mw::viewers

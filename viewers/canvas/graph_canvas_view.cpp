// The camera of the canvas, and what lies at a point of the widget.
#include "viewers/canvas/graph_canvas_p.h"

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr double kFrameMargin = 28;
constexpr double kZoomStep = 1.25;
constexpr double kMaxFrameScale = 1.4;

} // namespace

void GraphCanvas::Private::syncSize() {
    view.size = q.size();
    view.pixelRatio = q.devicePixelRatioF();
}

/// Whether the camera is still where framing all put it: all is framed anew then when the widget's
/// size changes, as when docks appear around a file that was just opened.
bool GraphCanvas::Private::showsAllAsFramed() const {
    return framed && framed->centre == view.centre && framed->scale == view.scale;
}

void GraphCanvas::Private::viewMoved() {
    q.update();
}

QRectF GraphCanvas::Private::rectOf(const std::vector<ElementId>& ids) const {
    QRectF area;
    for (const ElementId id : ids)
        if (const QRectF r = scene ? scene->rectOf(id) : QRectF(); !r.isNull())
            area = area.isNull() ? r : area.united(r);
    return area;
}

void GraphCanvas::frame(const std::vector<ElementId>& ids) {
    d_->syncSize();
    const QRectF area = d_->rectOf(ids);
    if (area.isNull())
        return;
    d_->view.frame(area.adjusted(-1, -1, 1, 1), kFrameMargin, kMaxFrameScale);
    d_->viewMoved();
}

void GraphCanvas::frameSelection() {
    if (d_->marks.selection.empty())
        fitAll();
    else
        frame(d_->marks.selection);
}

void GraphCanvas::fitAll() {
    d_->syncSize();
    if (!d_->scene)
        return;
    d_->view.frame(d_->scene->bounds(), 4, 1);
    d_->everFramed = true;
    d_->framed = d_->view;
    d_->viewMoved();
}

void GraphCanvas::zoomAt(const QPointF& widgetPosition, double factor) {
    d_->syncSize();
    d_->view.zoomAt(widgetPosition, d_->view.scale * factor);
    d_->viewMoved();
}

void GraphCanvas::zoomIn() {
    zoomAt(rect().toRectF().center(), kZoomStep);
}

void GraphCanvas::zoomOut() {
    zoomAt(rect().toRectF().center(), 1 / kZoomStep);
}

void GraphCanvas::zoomTo100() {
    zoomAt(rect().toRectF().center(), 1 / d_->view.scale);
}

double GraphCanvas::scale() const {
    return d_->view.scale;
}

QPointF GraphCanvas::centre() const {
    return d_->view.centre;
}

void GraphCanvas::setView(const QPointF& centre, double scale) {
    d_->syncSize();
    const double clamped = std::clamp(scale, Viewport::kMinScale, Viewport::kMaxScale);
    if (d_->view.centre == centre && d_->view.scale == clamped)
        return;
    d_->view.centre = centre;
    d_->view.scale = clamped;
    d_->everFramed = true;
    d_->viewMoved();
}

/// Brings an element into view with as little movement as possible.
void GraphCanvas::Private::reveal(ElementId id) {
    const QRectF area = scene ? scene->rectOf(id) : QRectF();
    if (area.isNull())
        return;
    const QRectF visible = view.visible();
    const bool fits = area.width() <= visible.width() && area.height() <= visible.height();
    if (visible.contains(area) || (!fits && visible.intersects(area)))
        return;
    const double margin = 24 / view.scale;
    const auto shift = [margin](double low, double high, double from, double to) {
        if (low < from)
            return low - from - margin;
        return high > to ? high - to + margin : 0.0;
    };
    if (fits)
        view.centre += QPointF(shift(area.left(), area.right(), visible.left(), visible.right()),
                               shift(area.top(), area.bottom(), visible.top(), visible.bottom()));
    else
        view.centre = area.center();
    viewMoved();
}

void GraphCanvas::goBack() {
    if (const ElementId id = d_->history.back()) {
        d_->select({id}, false);
        d_->reveal(id);
    }
}

void GraphCanvas::goForward() {
    if (const ElementId id = d_->history.forward()) {
        d_->select({id}, false);
        d_->reveal(id);
    }
}

QPointF GraphCanvas::toScene(const QPointF& widgetPosition) const {
    d_->syncSize();
    return d_->view.toScene(widgetPosition);
}

QPointF GraphCanvas::toWidget(const QPointF& scenePosition) const {
    d_->syncSize();
    return d_->view.toWidget(scenePosition);
}

ElementId GraphCanvas::elementAt(const QPointF& widgetPosition) const {
    d_->syncSize();
    constexpr double kReach = 4; ///< pixels around an edge
    if (!d_->scene)
        return {};
    const double tolerance = d_->view.scale > 0.25 ? kReach / d_->view.scale : 0;
    return d_->scene->hit(d_->view.toScene(widgetPosition), tolerance);
}

} // namespace mw::viewers

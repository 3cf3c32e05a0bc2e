// The camera of the canvas, and what lies at a point of the widget.
#include "viewers/canvas/graph_canvas_p.h"
#include "viewers/scene/scopes.h"

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
    emit q.viewMoved();
}

QRectF GraphCanvas::Private::rectOf(const std::vector<ElementId>& ids) const {
    QRectF area;
    for (const ElementId id : ids)
        if (const QRectF r = scene ? scene->rectOf(id) : QRectF(); !r.isNull())
            area = area.isNull() ? r : area.united(r);
    return area;
}

// --- The scope that is shown ----------------------------------------------------------------

ElementId GraphCanvas::root() const {
    return d_->root();
}

const std::vector<ElementId>& GraphCanvas::scopes() const {
    return d_->scopes;
}

bool GraphCanvas::isScope(ElementId id) const {
    return d_->scene && scopeOf(d_->scene->document(), id);
}

/// Scopes that are no elements of the document are left out with the next scene.
void GraphCanvas::Private::show(ElementId scope) {
    views[scene->root()] = view; // another one may be on its way
    const auto seen = views.find(scope);
    nextView = seen == views.end() ? std::nullopt : std::optional(seen->second);
    scopes.clear();
    if (scope) {
        scopes = scopesAround(scene->document(), scope);
        scopes.push_back(scope);
    }
    hover({});
    requestLayout();
}

void GraphCanvas::Private::visit() {
    history.visit({root(), marks.selection.empty() ? ElementId{} : marks.selection.back()});
}

void GraphCanvas::enter(ElementId scope) {
    Private& d = *d_;
    if (!d.scene)
        return;
    const ElementId inner = scopeOf(d.scene->document(), scope);
    if (inner == d.root() || (scope && !inner))
        return;
    d.visit();
    d.show(inner);
    d.visit();
}

/// Blocks around it only where the user saw them alone: a state rarely has more to show.
ElementId GraphCanvas::Private::scopeOutside() const {
    for (std::size_t i = scopes.size(); i-- > 1;) {
        const auto* place = scene->document().find(scopes[i - 1]);
        if (place && (place->node || views.contains(scopes[i - 1])))
            return scopes[i - 1];
    }
    return {};
}

void GraphCanvas::leave() {
    Private& d = *d_;
    if (!d.scene || !d.root())
        return;
    const ElementId left = d.root();
    d.visit();
    d.show(d.scopeOutside());
    d.select({left}, true);
}

bool GraphCanvas::Private::isDrawn(ElementId id) const {
    const int own = scene->boxOf(id);
    if (scene->lineOf(id) >= 0 ||
        (own >= 0 && scene->boxes()[static_cast<std::size_t>(own)].id == id))
        return true;
    auto around = scopesAround(scene->document(), id);
    if (const ElementId from = scene->root(); from && id != from) {
        const auto at = std::ranges::find(around, from);
        if (at == around.end())
            return false;
        around.erase(around.begin(), at + 1);
    }
    return std::ranges::all_of(around, [this](ElementId scope) {
        const int box = scene->boxOf(scope);
        return box >= 0 && !scene->boxes()[static_cast<std::size_t>(box)].collapsed;
    });
}

/// Goes to the nested SDFG around the element where it is not drawn; false: it is.
bool GraphCanvas::Private::uncover(ElementId id) {
    if (!scene->document().find(id) || isDrawn(id))
        return false;
    const auto around = scopesAround(scene->document(), id);
    const auto nested =
        std::ranges::find_if(around.rbegin(), around.rend(), [this](ElementId scope) {
            const auto* node = scene->document().find(scope)->node;
            return node && node->as<ir::NestedSdfg>();
        });
    for (auto scope = around.rbegin(); scope != nested; ++scope)
        collapsed.erase(*scope);
    show(nested == around.rend() ? ElementId{} : *nested);
    return true;
}

void GraphCanvas::frame(const std::vector<ElementId>& ids) {
    if (d_->scene && !ids.empty() && d_->uncover(ids.front()))
        d_->nextFrame = ids;
    else
        d_->frameNow(ids);
}

void GraphCanvas::Private::frameNow(const std::vector<ElementId>& ids) {
    syncSize();
    const QRectF area = rectOf(ids);
    if (area.isNull())
        return;
    view.frame(area.adjusted(-1, -1, 1, 1), kFrameMargin, kMaxFrameScale);
    viewMoved();
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

void GraphCanvas::Private::goTo(const std::optional<Visit>& visit) {
    if (!visit)
        return;
    if (scene && visit->root != root())
        show(visit->root);
    select(visit->element ? std::vector{visit->element} : std::vector<ElementId>{}, false);
    reveal(visit->element);
}

void GraphCanvas::goBack() {
    d_->goTo(d_->history.back());
}

void GraphCanvas::goForward() {
    d_->goTo(d_->history.forward());
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

#include "viewers/canvas/graph_canvas.h"

#include "viewers/canvas/graph_canvas_p.h"

#include <QFontMetricsF>
#include <QMetaType>
#include <QPainter>

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr double kFrameMargin = 28;
constexpr double kZoomStep = 1.25;
constexpr double kMaxFrameScale = 1.4;

} // namespace

GraphCanvas::Private::Private(GraphCanvas& canvas) : q(canvas) {
    worker = std::make_unique<LayoutWorker>(
        [this](std::uint64_t number, std::shared_ptr<const Scene> next) {
            QMetaObject::invokeMethod(
                &q,
                [this, number, next = std::move(next)] {
                    if (number == requests)
                        takeScene(next);
                },
                Qt::QueuedConnection);
        });
}

GraphCanvas::GraphCanvas(QWidget* parent) : QWidget(parent) {
    qRegisterMetaType<mw::ElementId>("mw::ElementId");
    qRegisterMetaType<std::vector<mw::ElementId>>("std::vector<mw::ElementId>");
    qRegisterMetaType<mw::ir::DocumentPtr>("mw::ir::DocumentPtr");
    d_ = std::make_unique<Private>(*this);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Graph"));
}

GraphCanvas::~GraphCanvas() {
    d_->worker.reset(); // its thread may still want to deliver
}

// --- Document and layout --------------------------------------------------------------------

layout::Options GraphCanvas::Private::options() const {
    layout::Options result;
    result.collapsed = collapsed;
    // Bold and plain of one monospaced family agree, but not for every fall-back font.
    const QChar zero = QLatin1Char('0');
    result.advance = std::max(QFontMetricsF(theme().mono).horizontalAdvance(zero),
                              QFontMetricsF(theme().monoBold).horizontalAdvance(zero));
    return result;
}

void GraphCanvas::Private::requestLayout() {
    ++requests;
    if (!document) {
        layoutRunning = false;
        scene.reset();
        repaintAll();
        return;
    }
    layoutRunning = true;
    worker->request({document, options(), requests});
    emit q.layoutStarted();
}

void GraphCanvas::setDocument(ir::DocumentPtr document) {
    d_->document = std::move(document);
    d_->sinceDocument.start();
    d_->firstPictureDue = true;
    d_->requestLayout();
}

void GraphCanvas::startOver() {
    ++d_->requests; // a picture that is under way is of no use any more
    d_->layoutRunning = false;
    d_->document.reset();
    d_->scene.reset();
    d_->collapsed.clear();
    d_->history = {};
    d_->anchor = {};
    d_->framed.reset();
    d_->everFramed = false;
    d_->minimap = {};
    d_->pressed = d_->dragging = d_->minimapDragging = false;
    const bool volumes = d_->marks.volumes;
    d_->marks = {};
    d_->marks.volumes = volumes;
    d_->repaintAll();
}

void GraphCanvas::setDocumentNow(ir::DocumentPtr document) {
    d_->document = std::move(document);
    d_->sinceDocument.start();
    d_->firstPictureDue = true;
    ++d_->requests;
    if (!d_->document) {
        d_->scene.reset();
        d_->repaintAll();
        return;
    }
    emit layoutStarted();
    auto layout = sharedLayouter().layout(*d_->document, d_->options());
    d_->takeScene(std::make_shared<const Scene>(d_->document, std::move(*layout)));
}

const ir::DocumentPtr& GraphCanvas::document() const {
    return d_->document;
}

bool GraphCanvas::isLayoutRunning() const {
    return d_->layoutRunning;
}

void GraphCanvas::Private::takeScene(std::shared_ptr<const Scene> next) {
    const auto before = scene;
    scene = std::move(next);
    syncSize();
    layoutRunning = false;
    std::erase_if(marks.selection, [this](ElementId id) { return !scene->document().find(id); });
    marks.hovered = {};
    marks.sameData.clear();
    minimap = {};
    if (!everFramed && !view.size.isEmpty())
        q.fitAll();
    else
        keepPlace(before.get(), *scene);
    anchor = {};
    repaintAll();
    emit q.layoutFinished();
}

/// What the user looks at: the selection if it is in view, else what is in the middle.
ElementId GraphCanvas::Private::anchorNow() const {
    if (anchor)
        return anchor;
    for (const ElementId id : marks.selection)
        if (view.visible().intersects(scene->rectOf(id)))
            return id;
    return scene->hit(view.centre, 0);
}

void GraphCanvas::Private::keepPlace(const Scene* before, const Scene& now) {
    if (!before)
        return;
    const auto current = scene;
    ElementId id;
    {
        // anchorNow looks at the old picture.
        scene = std::shared_ptr<const Scene>(std::shared_ptr<const Scene>(), before);
        id = anchorNow();
        scene = current;
    }
    while (id && !now.document().find(id))
        id = enclosing(*before, id);
    if (!id)
        return;
    const QRectF old = before->rectOf(id);
    const QRectF fresh = now.rectOf(id);
    // The header of a large scope, the middle of a small thing stays under the eye.
    const bool large = old.height() * view.scale > 80 || fresh.height() * view.scale > 80;
    view.centre += large ? fresh.topLeft() - old.topLeft() : fresh.center() - old.center();
    viewMoved();
}

// --- Marks ----------------------------------------------------------------------------------

void GraphCanvas::setTheme(ThemeKind kind) {
    if (d_->themeKind == kind)
        return;
    d_->themeKind = kind;
    d_->minimap = {};
    d_->repaintAll();
}

ThemeKind GraphCanvas::theme() const {
    return d_->themeKind;
}

void GraphCanvas::Private::select(std::vector<ElementId> ids, bool visit) {
    if (visit && !ids.empty())
        history.visit(ids.back());
    if (ids == marks.selection)
        return;
    marks.selection = std::move(ids);
    q.update();
    emit q.selectionChanged(marks.selection);
}

void GraphCanvas::setSelection(std::vector<ElementId> selection) {
    d_->select(std::move(selection), true);
}

const std::vector<ElementId>& GraphCanvas::selection() const {
    return d_->marks.selection;
}

ElementId GraphCanvas::hovered() const {
    return d_->marks.hovered;
}

void GraphCanvas::setHighlights(std::vector<ElementId> highlights) {
    d_->marks.highlights = std::move(highlights);
    update();
}

void GraphCanvas::setHeat(std::map<ElementId, double> heat, const QString& legend,
                          const QString& low, const QString& high) {
    d_->marks.heat = std::move(heat);
    d_->marks.heatLegend = legend;
    d_->marks.heatLow = low;
    d_->marks.heatHigh = high;
    d_->minimap = {};
    d_->repaintAll();
}

void GraphCanvas::clearHeat() {
    setHeat({}, {});
}

void GraphCanvas::setAnnotations(std::map<ElementId, QString> annotations) {
    d_->marks.annotations = std::move(annotations);
    update();
}

void GraphCanvas::setMinimapVisible(bool visible) {
    d_->minimapVisible = visible;
    update();
}

bool GraphCanvas::isMinimapVisible() const {
    return d_->minimapVisible;
}

void GraphCanvas::setVolumesVisible(bool visible) {
    d_->marks.volumes = visible;
    update();
}

bool GraphCanvas::areVolumesVisible() const {
    return d_->marks.volumes;
}

// --- Collapsing -----------------------------------------------------------------------------

void GraphCanvas::setCollapsed(const std::set<ElementId>& collapsed) {
    if (d_->collapsed == collapsed)
        return;
    d_->collapsed = collapsed;
    if (d_->document)
        d_->requestLayout();
    emit collapsedChanged();
}

const std::set<ElementId>& GraphCanvas::collapsed() const {
    return d_->collapsed;
}

void GraphCanvas::toggleCollapsed(ElementId id) {
    if (!d_->scene)
        return;
    const int box = d_->scene->boxOf(id);
    if (box < 0 || !d_->scene->boxes()[static_cast<std::size_t>(box)].expandable)
        return;
    id = d_->scene->boxes()[static_cast<std::size_t>(box)].id;
    d_->anchor = id;
    auto collapsed = d_->collapsed;
    if (collapsed.erase(id) == 0)
        collapsed.insert(id);
    setCollapsed(collapsed);
}

void GraphCanvas::collapseAll() {
    if (!d_->scene)
        return;
    auto collapsed = d_->collapsed;
    for (const auto& box : d_->scene->boxes()) {
        const bool scope =
            box.kind == BoxKind::map || box.kind == BoxKind::consume || box.kind == BoxKind::nested;
        if (box.expandable && scope)
            collapsed.insert(box.id);
    }
    setCollapsed(collapsed);
}

void GraphCanvas::expandAll() {
    setCollapsed({});
}

// --- View -----------------------------------------------------------------------------------

void GraphCanvas::Private::syncSize() {
    view.size = q.size();
    view.pixelRatio = q.devicePixelRatioF();
}

/// Nobody has moved the camera since all was framed: it is framed anew when the widget's size
/// changes, as when docks appear around a file that was just opened.
bool GraphCanvas::Private::showsAllAsFramed() const {
    return framed && framed->centre == view.centre && framed->scale == view.scale;
}

void GraphCanvas::Private::viewMoved() {
    q.update();
    emit q.viewChanged(view.centre, view.scale);
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
        return; // two linked panes must not answer each other for ever
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

QRectF GraphCanvas::elementRect(ElementId id) const {
    return d_->scene ? d_->scene->rectOf(id) : QRectF();
}

QRectF GraphCanvas::sceneRect() const {
    return d_->scene ? d_->scene->bounds() : QRectF();
}

QString GraphCanvas::toolTipText(ElementId id) const {
    return d_->scene ? d_->scene->toolTip(id) : QString();
}

QSize GraphCanvas::sizeHint() const {
    return {900, 640};
}

} // namespace mw::viewers

// What the canvas shows: document and layout, marks, collapsed scopes.
#include "viewers/canvas/graph_canvas.h"

#include "viewers/canvas/graph_canvas_p.h"

#include <QFontMetricsF>
#include <QMetaType>
#include <QPainter>

#include <algorithm>

namespace mw::viewers {

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
}

void GraphCanvas::setDocument(ir::DocumentPtr document) {
    d_->document = std::move(document);
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
    ++d_->requests;
    if (!d_->document) {
        d_->scene.reset();
        d_->repaintAll();
        return;
    }
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

const std::shared_ptr<const Scene>& GraphCanvas::scene() const {
    return d_->scene;
}

QRectF GraphCanvas::minimapPlace() const {
    return d_->minimapPlace;
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

// --- Questions ------------------------------------------------------------------------------

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

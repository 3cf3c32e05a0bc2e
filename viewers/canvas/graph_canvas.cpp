// What the canvas shows: document and layout, marks, collapsed scopes.
#include "viewers/canvas/graph_canvas.h"

#include "core/analysis/kernel_names.h"
#include "viewers/canvas/graph_canvas_p.h"
#include "viewers/scene/memlet_tree.h"
#include "viewers/scene/scopes.h"

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
    result.scopes = scopes;
    result.collapsed = collapsed;
    result.nestedAsBlocks = true;
    result.expanded = expanded;
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

/// Another variant of what is shown, or, before anything was, a program to begin with.
void GraphCanvas::Private::take(ir::DocumentPtr next) {
    document = std::move(next);
    if (document && !begun)
        scopes = openingScopes(*document);
    begun = document != nullptr;
}

void GraphCanvas::setDocument(ir::DocumentPtr document) {
    d_->take(std::move(document));
    d_->requestLayout();
}

void GraphCanvas::startOver() {
    ++d_->requests; // a picture that is under way is of no use any more
    d_->worker->startOver();
    d_->layoutRunning = false;
    d_->document.reset();
    d_->scene.reset();
    d_->begun = false;
    d_->scopes.clear();
    d_->collapsed.clear();
    d_->expanded.clear();
    d_->history = {};
    d_->anchor = {};
    d_->frameAll = false;
    d_->nextView.reset();
    d_->nextFrame.clear();
    d_->views.clear();
    d_->framed.reset();
    d_->everFramed = false;
    d_->minimap = {};
    d_->pressed = d_->dragging = d_->minimapDragging = false;
    d_->marks = {};
    d_->repaintAll();
}

void GraphCanvas::takePicturesOf(const GraphCanvas& other) {
    d_->worker->takePicturesOf(*other.d_->worker);
}

void GraphCanvas::setDocumentNow(ir::DocumentPtr document) {
    d_->take(std::move(document));
    ++d_->requests;
    if (!d_->document) {
        d_->scene.reset();
        d_->repaintAll();
        return;
    }
    auto options = d_->options();
    options.names = analysis::sharedKernelNames(d_->document);
    auto layout = sharedLayouter().layout(*d_->document, options);
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
    marks.hoveredTree.clear();
    marks.selectedTree = treeOf(marks.selection);
    minimap = {};
    scopes.clear();
    if (const ElementId root = scene->root()) {
        scopes = scopesAround(scene->document(), root);
        scopes.push_back(root);
    }
    if (before && before->root() != scene->root())
        lookAtNewScope();
    else if ((!everFramed || frameAll) && !view.size.isEmpty())
        q.fitAll();
    else
        keepPlace(before.get(), *scene);
    anchor = {};
    frameAll = false;
    nextView.reset();
    if (const auto ids = std::exchange(nextFrame, {}); !ids.empty())
        frameNow(ids);
    repaintAll();
    emit q.layoutFinished();
}

/// As the user left it, the first time all of it.
void GraphCanvas::Private::lookAtNewScope() {
    if (!nextView)
        return q.fitAll();
    view.centre = nextView->centre;
    view.scale = nextView->scale;
    for (const ElementId id : marks.selection)
        reveal(id);
    viewMoved();
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

bool GraphCanvas::Private::isEdge(ElementId id) const {
    const auto* place = scene->document().find(id);
    return place && place->edge;
}

std::vector<ElementId> GraphCanvas::Private::treeOf(const std::vector<ElementId>& ids) const {
    return scene && ids.size() == 1 && isEdge(ids.front())
               ? memletTree(scene->document(), ids.front())
               : std::vector<ElementId>();
}

void GraphCanvas::Private::select(std::vector<ElementId> ids, bool visit) {
    if (visit && !ids.empty())
        history.visit({root(), ids.back()});
    if (ids == marks.selection)
        return;
    marks.selection = std::move(ids);
    marks.selectedTree = treeOf(marks.selection);
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

void GraphCanvas::setColouring(Colouring nodes, Colouring edges) {
    d_->marks.nodes = std::move(nodes);
    d_->marks.edges = std::move(edges);
    d_->minimap = {};
    d_->repaintAll();
}

const Colouring& GraphCanvas::nodeColouring() const {
    return d_->marks.nodes;
}

const Colouring& GraphCanvas::edgeColouring() const {
    return d_->marks.edges;
}

void GraphCanvas::setNumbers(std::map<ElementId, QString> numbers) {
    d_->marks.numbers = std::move(numbers);
    d_->placeLabelsAnew();
}

void GraphCanvas::setAnnotations(std::map<ElementId, QString> annotations) {
    if (d_->marks.annotations == annotations)
        return;
    d_->marks.annotations = std::move(annotations);
    d_->placeLabelsAnew();
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
    if (std::exchange(d_->volumesVisible, visible) == visible)
        return;
    if (!visible)
        setNumbers({});
    emit volumesToggled();
}

bool GraphCanvas::areVolumesVisible() const {
    return d_->volumesVisible;
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
    const auto& shape = d_->scene->boxes()[static_cast<std::size_t>(box)];
    id = shape.id;
    d_->anchor = id;
    if (shape.collapsed) {
        d_->collapsed.erase(id);
        if (shape.kind == BoxKind::nested)
            d_->expanded.insert(id);
    } else {
        d_->collapsed.insert(id);
        d_->expanded.erase(id);
    }
    d_->requestLayout();
}

void GraphCanvas::collapseAll() {
    if (!d_->scene)
        return;
    for (const auto& box : d_->scene->boxes()) {
        const bool scope = box.kind == BoxKind::map || box.kind == BoxKind::consume;
        if (box.expandable && scope && box.id != root())
            d_->collapsed.insert(box.id);
    }
    d_->expanded.clear();
    d_->frameAll = true;
    d_->requestLayout();
}

void GraphCanvas::expandAll() {
    if (!d_->scene)
        return;
    d_->collapsed.clear();
    const auto& index = d_->scene->document();
    for (const SdfgId sdfg : index.sdfgs())
        if (const ElementId node = index.find(sdfg)->parent)
            d_->expanded.insert(node);
    d_->frameAll = true;
    d_->requestLayout();
}

// --- Questions ------------------------------------------------------------------------------

QRectF GraphCanvas::elementRect(ElementId id) const {
    return d_->scene ? d_->scene->rectOf(id) : QRectF();
}

QRectF GraphCanvas::sceneRect() const {
    return d_->scene ? d_->scene->bounds() : QRectF();
}

QString GraphCanvas::toolTipText(ElementId id) const {
    if (!d_->scene)
        return {};
    QStringList text;
    if (id && id == d_->hintOf)
        text << d_->hint;
    text << d_->scene->toolTip(id);
    for (const auto* colouring : {&d_->marks.nodes, &d_->marks.edges})
        if (const QString said = colouring->textOf(id); !said.isEmpty())
            text << colouring->title + QStringLiteral(": ") + said;
    return text.join(QLatin1Char('\n'));
}

void GraphCanvas::setHint(ElementId id, const QString& text) {
    if (id != d_->marks.hovered)
        return;
    d_->hintOf = text.isEmpty() ? ElementId{} : id;
    d_->hint = text;
}

QSize GraphCanvas::sizeHint() const {
    return {900, 640};
}

} // namespace mw::viewers

#pragma once

#include "viewers/canvas/graph_canvas.h"
#include "viewers/canvas/layout_worker.h"
#include "viewers/canvas/navigation.h"
#include "viewers/canvas/scene_painter.h"
#include "viewers/canvas/viewport.h"

#include <QPixmap>
#include <QPoint>

#include <memory>
#include <optional>

namespace mw::viewers {

/// State of a GraphCanvas.
struct GraphCanvas::Private {
    explicit Private(GraphCanvas& canvas);

    GraphCanvas& q;
    ThemeKind themeKind = ThemeKind::light;
    ir::DocumentPtr document;
    std::shared_ptr<const Scene> scene;
    std::vector<ElementId> scopes; ///< from the outermost one to what is shown
    std::set<ElementId> collapsed;
    std::set<ElementId> expanded; ///< nested SDFGs; others are blocks
    Marks marks;
    Viewport view;
    VisitHistory history;

    // Layout.
    bool begun = false; ///< with the program: it is known where its picture begins
    std::uint64_t requests = 0;
    bool layoutRunning = false;
    bool everFramed = false;
    bool frameAll = false;          ///< the next scene
    std::optional<Viewport> framed; ///< as fitAll() left the camera
    /// Element that has to stay where it is on the widget when the next scene comes.
    ElementId anchor;
    /// What the next scene is looked at with, where another scope or all of it is shown.
    std::optional<Viewport> nextView;
    std::vector<ElementId> nextFrame;    ///< elements to frame then
    std::map<ElementId, Viewport> views; ///< as scopes were left, by scope
    std::unique_ptr<LayoutWorker> worker;

    // The picture without marks, kept between frames.
    QPixmap layer;
    Viewport layerView;
    bool layerValid = false;
    std::shared_ptr<const Scene> layerScene;

    // The texts over it, where they were painted last.
    std::vector<SceneLabel> labels;
    Viewport labelView;
    bool labelsValid = false;

    // Pointer.
    QPointF pressedAt;
    QPointF lastDrag;
    ElementId hintOf;
    QString hint;
    bool pressed = false;
    bool dragging = false;
    bool minimapDragging = false;
    bool minimapVisible = true;
    bool volumesVisible = false;
    QPixmap minimap;
    std::array<QRectF, 2> legendPlaces; ///< the same, of nodes and of edges
    QRectF minimapPlace;                ///< as it was painted last; null: it was not

    const Theme& theme() const { return Theme::of(themeKind); }
    layout::Options options() const;
    void take(ir::DocumentPtr next);
    void requestLayout();
    void takeScene(std::shared_ptr<const Scene> next);
    void keepPlace(const Scene* before, const Scene& now);
    ElementId anchorNow() const;
    void lookAtNewScope();

    ElementId root() const { return scopes.empty() ? ElementId{} : scopes.back(); }
    void show(ElementId scope);
    void visit();
    void goTo(const std::optional<Visit>& visit);
    ElementId scopeOutside() const;
    bool isDrawn(ElementId id) const;
    bool uncover(ElementId id);
    void frameNow(const std::vector<ElementId>& ids);

    /// A widget that was never shown has had no resize event.
    void syncSize();
    bool showsAllAsFramed() const;
    void viewMoved();
    void repaintAll();
    void placeLabelsAnew();
    void updateLabels(ScenePainter& painter);
    std::vector<QRectF> labelPlaces() const;
    void updateLayer();
    void paintLayerArea(QPainter& painter, const QRectF& widgetArea);
    void placeLegends(const ScenePainter& painter);
    void placeMinimap();
    void paintMinimap(QPainter& painter);
    void makeMinimap(const QSize& size);
    void moveToMinimapPoint(const QPointF& at);

    void select(std::vector<ElementId> ids, bool visit);
    void hover(ElementId id);
    bool isEdge(ElementId id) const;
    /// Of a single edge.
    std::vector<ElementId> treeOf(const std::vector<ElementId>& ids) const;
    void reveal(ElementId id);
    void moveSelection(Direction direction);
    void arrowPressed(Direction direction, Qt::KeyboardModifiers modifiers);
    void step(bool inwards);
    bool isOnSign(ElementId id, const QPointF& at) const;
    void escape();
    QRectF rectOf(const std::vector<ElementId>& ids) const;
};

} // namespace mw::viewers

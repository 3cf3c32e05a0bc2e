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
    std::set<ElementId> collapsed;
    Marks marks;
    Viewport view;
    VisitHistory history;

    // Layout.
    std::uint64_t requests = 0;
    bool layoutRunning = false;
    bool everFramed = false;
    std::optional<Viewport> framed; ///< as fitAll() left the camera
    /// Element that has to stay where it is on the widget when the next scene comes.
    ElementId anchor;
    std::unique_ptr<LayoutWorker> worker;

    // The picture without marks, kept between frames.
    QPixmap layer;
    Viewport layerView;
    bool layerValid = false;
    std::shared_ptr<const Scene> layerScene;

    // Pointer.
    QPointF pressedAt;
    QPointF lastDrag;
    bool pressed = false;
    bool dragging = false;
    bool minimapDragging = false;
    bool minimapVisible = true;
    QPixmap minimap;
    QRectF minimapPlace; ///< as it was painted last; null: it was not

    const Theme& theme() const { return Theme::of(themeKind); }
    layout::Options options() const;
    void requestLayout();
    void takeScene(std::shared_ptr<const Scene> next);
    void keepPlace(const Scene* before, const Scene& now);
    ElementId anchorNow() const;

    /// A widget that was never shown has had no resize event.
    void syncSize();
    bool showsAllAsFramed() const;
    void viewMoved();
    void repaintAll();
    void updateLayer();
    void paintLayerArea(QPainter& painter, const QRectF& widgetArea);
    void placeMinimap();
    void paintMinimap(QPainter& painter);
    void makeMinimap(const QSize& size);
    void moveToMinimapPoint(const QPointF& at);

    void select(std::vector<ElementId> ids, bool visit);
    void hover(ElementId id);
    void reveal(ElementId id);
    void moveSelection(Direction direction);
    void arrowPressed(Direction direction, Qt::KeyboardModifiers modifiers);
    void step(bool inwards);
    void escape();
    QRectF rectOf(const std::vector<ElementId>& ids) const;
};

} // namespace mw::viewers

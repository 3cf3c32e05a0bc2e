#pragma once

#include "core/ir/sdfg.h"
#include "core/support/id.h"
#include "viewers/canvas/colouring.h"
#include "viewers/theme/theme.h"

#include <QString>
#include <QWidget>

#include <map>
#include <memory>
#include <set>
#include <vector>

class QPainter;

namespace mw::viewers {

class Scene;

/// The graph, drawn: one painted widget over a flat scene with a spatial index. Layout runs off the
/// GUI thread; the newest request supersedes older ones, and the old picture stays until the new
/// one is ready.
class GraphCanvas : public QWidget {
    Q_OBJECT

public:
    explicit GraphCanvas(QWidget* parent = nullptr);
    ~GraphCanvas() override;

    /// Starts the layout of `document` (null: empties the canvas). Selection, collapsed scopes and
    /// the place that is looked at are kept as far as their elements survive.
    void setDocument(ir::DocumentPtr document);
    const ir::DocumentPtr& document() const;
    /// Before another program is shown: forgets the picture, what is selected, marked, folded
    /// and was visited (ids of one program mean nothing in another), and frames the next picture.
    void startOver();
    /// Of the same program: its pictures are known here too, and the next ones keep their order.
    void takePicturesOf(const GraphCanvas& other);
    /// Lays out at once, in this thread; for exports, tests and benchmarks.
    void setDocumentNow(ir::DocumentPtr document);
    bool isLayoutRunning() const;

    void setTheme(ThemeKind kind);
    ThemeKind theme() const;

    void setSelection(std::vector<ElementId> selection);
    const std::vector<ElementId>& selection() const;
    /// What lies there, unless it is one of those that are selected.
    void selectForMenu(const QPoint& at);
    ElementId hovered() const;
    /// Elements marked besides the selection: the reasons of a refusal, search hits, findings.
    void setHighlights(std::vector<ElementId> highlights);
    /// What colours of nodes and scopes, and of edges, say.
    void setColouring(Colouring nodes, Colouring edges);
    const Colouring& nodeColouring() const;
    const Colouring& edgeColouring() const;
    /// Numbers of edges, drawn while they are wanted.
    void setNumbers(std::map<ElementId, QString> numbers);
    /// Short texts drawn on elements (a measured time on its map), by element.
    void setAnnotations(std::map<ElementId, QString> annotations);

    // The scope that is shown alone. A new program is shown from where its dataflow is; nested
    // SDFGs are blocks until they are expanded or gone into.
    ElementId root() const; ///< a map, a nested SDFG's node, a block; 0: the whole program
    /// Scopes from the outermost one to what is shown, itself last; empty: the whole program.
    const std::vector<ElementId>& scopes() const;
    /// Shows a scope alone (0: the whole program); nothing where the element is none.
    void enter(ElementId scope);
    void leave(); ///< shows what is around
    bool isScope(ElementId id) const;

    // The content of the picture.
    void setCollapsed(const std::set<ElementId>& collapsed);
    const std::set<ElementId>& collapsed() const;
    void toggleCollapsed(ElementId id);
    void collapseAll();
    void expandAll();
    void setMinimapVisible(bool visible);
    bool isMinimapVisible() const;
    /// What is drawn; null: nothing.
    const std::shared_ptr<const Scene>& scene() const;
    /// Where the minimap was painted last, in the widget: never over something of the graph. Null
    /// where all is in sight, or no place is free.
    QRectF minimapPlace() const;
    void setVolumesVisible(bool visible); ///< numbers at the edges
    bool areVolumesVisible() const;

    // The camera. Scale 1 is 100 %.
    /// Goes to the scope that shows the first of them, if it is another one.
    void frame(const std::vector<ElementId>& ids);
    void frameSelection();
    void fitAll();
    void zoomIn();
    void zoomOut();
    void zoomTo100();
    void zoomAt(const QPointF& widgetPosition, double factor);
    double scale() const;
    QPointF centre() const; ///< scene point in the widget's middle
    void setView(const QPointF& centre, double scale);
    void goBack();    ///< visited elements, as Alt+Left
    void goForward(); ///< as Alt+Right

    QPointF toScene(const QPointF& widgetPosition) const;
    QPointF toWidget(const QPointF& scenePosition) const;
    ElementId elementAt(const QPointF& widgetPosition) const;
    QRectF elementRect(ElementId id) const; ///< scene coordinates; null when not shown
    QRectF sceneRect() const;
    QString toolTipText(ElementId id) const;
    /// More to say about the element under the pointer, first in its tool tip: it takes a while to
    /// work out. Goes when the pointer does.
    void setHint(ElementId id, const QString& text);

    /// Draws the whole graph into `size` with the painter code of the widget, without selection,
    /// hover and minimap.
    void render(QPainter& painter, QSize size) const;
    using QWidget::render;

    QSize sizeHint() const override;

signals:
    void layoutFinished();
    void selectionChanged(const std::vector<mw::ElementId>& selection);
    void hoverChanged(mw::ElementId id);
    void viewMoved(); ///< the camera shows another part of the scene
    void searchRequested();
    void volumesToggled(); ///< numbers at the edges are wanted, or no more

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

} // namespace mw::viewers

#pragma once

#include "core/ir/sdfg.h"
#include "core/support/id.h"
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
    /// Lays out at once, in this thread; for exports, tests and benchmarks.
    void setDocumentNow(ir::DocumentPtr document);
    bool isLayoutRunning() const;

    void setTheme(ThemeKind kind);
    ThemeKind theme() const;

    void setSelection(std::vector<ElementId> selection);
    const std::vector<ElementId>& selection() const;
    ElementId hovered() const;
    /// Elements marked besides the selection: the reasons of a refusal, search hits, findings.
    void setHighlights(std::vector<ElementId> highlights);
    /// Colours elements by a value in 0..1 (none: no heat); the legend names the quantity, and its
    /// ends.
    void setHeat(std::map<ElementId, double> heat, const QString& legend,
                 const QString& low = QString(), const QString& high = QString());
    /// Short texts drawn on elements (a measured time on its map), by element.
    void setAnnotations(std::map<ElementId, QString> annotations);

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

    /// Draws the whole graph into `size` with the painter code of the widget, without selection,
    /// hover and minimap.
    void render(QPainter& painter, QSize size) const;
    using QWidget::render;

    QSize sizeHint() const override;

signals:
    void layoutFinished();
    void selectionChanged(const std::vector<mw::ElementId>& selection);
    void hoverChanged(mw::ElementId id);
    void searchRequested();

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
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

} // namespace mw::viewers

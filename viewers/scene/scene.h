#pragma once

#include "core/ir/index.h"
#include "core/ir/sdfg.h"
#include "viewers/layout/layout.h"
#include "viewers/scene/grid_index.h"
#include "viewers/scene/short_names.h"

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <memory>
#include <unordered_map>
#include <vector>

namespace mw::viewers {

using layout::BoxKind;
using layout::LineKind;

struct SceneBox {
    ElementId id;
    BoxKind kind = BoxKind::tasklet;
    int parent = -1; ///< index; -1 at the top
    int end = 0;     ///< one past the last box inside
    int depth = 0;
    QRectF rect;
    double header = 0;
    bool container = false;
    bool expandable = false;
    bool collapsed = false;
    bool flatHeader = false;
    QString title;
    QStringList lines;
    QString tag;
    TellingPart telling; ///< of the title, among those of its neighbours
};

struct SceneLine {
    ElementId id;
    LineKind kind = LineKind::data;
    int container = -1;
    ElementId from;
    ElementId to;
    QPolygonF curve; ///< start, then (control, control, end) per cubic piece
    QRectF bounds;
    QString label;
    QPointF labelAt;
};

struct ScenePort {
    QPointF at;
    int box = 0;
    bool inside = false;
};

/// What the canvas draws: flat vectors of shapes with an index by place and by id. Immutable, so it
/// can be made in a worker thread and shared.
class Scene {
public:
    Scene(const ir::DocumentPtr& document, layout::Layout layout);

    const std::vector<SceneBox>& boxes() const { return boxes_; }
    const std::vector<SceneLine>& lines() const { return lines_; }
    const std::vector<ScenePort>& ports() const { return ports_; }
    QRectF bounds() const { return bounds_; }
    ElementId root() const { return root_; } ///< the scope that is shown alone; 0: the program
    const ir::DocumentIndex& document() const { return index_; }

    /// Boxes and lines that meet `area`, in paint order.
    std::vector<int> boxesIn(const QRectF& area) const { return boxIndex_.query(area); }
    /// One of the boxes that meet `area` is so.
    template <class IsSo>
    bool anyBoxIn(const QRectF& area, const IsSo& isSo) const {
        return boxIndex_.any(area, isSo);
    }
    std::vector<int> linesIn(const QRectF& area) const { return lineIndex_.query(area); }
    std::vector<int> portsIn(const QRectF& area) const { return portIndex_.query(area); }

    /// Index of the box that shows `id`, of the innermost enclosing one where it is inside a
    /// collapsed scope; -1 when the document has no such element or `id` is a drawn line.
    int boxOf(ElementId id) const;
    int lineOf(ElementId id) const; ///< -1: not drawn
    QRectF rectOf(ElementId id) const;

    /// What lies under a point: a line within `tolerance`, else the innermost box; 0: nothing.
    ElementId hit(const QPointF& at, double tolerance) const;

    /// Access nodes and edges of the same data as `id`, through nested SDFGs, itself included.
    std::vector<ElementId> sameData(ElementId id) const;
    /// Boxes at the other ends of a box's lines, in line order.
    std::vector<int> successors(int box) const;
    std::vector<int> predecessors(int box) const;

    QString toolTip(ElementId id) const;

private:
    void findTellingParts();
    void takeLines(std::vector<layout::Line> lines);

    ir::DocumentIndex index_;
    ElementId root_;
    std::vector<SceneBox> boxes_;
    std::vector<SceneLine> lines_;
    std::vector<ScenePort> ports_;
    QRectF bounds_;
    GridIndex boxIndex_;
    GridIndex lineIndex_;
    GridIndex portIndex_;
    std::unordered_map<std::uint32_t, int> boxById_;
    std::unordered_map<std::uint32_t, int> lineById_;
    std::vector<std::vector<int>> linesFrom_; ///< per box
    std::vector<std::vector<int>> linesTo_;
};

/// Distance from a point to a curve (start, then control, control, end), in scene units.
double distanceTo(const QPolygonF& curve, const QPointF& at);

/// The name of an element in one line.
QString elementName(const ir::DocumentIndex& index, ElementId id);

} // namespace mw::viewers

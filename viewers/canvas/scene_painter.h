#pragma once

#include "viewers/canvas/colouring.h"
#include "viewers/scene/scene.h"
#include "viewers/theme/theme.h"

#include <QRectF>
#include <QString>

#include <array>
#include <map>
#include <unordered_set>
#include <vector>

class QPainter;
class QPen;

namespace mw::viewers {

/// What is drawn over the plain picture.
struct Marks {
    std::vector<ElementId> selection;
    std::vector<ElementId> highlights;
    std::vector<ElementId> sameData; ///< of what the pointer is over
    /// Edges that carry on what the one under the pointer, or the selected one, moves.
    std::vector<ElementId> hoveredTree, selectedTree;
    ElementId hovered;
    Colouring nodes, edges;
    std::map<ElementId, QString> annotations; ///< short texts on boxes
    std::map<ElementId, QString> numbers;     ///< of edges
};

/// A text of fixed size over the picture, in device coordinates.
struct SceneLabel {
    enum class Kind : std::uint8_t {
        name,   ///< of a container whose own text is too small
        badge,  ///< what is said about a box
        number, ///< at a line
    };
    Kind kind = Kind::name;
    int index = 0; ///< of the box or line in the scene
    QRectF place;
    QString text;
};

/// A pen whose width is in pixels, whatever the scale.
QPen hairline(const QColor& colour, double width = 1);

/// Draws a Scene. The painter must map scene coordinates to the device with one scale factor (and a
/// translation); sizes in pixels refer to logical pixels of the device. Detail follows the scale:
/// text from kReadablePixels on, blocks with labels far out.
class ScenePainter {
public:
    ScenePainter(const Scene& scene, const Theme& theme, const Marks& marks, double scale);

    /// Boxes, lines, text: everything that only depends on scene, heat and scale.
    void paintBase(QPainter& painter, const QRectF& area);
    /// Labels that cover neither each other nor texts of the picture: of scopes whose own text is
    /// too small, then annotations and numbers where there is room left.
    std::vector<SceneLabel> labels(const QRectF& area, const QTransform& toDevice);
    void paintLabels(QPainter& painter, const std::vector<SceneLabel>& labels) const;
    /// Selection, highlights, hover.
    void paintMarks(QPainter& painter, const QRectF& area);
    /// Path of the scopes around the middle of `area` whose headers are out of view, at the upper
    /// left of `frame` in device coordinates.
    void paintPath(QPainter& painter, const QRectF& area, const QRectF& frame) const;
    /// What colours mean, of nodes and of edges, in device coordinates.
    void paintLegends(QPainter& painter, const std::array<QRectF, 2>& places) const;
    /// At the lower left of `frame`; null where there is none.
    std::array<QRectF, 2> legendPlaces(const QRectF& frame) const;

    static constexpr double kReadablePixels = 6.5;
    /// Texts of the scene, at this scale.
    static bool isReadable(const Theme& theme, double scale) {
        return theme.mono.pixelSize() * scale >= kReadablePixels;
    }

private:
    struct Style {
        QColor fill;
        QColor stroke;
    };
    Style styleOf(const SceneBox& box) const;
    QColor headerOf(const SceneBox& box) const;
    bool textVisible() const { return fontPixels_ * scale_ >= kReadablePixels; }
    bool isBlock(const SceneBox& box) const;

    void findVisible(const QRectF& area);
    void paintContainers(QPainter& painter);
    void paintContainer(QPainter& painter, const SceneBox& box);
    void paintHeaderText(QPainter& painter, const SceneBox& box, const QColor& ink);
    void paintLines(QPainter& painter, const QRectF& area);
    void paintCurves(QPainter& painter, const std::vector<int>& lines);
    void paintSegments(QPainter& painter, const std::vector<int>& lines);
    void paintArrow(QPainter& painter, const SceneLine& line, const QColor& colour);
    QColor lineColour(const SceneLine& line) const;
    void paintLeaves(QPainter& painter);
    void paintPlainLeaves(QPainter& painter);
    void paintLeaf(QPainter& painter, const SceneBox& box);
    void paintLeafText(QPainter& painter, const SceneBox& box, const QColor& ink);
    void paintPorts(QPainter& painter, const QRectF& area);
    void outline(QPainter& painter, ElementId id, const QColor& colour, double pixels, bool filled);
    QRectF headerText(const SceneBox& box) const;
    bool coversOthers(int box, const QRectF& place) const;
    bool coversInside(int box, const QRectF& place) const; ///< containers in it

    const Scene& scene_;
    const Theme& theme_;
    const Marks& marks_;
    double scale_;
    double fontPixels_;
    double lineHeight_;
    double advance_;
    std::vector<int> visible_; ///< boxes to draw, in order
    std::vector<char> hidden_; ///< containers whose content is not drawn
};

} // namespace mw::viewers

#pragma once

#include "viewers/scene/scene.h"
#include "viewers/theme/theme.h"

#include <QRectF>
#include <QString>

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
    ElementId hovered;
    std::map<ElementId, double> heat; ///< 0..1
    QString heatLegend, heatLow, heatHigh;
    std::map<ElementId, QString> annotations;
    bool volumes = false;
};

/// A pen whose width is in pixels, whatever the scale.
QPen hairline(const QColor& colour, double width = 1);

/// Where a name of this width may stand in a box on the screen (pixels), best first, where a badge
/// of the width `badge` (0: none) lies over the upper right corner: at the top, below the badge,
/// beside it as far as there is room.
std::vector<QRectF> namePlaces(const QRectF& box, double name, double badge);

/// Draws a Scene. The painter must map scene coordinates to the device with one scale factor (and a
/// translation); sizes in pixels refer to logical pixels of the device. Detail follows the scale:
/// text from kReadablePixels on, blocks with labels far out.
class ScenePainter {
public:
    ScenePainter(const Scene& scene, const Theme& theme, const Marks& marks, double scale);

    /// Boxes, lines, text: everything that only depends on scene, heat and scale.
    void paintBase(QPainter& painter, const QRectF& area);
    /// Labels of fixed size for scopes whose own text is too small, annotations, volumes.
    void paintLabels(QPainter& painter, const QRectF& area);
    /// Selection, highlights, hover.
    void paintMarks(QPainter& painter, const QRectF& area);
    /// Path of the scopes around the middle of `area` whose headers are out of view, at the upper
    /// left of `frame` in device coordinates.
    void paintPath(QPainter& painter, const QRectF& area, const QRectF& frame) const;
    /// Colour bar with its ends, in device coordinates, at the lower left of `frame`.
    void paintLegend(QPainter& painter, const QRectF& frame) const;
    static QRectF legendRect(const QRectF& frame);

    static constexpr double kReadablePixels = 6.5;

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
    void tab(QPainter& painter, QRectF rect, const QString& text, const QColor& fill,
             const QColor& ink);

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

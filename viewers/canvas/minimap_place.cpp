// Looks for a corner of the canvas where nothing is.
#include "viewers/canvas/minimap_place.h"

#include <algorithm>

namespace mw::viewers {

namespace {

constexpr double kBorderMargin = 10; ///< to the widget's border
constexpr double kTop = 34;          ///< the same above, where the path to what is shown stands
constexpr double kAir = 4;           ///< to what is beside it
constexpr int kBorderSteps = 12;     ///< along a border of the widget
constexpr int kChords = 12;          ///< of a cubic piece of a line

QPointF onCubic(const QPolygonF& curve, qsizetype from, double t) {
    const double s = 1 - t;
    return s * s * s * curve[from] + 3 * s * s * t * curve[from + 1] +
           3 * s * t * t * curve[from + 2] + t * t * t * curve[from + 3];
}

bool meets(const SceneLine& line, const QRectF& area) {
    for (qsizetype from = 0; from + 3 < line.curve.size(); from += 3)
        for (int chord = 0; chord < kChords; ++chord) {
            const QRectF box =
                QRectF(onCubic(line.curve, from, static_cast<double>(chord) / kChords),
                       onCubic(line.curve, from, static_cast<double>(chord + 1) / kChords))
                    .normalized()
                    .adjusted(-1, -1, 1, 1);
            if (box.intersects(area))
                return true;
        }
    return false;
}

bool meets(const SceneBox& box, const QRectF& area) {
    const QRectF ground = box.rect.adjusted(0, box.header, 0, 0);
    return box.rect.intersects(area) && (!box.container || box.collapsed || !ground.contains(area));
}

} // namespace

bool coversScene(const Scene& scene, const Viewport& view, const QRectF& area) {
    const QRectF there = view.toScene(area.adjusted(-kAir, -kAir, kAir, kAir));
    const auto boxes = scene.boxesIn(there);
    const auto lines = scene.linesIn(there);
    return std::ranges::any_of(boxes,
                               [&](int box) {
                                   return meets(scene.boxes()[static_cast<std::size_t>(box)],
                                                there);
                               }) ||
           std::ranges::any_of(lines, [&](int line) {
               return meets(scene.lines()[static_cast<std::size_t>(line)], there);
           });
}

QRectF freePlace(const Scene& scene, const Viewport& view, QSizeF size,
                 const std::vector<QRectF>& taken, const QRectF& before) {
    const double right = view.size.width() - size.width() - kBorderMargin;
    const double bottom = view.size.height() - size.height() - kBorderMargin;
    std::vector<QRectF> places;
    if (before.size() == size && QRectF(kBorderMargin, kTop, right - kBorderMargin, bottom - kTop)
                                     .adjusted(0, 0, 1, 1)
                                     .contains(before.topLeft()))
        places.push_back(before);
    for (const QPointF corner : {QPointF(right, bottom), QPointF(kBorderMargin, bottom),
                                 QPointF(right, kTop), QPointF(kBorderMargin, kTop)})
        places.emplace_back(corner, size);
    for (int step = 1; step < kBorderSteps; ++step) {
        const double share = static_cast<double>(step) / kBorderSteps;
        const double y = bottom + (kTop - bottom) * share;
        places.emplace_back(QPointF(right, y), size);
        places.emplace_back(QPointF(kBorderMargin, y), size);
        places.emplace_back(QPointF(right + (kBorderMargin - right) * share, bottom), size);
    }
    for (const QRectF& place : places)
        if (std::ranges::none_of(taken, [&](const QRectF& one) { return one.intersects(place); }) &&
            !coversScene(scene, view, place))
            return place;
    return {};
}

} // namespace mw::viewers

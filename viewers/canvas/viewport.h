#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QTransform>

#include <algorithm>
#include <cmath>

namespace mw::viewers {

/// Which part of the scene a widget shows: a scene point in its middle and a scale.
struct Viewport {
    QPointF centre;
    double scale = 1;
    QSizeF size; ///< of the widget, logical pixels
    double pixelRatio = 1;

    bool operator==(const Viewport&) const = default;

    static constexpr double kMinScale = 0.005;
    static constexpr double kMaxScale = 6;

    /// Place of the scene's origin in the widget, on whole device pixels: panning moves pixels.
    QPointF offset() const {
        const auto whole = [this](double v) { return std::round(v * pixelRatio) / pixelRatio; };
        return {whole(size.width() / 2 - centre.x() * scale),
                whole(size.height() / 2 - centre.y() * scale)};
    }
    QTransform transform() const {
        const QPointF o = offset();
        return {scale, 0, 0, scale, o.x(), o.y()};
    }
    QPointF toScene(const QPointF& p) const { return (p - offset()) / scale; }
    QPointF toWidget(const QPointF& p) const { return p * scale + offset(); }
    QRectF toScene(const QRectF& r) const { return {toScene(r.topLeft()), r.size() / scale}; }
    QRectF toWidget(const QRectF& r) const { return {toWidget(r.topLeft()), r.size() * scale}; }
    QRectF visible() const { return toScene(QRectF(QPointF(0, 0), size)); }

    /// Keeps the scene point under `anchor` where it is.
    void zoomAt(const QPointF& anchor, double newScale) {
        newScale = std::clamp(newScale, kMinScale, kMaxScale);
        const QPointF fixed =
            centre + (anchor - QPointF(size.width() / 2, size.height() / 2)) / scale;
        centre = fixed - (anchor - QPointF(size.width() / 2, size.height() / 2)) / newScale;
        scale = newScale;
    }
    void frame(const QRectF& area, double margin, double maxScale) {
        if (area.isEmpty() || size.isEmpty())
            return;
        const double wide = std::max(size.width() - 2 * margin, 10.0) / area.width();
        const double high = std::max(size.height() - 2 * margin, 10.0) / area.height();
        scale = std::clamp(std::min({wide, high, maxScale}), kMinScale, kMaxScale);
        centre = area.center();
    }
};

} // namespace mw::viewers

#pragma once

#include "core/support/expected.h"

#include <QSize>
#include <QString>

#include <functional>

class QPainter;

namespace mw::viewers {

class GraphCanvas;

/// What a view draws of all that it has, at its natural size.
struct Picture {
    QSize size; ///< empty: there is nothing
    std::function<void(QPainter&, QSize)> paint;
};
/// The whole graph as the canvas shows it (theme, collapsed scopes, heat).
Picture pictureOf(const GraphCanvas& canvas);

/// Writes a picture. `pixelRatio` scales it; very large ones are limited to 16384 pixels a side.
Expected<void> exportPng(const Picture& picture, const QString& path, double pixelRatio = 1);
Expected<void> exportSvg(const Picture& picture, const QString& path);
Expected<void> exportPdf(const Picture& picture, const QString& path);

} // namespace mw::viewers

#pragma once

#include "core/support/expected.h"

#include <QString>

namespace mw::viewers {

class GraphCanvas;

/// Writes the whole graph as the canvas shows it (theme, collapsed scopes, heat). `pixelRatio`
/// scales the picture; very large graphs are limited to 16384 pixels a side.
Expected<void> exportPng(const GraphCanvas& canvas, const QString& path, double pixelRatio = 1);
Expected<void> exportSvg(const GraphCanvas& canvas, const QString& path);
Expected<void> exportPdf(const GraphCanvas& canvas, const QString& path);

} // namespace mw::viewers

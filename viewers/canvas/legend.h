#pragma once

#include "viewers/canvas/colouring.h"

#include <QRectF>
#include <QSizeF>

class QPainter;

// What the colours of a picture mean, with numbers.

namespace mw::viewers {

/// In the size of its texts.
QSizeF legendSize(const Colouring& colouring, const Theme& theme);
void paintLegend(QPainter& painter, const Colouring& colouring, const Theme& theme,
                 const QRectF& place);
/// The same in one line of `place`, as much of it as there is room for.
void paintLegendLine(QPainter& painter, const Colouring& colouring, const Theme& theme,
                     const QRectF& place);

} // namespace mw::viewers

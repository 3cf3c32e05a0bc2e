#pragma once

#include "viewers/canvas/viewport.h"
#include "viewers/scene/scene.h"

#include <vector>

namespace mw::viewers {

/// Whether a picture over this area of the widget would cover something of the scene: a box, the
/// border or header of a container, a line. The empty ground inside a container is nothing.
bool coversScene(const Scene& scene, const Viewport& view, const QRectF& area);

/// A place of this size in a corner of the widget, else along its borders, where it covers nothing
/// of the scene and none of `taken`; `before`, where that is such a place still, so that nothing
/// jumps. Null: there is none.
QRectF freePlace(const Scene& scene, const Viewport& view, QSizeF size,
                 const std::vector<QRectF>& taken, const QRectF& before);

} // namespace mw::viewers

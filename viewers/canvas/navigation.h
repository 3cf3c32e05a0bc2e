#pragma once

#include "viewers/scene/scene.h"

#include <vector>

namespace mw::viewers {

enum class Direction { left, right, up, down };

/// The box that an arrow key goes to from `id`: up and down follow lines first (the nearest end),
/// then the nearest sibling in that direction. 0: none.
ElementId neighbour(const Scene& scene, ElementId id, Direction direction);
ElementId inside(const Scene& scene, ElementId id); ///< first element within a scope
ElementId enclosing(const Scene& scene, ElementId id);

/// Elements that were looked at, as a browser keeps pages.
class VisitHistory {
public:
    void visit(ElementId id);
    ElementId back();    ///< 0: at the beginning
    ElementId forward(); ///< 0: at the end

private:
    std::vector<ElementId> visits_;
    std::size_t next_ = 0; ///< one past the current one
};

} // namespace mw::viewers

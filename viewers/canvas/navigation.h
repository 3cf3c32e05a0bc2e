#pragma once

#include "viewers/scene/scene.h"

#include <optional>
#include <vector>

namespace mw::viewers {

enum class Direction { left, right, up, down };

/// The box that an arrow key goes to from `id`: up and down follow lines first (the nearest end),
/// then the nearest sibling in that direction. 0: none.
ElementId neighbour(const Scene& scene, ElementId id, Direction direction);
ElementId inside(const Scene& scene, ElementId id); ///< first element within a scope
ElementId enclosing(const Scene& scene, ElementId id);

struct Visit {
    ElementId root; ///< the scope that was shown
    ElementId element;

    bool operator==(const Visit&) const = default;
};

/// What was looked at, as a browser keeps pages.
class VisitHistory {
public:
    void visit(Visit visit);
    std::optional<Visit> back();    ///< nullopt: at the beginning
    std::optional<Visit> forward(); ///< nullopt: at the end

private:
    std::vector<Visit> visits_;
    std::size_t next_ = 0; ///< one past the current one
};

} // namespace mw::viewers

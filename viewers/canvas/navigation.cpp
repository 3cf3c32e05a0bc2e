// Where arrow keys lead from an element, and the way back.
#include "viewers/canvas/navigation.h"

#include "core/support/index.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mw::viewers {

namespace {

constexpr std::size_t kMaxVisits = 200;

QPointF unit(Direction direction) {
    switch (direction) {
    case Direction::left:
        return {-1, 0};
    case Direction::right:
        return {1, 0};
    case Direction::up:
        return {0, -1};
    case Direction::down:
        break;
    }
    return {0, 1};
}

/// Distance with the way across counted double; infinite against the direction.
double cost(const QRectF& from, const QRectF& to, Direction direction) {
    const QPointF d = unit(direction);
    const QPointF between = to.center() - from.center();
    const double along = QPointF::dotProduct(between, d);
    const double across = std::abs(between.x() * d.y() - between.y() * d.x());
    return along > 1 ? along + 2 * across : std::numeric_limits<double>::infinity();
}

ElementId nearest(const Scene& scene, int from, const std::vector<int>& candidates,
                  Direction direction) {
    ElementId best;
    double least = std::numeric_limits<double>::infinity();
    const auto& boxes = scene.boxes();
    for (const int i : candidates) {
        const double c = cost(boxes[asIndex(from)].rect, boxes[asIndex(i)].rect, direction);
        if (i != from && c < least) {
            least = c;
            best = boxes[asIndex(i)].id;
        }
    }
    return best;
}

std::vector<int> siblings(const Scene& scene, int box) {
    const auto& boxes = scene.boxes();
    const int parent = boxes[asIndex(box)].parent;
    const int begin = parent < 0 ? 0 : parent + 1;
    const int end = parent < 0 ? static_cast<int>(boxes.size()) : boxes[asIndex(parent)].end;
    std::vector<int> result;
    for (int i = begin; i < end; i = boxes[asIndex(i)].end)
        result.push_back(i);
    return result;
}

} // namespace

ElementId neighbour(const Scene& scene, ElementId id, Direction direction) {
    if (const int line = scene.lineOf(id); line >= 0) { // from an edge to its ends
        const auto& l = scene.lines()[asIndex(line)];
        const bool back = direction == Direction::up || direction == Direction::left;
        const int box = scene.boxOf(back ? l.from : l.to);
        return box >= 0 ? scene.boxes()[asIndex(box)].id : ElementId{};
    }
    const int box = scene.boxOf(id);
    if (box < 0)
        return {};
    std::vector<int> linked;
    if (direction == Direction::down)
        linked = scene.successors(box);
    else if (direction == Direction::up)
        linked = scene.predecessors(box);
    const auto& boxes = scene.boxes();
    std::erase_if(linked, [&](int i) { // neither what is inside nor what is around it
        const bool isInside = i > box && i < boxes[asIndex(box)].end;
        const bool isAround = i < box && box < boxes[asIndex(i)].end;
        return isInside || isAround;
    });
    if (const ElementId found = nearest(scene, box, linked, direction))
        return found;
    return nearest(scene, box, siblings(scene, box), direction);
}

ElementId inside(const Scene& scene, ElementId id) {
    const int box = scene.boxOf(id);
    if (box < 0 || scene.boxes()[asIndex(box)].end <= box + 1)
        return {};
    const auto& first = scene.boxes()[asIndex(box) + 1];
    // A frame that is not drawn (the only state of a nested SDFG) is passed through.
    const bool drawn = first.header > 0 || !first.container;
    return drawn ? first.id : inside(scene, first.id);
}

ElementId enclosing(const Scene& scene, ElementId id) {
    if (const int line = scene.lineOf(id); line >= 0) {
        const int container = scene.lines()[asIndex(line)].container;
        return container >= 0 ? scene.boxes()[asIndex(container)].id : ElementId{};
    }
    const int box = scene.boxOf(id);
    if (box < 0)
        return {};
    int parent = scene.boxes()[asIndex(box)].parent;
    while (parent >= 0 && scene.boxes()[asIndex(parent)].header <= 0)
        parent = scene.boxes()[asIndex(parent)].parent;
    return parent >= 0 ? scene.boxes()[asIndex(parent)].id : ElementId{};
}

void VisitHistory::visit(Visit visit) {
    if (next_ > 0 && visits_[next_ - 1] == visit)
        return;
    visits_.resize(next_);
    visits_.push_back(visit);
    if (visits_.size() > kMaxVisits)
        visits_.erase(visits_.begin());
    next_ = visits_.size();
}

std::optional<Visit> VisitHistory::back() {
    if (next_ < 2)
        return std::nullopt;
    --next_;
    return visits_[next_ - 1];
}

std::optional<Visit> VisitHistory::forward() {
    if (next_ >= visits_.size())
        return std::nullopt;
    ++next_;
    return visits_[next_ - 1];
}

} // namespace mw::viewers

// What a picture keeps of the one before: who stands left of whom, and who above.
#include "viewers/layout/order.h"

#include "core/support/hash.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace mw::layout {

namespace {

/// A node that both pictures have.
struct Shared {
    Rect before;
    Rect now;
};

bool areBeside(const Rect& a, const Rect& b) {
    return a.y < b.bottom() && b.y < a.bottom();
}
bool isLeft(const Rect& a, const Rect& b) {
    return a.right() <= b.x && areBeside(a, b);
}
Rect turned(const Rect& r) {
    return {r.y, r.x, r.h, r.w};
}

/// None has changed from left to right; with x and y turned, from above to below. Looks at those
/// alone that are beside each other now.
bool keepsSides(std::vector<Shared> nodes) {
    std::ranges::sort(nodes, {}, [](const Shared& node) { return node.now.y; });
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& a = nodes[i];
        for (std::size_t k = i + 1; k < nodes.size() && nodes[k].now.y < a.now.bottom(); ++k) {
            const auto& b = nodes[k];
            if ((isLeft(a.now, b.now) && isLeft(b.before, a.before)) ||
                (isLeft(b.now, a.now) && isLeft(a.before, b.before)))
                return false;
        }
    }
    return true;
}

/// Coordinates by their rank among all that there are.
class Marks {
public:
    void add(double at) { all_.push_back(at); }
    void sort() {
        std::ranges::sort(all_);
        all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
    }
    double of(double at) const {
        return static_cast<double>(std::ranges::lower_bound(all_, at) - all_.begin());
    }

private:
    std::vector<double> all_;
};

} // namespace

Order orderOf(const Layout& layout) {
    Order order;
    order.root = layout.root;
    for (const auto& box : layout.boxes)
        order.boxes.emplace(box.id, box.rect);
    for (const auto& line : layout.lines)
        if (!line.curve.empty())
            order.ends.emplace(line.id, std::pair{line.curve.front().x, line.curve.back().x});
    return order;
}

bool keepsOrder(const ScopeGraph& graph, const Placement& now) {
    std::vector<Shared> nodes;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        if (node.before && node.pin == ScopeNode::Pin::none)
            nodes.push_back(
                {*node.before, Rect{0, 0, node.size.w, node.size.h}.moved(now.nodes[i])});
    }
    if (!keepsSides(nodes))
        return false;
    for (auto& node : nodes)
        node = {turned(node.before), turned(node.now)};
    return keepsSides(std::move(nodes));
}

ScopeGraph withPlainOrder(ScopeGraph graph) {
    Marks x, y;
    for (const auto& node : graph.nodes)
        if (node.before) {
            x.add(node.before->x);
            x.add(node.before->right());
            y.add(node.before->y);
            y.add(node.before->bottom());
        }
    x.sort();
    y.sort();
    for (auto& node : graph.nodes)
        if (auto& place = node.before) {
            const double left = x.of(place->x), top = y.of(place->y);
            place = Rect{left, top, x.of(place->right()) - left, y.of(place->bottom()) - top};
        }
    return graph;
}

std::uint64_t hashWithOrder(const ScopeGraph& graph) {
    std::uint64_t hash = graph.hash();
    for (const auto& node : graph.nodes) {
        const Rect place = node.before.value_or(Rect{-1, -1, -1, -1});
        for (const double value : {place.x, place.y, place.w, place.h})
            hash = hashCombine(hash, std::bit_cast<std::uint64_t>(value));
    }
    return hash;
}

std::optional<Rect> around(const std::vector<std::optional<Rect>>& places) {
    std::optional<Rect> all;
    for (const auto& place : places) {
        if (!place)
            continue;
        if (!all) {
            all = place;
            continue;
        }
        const double right = std::max(all->right(), place->right());
        const double bottom = std::max(all->bottom(), place->bottom());
        all->x = std::min(all->x, place->x);
        all->y = std::min(all->y, place->y);
        all->w = right - all->x;
        all->h = bottom - all->y;
    }
    return all;
}

std::vector<std::size_t> inReadingOrder(const std::vector<Rect>& places) {
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return places[i].y; });
    for (auto first = order.begin(); first != order.end();) {
        double bottom = places[*first].bottom();
        auto end = first;
        // A row reaches as far down as its highest place.
        for (; end != order.end() && (end == first || places[*end].y < bottom); ++end)
            bottom = std::min(bottom, places[*end].bottom());
        std::ranges::stable_sort(first, end, {}, [&](std::size_t i) { return places[i].x; });
        first = end;
    }
    return order;
}

std::vector<int> keptInReadingOrder(std::vector<int> items,
                                    const std::vector<std::optional<Rect>>& before) {
    std::vector<std::size_t> positions;
    std::vector<int> known;
    std::vector<Rect> places;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (const auto& place = before[i]) {
            positions.push_back(i);
            known.push_back(items[i]);
            places.push_back(*place);
        }
    const auto order = inReadingOrder(places);
    for (std::size_t k = 0; k < order.size(); ++k)
        items[positions[k]] = known[order[k]];
    return items;
}

} // namespace mw::layout

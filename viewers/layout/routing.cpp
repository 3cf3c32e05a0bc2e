// Draws the curves of edges between placed nodes.
#include "viewers/layout/routing.h"

#include "core/support/index.h"
#include "viewers/layout/layered.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace mw::layout {

namespace {

constexpr double kMinGap = 26;
constexpr double kMaxGap = 96;
constexpr double kGapPerSlope = 0.055; ///< wider swings get a higher band
constexpr double kPinGap = 22;
constexpr double kLoopReach = 22;
constexpr double kPortDistance = 13;

class Router {
public:
    Router(const ScopeGraph& graph, const ScopePart& part, const Ranked& ranked,
           const std::vector<double>& middles)
        : graph_(graph), part_(part), ranked_(ranked), x_(middles) {
        local_.reserve(part.nodes.size());
        startX_.assign(ranked.routes.size(), 0);
        endX_.assign(ranked.routes.size(), 0);
    }

    RoutedPart run() {
        spreadEnds();
        rankHeights();
        placeNodes();
        drawCurves();
        drawLoops();
        normalise();
        return std::move(result_);
    }

private:
    const ScopeNode& scopeNode(int ranked) const {
        return graph_.nodes[asIndex(ranked_.graph.nodes[asIndex(ranked)].real)];
    }
    const ScopeEdge& edge(std::size_t route) const {
        return graph_.edges[asIndex(ranked_.routes[route].edge)];
    }

    struct End {
        std::size_t route;
        double towards;
    };
    using Groups = std::vector<std::vector<End>>; ///< ends at one border that share a place

    void spreadEnds();
    void spread(int node, Groups& groups, bool lower);
    void rankHeights();
    void placeNodes();
    void drawCurves();
    std::vector<Point> curve(std::size_t route) const;
    void drawLoops();
    void normalise();

    const ScopeGraph& graph_;
    const ScopePart& part_;
    const Ranked& ranked_;
    std::vector<double> x_;
    std::vector<int> local_;
    std::vector<double> startX_;
    std::vector<double> endX_;
    std::vector<double> top_;    ///< of each rank
    std::vector<double> height_; ///< of each rank
    std::vector<Point> corner_;  ///< of each real node, in ranked order
    RoutedPart result_;
};

void Router::spreadEnds() {
    std::map<int, std::map<long, std::vector<End>>> lower;
    std::map<int, std::map<long, std::vector<End>>> upper;
    for (std::size_t r = 0; r < ranked_.routes.size(); ++r) {
        const auto& route = ranked_.routes[r];
        const int first = route.path.front();
        const int last = route.path.back();
        const bool fixedStart = !route.reversed && edge(r).fromX.has_value();
        const bool fixedEnd = !route.reversed && edge(r).toX.has_value();
        startX_[r] = fixedStart ? x_[asIndex(first)] - scopeNode(first).size.w / 2 + *edge(r).fromX
                                : x_[asIndex(first)];
        endX_[r] = fixedEnd ? x_[asIndex(last)] - scopeNode(last).size.w / 2 + *edge(r).toX
                            : x_[asIndex(last)];
        const long own = 1L << 32U;
        if (!fixedStart)
            lower[first][route.reversed ? own + static_cast<long>(r) : edge(r).bundle].push_back(
                {r, fixedEnd && route.path.size() == 2 ? endX_[r] : x_[asIndex(route.path[1])]});
        if (!fixedEnd) // in the order in which those that come from one node leave it
            upper[last][static_cast<long>(r)].push_back(
                {r, fixedStart && route.path.size() == 2
                        ? startX_[r]
                        : x_[asIndex(route.path[route.path.size() - 2])]});
    }
    for (const bool isLower : {true, false}) {
        for (auto& [node, byKey] : isLower ? lower : upper) {
            Groups groups;
            for (auto& [key, ends] : byKey)
                groups.push_back(std::move(ends));
            spread(node, groups, isLower);
        }
    }
}

void Router::spread(int node, Groups& groups, bool lower) {
    const auto mean = [](const std::vector<End>& ends) {
        double sum = 0;
        for (const auto& e : ends)
            sum += e.towards;
        return sum / static_cast<double>(ends.size());
    };
    std::stable_sort(groups.begin(), groups.end(),
                     [&](const auto& a, const auto& b) { return mean(a) < mean(b); });
    const double width = scopeNode(node).size.w;
    const double room = std::max(0.0, width - 24);
    const auto count = static_cast<double>(groups.size());
    const double step = count > 1 ? std::min(kPortDistance, room / (count - 1)) : 0;
    const double middle = x_[asIndex(node)];
    std::vector<double> wish;
    const bool wide = width > 260; // a container: go straight where possible
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const double centred = middle + (static_cast<double>(i) - (count - 1) / 2) * step;
        const double straight = std::clamp(mean(groups[i]), middle - room / 2, middle + room / 2);
        wish.push_back(wide ? straight : centred);
    }
    std::vector<double> placed = wide ? separated(wish, std::vector<double>(wish.size(), 1),
                                                  std::vector<double>(wish.size(), step))
                                      : wish;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const double px = std::clamp(placed[i], middle - room / 2, middle + room / 2);
        for (const auto& end : groups[i])
            (lower ? startX_ : endX_)[end.route] = px;
    }
}

void Router::rankHeights() {
    const auto ranks = asIndex(ranked_.graph.ranks);
    height_.assign(ranks, 0);
    std::vector<char> pinned(ranks, 0);
    for (const auto& n : ranked_.graph.nodes) {
        height_[asIndex(n.rank)] = std::max(height_[asIndex(n.rank)], n.size.h);
        if (n.real >= 0 && graph_.nodes[asIndex(n.real)].pin != ScopeNode::Pin::none)
            pinned[asIndex(n.rank)] = 1;
    }
    std::vector<double> swing(ranks, 0); ///< below each rank
    for (std::size_t r = 0; r < ranked_.routes.size(); ++r) {
        const auto& path = ranked_.routes[r].path;
        for (std::size_t i = 0; i + 1 < path.size(); ++i) {
            const double a = i == 0 ? startX_[r] : x_[asIndex(path[i])];
            const double b = i + 2 == path.size() ? endX_[r] : x_[asIndex(path[i + 1])];
            auto& s = swing[asIndex(ranked_.graph.nodes[asIndex(path[i])].rank)];
            s = std::max(s, std::abs(a - b));
        }
    }
    top_.assign(ranks, 0);
    for (std::size_t r = 0; r + 1 < ranks; ++r) {
        const double least = pinned[r] || pinned[r + 1] ? kPinGap : kMinGap;
        const double gap = std::clamp(least - 6 + kGapPerSlope * swing[r], least, kMaxGap);
        top_[r + 1] = top_[r] + height_[r] + gap;
    }
}

void Router::placeNodes() {
    std::vector<int> in(ranked_.graph.nodes.size(), 0);
    std::vector<int> out(ranked_.graph.nodes.size(), 0);
    for (const auto& e : ranked_.graph.edges) {
        ++out[asIndex(e.from)];
        ++in[asIndex(e.to)];
    }
    corner_.resize(part_.nodes.size());
    for (std::size_t i = 0; i < part_.nodes.size(); ++i) {
        const auto& n = ranked_.graph.nodes[i];
        const Size size = graph_.nodes[asIndex(n.real)].size;
        const double spare = height_[asIndex(n.rank)] - n.size.h;
        // Inputs stand next to what reads them, results next to what writes them.
        const double share = in[i] == 0 && out[i] > 0 ? 1 : (out[i] == 0 && in[i] > 0 ? 0 : 0.5);
        corner_[i] = {x_[i] - size.w / 2, top_[asIndex(n.rank)] + spare * share};
    }
}

void vertical(std::vector<Point>& points, double y) {
    const Point from = points.back();
    if (std::abs(from.y - y) < 0.01)
        return;
    const Point to{from.x, y};
    if (points.size() >= 4 && points[points.size() - 4].x == from.x) { // lengthen the last piece
        points[points.size() - 2] = to;
        points.back() = to;
        return;
    }
    points.insert(points.end(), {from, to, to});
}

/// From the last point down to `to`, vertical at both ends.
void swing(std::vector<Point>& points, Point to) {
    const Point from = points.back();
    if (std::abs(from.x - to.x) < 0.5) {
        vertical(points, to.y);
        points.back().x = to.x;
        return;
    }
    const double middle = (from.y + to.y) / 2;
    points.insert(points.end(), {{from.x, middle}, {to.x, middle}, to});
}

std::vector<Point> Router::curve(std::size_t r) const {
    const auto& route = ranked_.routes[r];
    const auto& nodes = ranked_.graph.nodes;
    const int first = route.path.front();
    const int last = route.path.back();
    std::vector<Point> points{{startX_[r], corner_[asIndex(first)].y + scopeNode(first).size.h}};
    vertical(points, top_[asIndex(nodes[asIndex(first)].rank)] +
                         height_[asIndex(nodes[asIndex(first)].rank)]);
    for (std::size_t i = 1; i + 1 < route.path.size(); ++i) {
        const int rank = nodes[asIndex(route.path[i])].rank;
        swing(points, {x_[asIndex(route.path[i])], top_[asIndex(rank)]});
        vertical(points, top_[asIndex(rank)] + height_[asIndex(rank)]);
    }
    swing(points, {endX_[r], top_[asIndex(nodes[asIndex(last)].rank)]});
    vertical(points, corner_[asIndex(last)].y);
    if (route.reversed)
        std::reverse(points.begin(), points.end());
    return points;
}

void Router::drawCurves() {
    std::map<int, std::size_t> position;
    for (std::size_t i = 0; i < part_.edges.size(); ++i)
        position[part_.edges[i]] = i;
    result_.curves.resize(part_.edges.size());
    result_.labels.resize(part_.edges.size());
    for (std::size_t r = 0; r < ranked_.routes.size(); ++r) {
        const auto& route = ranked_.routes[r];
        const std::size_t i = position[route.edge];
        result_.curves[i] = curve(r);
        if (route.labelNode >= 0) {
            const int rank = ranked_.graph.nodes[asIndex(route.labelNode)].rank;
            result_.labels[i] = {x_[asIndex(route.labelNode)],
                                 top_[asIndex(rank)] + height_[asIndex(rank)] / 2};
        }
    }
    for (std::size_t i = 0; i < part_.nodes.size(); ++i)
        result_.nodes.push_back(corner_[i]);
}

void Router::drawLoops() {
    for (const int e : ranked_.loops) {
        const auto position = std::lower_bound(part_.edges.begin(), part_.edges.end(), e);
        const auto node =
            std::lower_bound(part_.nodes.begin(), part_.nodes.end(), graph_.edges[asIndex(e)].from);
        const auto n = static_cast<std::size_t>(node - part_.nodes.begin());
        const Size size = graph_.nodes[asIndex(*node)].size;
        const Point a{corner_[n].x + size.w, corner_[n].y + size.h * 0.65};
        const Point b{corner_[n].x + size.w, corner_[n].y + size.h * 0.35};
        result_.curves[static_cast<std::size_t>(position - part_.edges.begin())] = {
            a, {a.x + kLoopReach, a.y + 4}, {b.x + kLoopReach, b.y - 4}, b};
    }
}

void Router::normalise() {
    double left = std::numeric_limits<double>::max();
    double right = std::numeric_limits<double>::lowest();
    for (std::size_t i = 0; i < part_.nodes.size(); ++i) {
        left = std::min(left, corner_[i].x);
        right = std::max(right, corner_[i].x + graph_.nodes[asIndex(part_.nodes[i])].size.w);
    }
    for (std::size_t i = 0; i < ranked_.graph.nodes.size(); ++i) {
        const auto& n = ranked_.graph.nodes[i];
        if (n.real >= 0)
            continue;
        left = std::min(left, x_[i] - n.size.w / 2);
        right = std::max(right, x_[i] + n.size.w / 2);
    }
    if (!ranked_.loops.empty())
        right += kLoopReach;
    left = std::floor(left);
    for (auto& p : result_.nodes)
        p.x -= left;
    for (auto& curve : result_.curves)
        for (auto& p : curve)
            p.x -= left;
    for (auto& p : result_.labels)
        p.x -= left;
    const double bottom = top_.empty() ? 0 : top_.back() + height_.back();
    result_.size = {std::ceil(right - left), std::ceil(bottom)};
}

} // namespace

RoutedPart route(const ScopeGraph& graph, const ScopePart& part, const Ranked& ranked,
                 const std::vector<double>& middles) {
    return Router(graph, part, ranked, middles).run();
}

} // namespace mw::layout

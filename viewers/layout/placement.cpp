// Lays out one scope: ranks, places, routes, and packs its connected parts.
#include "viewers/layout/placement.h"

#include "core/support/index.h"
#include "viewers/layout/layered.h"
#include "viewers/layout/order.h"
#include "viewers/layout/routing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mw::layout {

namespace {

constexpr double kPartGap = 28;
constexpr double kAspect = 1.6; ///< aimed at when parts are packed in rows

/// Scope coordinates of each part's upper left corner.
std::vector<Point> pack(const std::vector<RoutedPart>& parts, bool oneRow) {
    double area = 0;
    double widest = 0;
    for (const auto& p : parts) {
        area += (p.size.w + kPartGap) * (p.size.h + kPartGap);
        widest = std::max(widest, p.size.w);
    }
    const double limit = std::max(widest, std::sqrt(area * kAspect));
    std::vector<Point> corners;
    Point next;
    double rowHeight = 0;
    for (const auto& p : parts) {
        if (!oneRow && next.x > 0 && next.x + p.size.w > limit) {
            next = {0, next.y + rowHeight + kPartGap};
            rowHeight = 0;
        }
        corners.push_back(next);
        next.x += p.size.w + kPartGap;
        rowHeight = std::max(rowHeight, p.size.h);
    }
    return corners;
}

/// Puts the scope's lower connectors on its lower border, whatever part they belong to.
void lowerPins(const ScopeGraph& graph, Placement& placement) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        if (graph.nodes[i].pin == ScopeNode::Pin::bottom)
            placement.nodes[i].y = placement.size.h - graph.nodes[i].size.h;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
        const auto& target = graph.nodes[static_cast<std::size_t>(graph.edges[e].to)];
        auto& curve = placement.curves[e];
        if (target.pin != ScopeNode::Pin::bottom || curve.empty())
            continue;
        const Point from = curve.back();
        const Point to{from.x, placement.size.h - target.size.h};
        if (to.y - from.y > 0.01)
            curve.insert(curve.end(), {from, to, to});
    }
}

std::vector<std::vector<double>> middlesOf(const std::vector<Ranked>& ranked, const XEngine& engine,
                                           bool& usedEngine) {
    std::vector<std::vector<double>> middles(ranked.size());
    std::vector<const RankedGraph*> asked;
    std::vector<std::size_t> askedFor;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        if (!engine || isChain(ranked[i].graph))
            continue;
        asked.push_back(&ranked[i].graph);
        askedFor.push_back(i);
    }
    if (!asked.empty()) {
        auto answers = engine(asked);
        for (std::size_t k = 0; k < answers.size(); ++k) {
            if (!answers[k] || answers[k]->size() != asked[k]->nodes.size())
                continue;
            middles[askedFor[k]] = std::move(*answers[k]);
            usedEngine = true;
        }
    }
    for (std::size_t i = 0; i < ranked.size(); ++i)
        if (middles[i].size() != ranked[i].graph.nodes.size())
            middles[i] = layeredX(ranked[i].graph);
    return middles;
}

Placement placed(const ScopeGraph& graph, const std::vector<ScopePart>& parts,
                 const XEngine& engine, bool keepsOrder) {
    Placement result;
    result.nodes.resize(graph.nodes.size());
    result.curves.resize(graph.edges.size());
    result.labels.resize(graph.edges.size());
    std::vector<Ranked> ranked;
    for (const auto& part : parts)
        ranked.push_back(rank(graph, part, keepsOrder));
    const auto middles = middlesOf(ranked, engine, result.usedDot);
    std::vector<RoutedPart> routed;
    for (std::size_t i = 0; i < parts.size(); ++i)
        routed.push_back(route(graph, parts[i], ranked[i], middles[i]));
    const bool pins = std::any_of(graph.nodes.begin(), graph.nodes.end(),
                                  [](const ScopeNode& n) { return n.pin != ScopeNode::Pin::none; });
    const auto corners = pack(routed, pins);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        result.size.w = std::max(result.size.w, corners[i].x + routed[i].size.w);
        result.size.h = std::max(result.size.h, corners[i].y + routed[i].size.h);
        for (std::size_t n = 0; n < parts[i].nodes.size(); ++n)
            result.nodes[static_cast<std::size_t>(parts[i].nodes[n])] =
                corners[i] + routed[i].nodes[n];
        for (std::size_t e = 0; e < parts[i].edges.size(); ++e) {
            const auto edge = static_cast<std::size_t>(parts[i].edges[e]);
            for (const Point p : routed[i].curves[e])
                result.curves[edge].push_back(corners[i] + p);
            result.labels[edge] = corners[i] + routed[i].labels[e];
        }
    }
    lowerPins(graph, result);
    return result;
}

std::optional<Rect> placeBefore(const ScopeGraph& graph, const ScopePart& part) {
    std::vector<std::optional<Rect>> places;
    for (const int node : part.nodes)
        if (graph.nodes[asIndex(node)].pin == ScopeNode::Pin::none)
            places.push_back(graph.nodes[asIndex(node)].before);
    return around(places);
}

/// Parts that stood among each other are one: beside each other some of their nodes would change
/// sides.
std::vector<ScopePart> joinedWhereMixed(const ScopeGraph& graph, std::vector<ScopePart> parts) {
    constexpr std::size_t kMost = 1000; // every pair is looked at
    const auto join = [](std::vector<int>& into, const std::vector<int>& from) {
        into.insert(into.end(), from.begin(), from.end());
        std::ranges::sort(into);
    };
    std::vector<std::optional<Rect>> before;
    for (const auto& part : parts)
        before.push_back(placeBefore(graph, part));
    for (bool again = parts.size() <= kMost; again;) {
        again = false;
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (std::size_t k = parts.size(); k-- > i + 1;) {
                if (!before[i] || !before[k] || !before[i]->intersects(*before[k]))
                    continue;
                join(parts[i].nodes, parts[k].nodes);
                join(parts[i].edges, parts[k].edges);
                before[i] = around({before[i], before[k]});
                parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
                before.erase(before.begin() + static_cast<std::ptrdiff_t>(k));
                again = true;
            }
    }
    return parts;
}

} // namespace

bool isChain(const RankedGraph& graph) {
    return graph.nodes.size() <= static_cast<std::size_t>(graph.ranks) + 1;
}

Placement place(const ScopeGraph& graph, const XEngine& engine) {
    return placed(graph, connectedParts(graph), engine, false);
}

Placement placeKeepingOrder(const ScopeGraph& graph) {
    const auto parts = joinedWhereMixed(graph, connectedParts(graph));
    std::vector<int> order(parts.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::optional<Rect>> before;
    for (const auto& part : parts)
        before.push_back(placeBefore(graph, part));
    std::vector<ScopePart> inOrder;
    for (const int part : keptInReadingOrder(std::move(order), before))
        inOrder.push_back(parts[asIndex(part)]);
    return placed(graph, inOrder, {}, true);
}

} // namespace mw::layout

#pragma once

#include "viewers/layout/geometry.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mw::layout {

/// The graph of one scope: boxes of known size and the edges between them. What a layout engine
/// sees; everything about SDFGs is left behind here.
struct ScopeNode {
    enum class Pin : std::uint8_t { none, top, bottom };
    Size size;
    Pin pin = Pin::none; ///< connectors of the enclosing scope, at its top or bottom border
    /// In the picture before, in its own coordinates; of connectors only x counts.
    std::optional<Rect> before = {};
};

struct ScopeEdge {
    int from = 0;
    int to = 0;
    /// Where the edge touches the lower border of `from` and the upper border of `to`, from the
    /// left; unset: the engine spreads them.
    std::optional<double> fromX;
    std::optional<double> toX;
    /// Edges that leave a node with the same number carry the same data and share a trunk.
    int bundle = 0;
    Size label; ///< room to keep free at the edge; zero for none
};

struct ScopeGraph {
    std::vector<ScopeNode> nodes;
    std::vector<ScopeEdge> edges;

    std::uint64_t hash() const;
};

/// Answer of an engine, relative to the scope's upper left corner.
struct Placement {
    Size size;
    std::vector<Point> nodes; ///< upper left corners
    /// Per edge: start, then (control, control, end) per cubic piece.
    std::vector<std::vector<Point>> curves;
    std::vector<Point> labels; ///< per edge: centre of the room for its label
    bool usedDot = false;
};

/// Nodes without the bends in between: a connected part of a ScopeGraph in ranks, where every edge
/// goes from one rank to the next.
struct RankedGraph {
    struct Node {
        Size size; ///< with the margins to the neighbours
        int rank = 0;
        int real = -1; ///< index in the ScopeGraph, or -1 for a bend of a long edge
        /// Middle in the picture before: those of a rank that have one keep its order.
        std::optional<double> before = {};
    };
    struct Edge {
        int from = 0;
        int to = 0;
        double fromX = 0; ///< from the node's middle
        double toX = 0;
        int weight = 1;
    };
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    int ranks = 0;
};

} // namespace mw::layout

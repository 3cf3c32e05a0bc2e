// Puts the nodes of a scope into ranks and cuts long edges at each of them.
#include "viewers/layout/ranking.h"

#include "core/support/hash.h"
#include "core/support/index.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace mw::layout {

namespace {

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

int findRoot(std::vector<int>& parents, int i) {
    while (parents[static_cast<std::size_t>(i)] != i) {
        auto& p = parents[static_cast<std::size_t>(i)];
        p = parents[static_cast<std::size_t>(p)];
        i = p;
    }
    return i;
}

/// An edge between local nodes of a part, turned so that no cycle is left.
struct Arc {
    int edge;
    int from;
    int to;
    bool reversed;
};

/// The part with local numbers, cycles broken by depth-first search in edge order.
class Part {
public:
    Part(const ScopeGraph& graph, const ScopePart& part, bool keepsOrder)
        : graph_(graph), nodes_(part.nodes) {
        collectArcs(part);
        breakCycles();
        edges_ = arcs_.size();
        if (keepsOrder)
            addLevels();
        buildAdjacency();
    }

    std::vector<int> ranks();
    std::span<const Arc> arcs() const { return std::span(arcs_).first(edges_); }
    const std::vector<int>& loops() const { return loops_; }
    const ScopeNode& node(int local) const {
        static const ScopeNode level;
        return static_cast<std::size_t>(local) >= size()
                   ? level
                   : graph_
                         .nodes[static_cast<std::size_t>(nodes_[static_cast<std::size_t>(local)])];
    }
    std::size_t size() const { return nodes_.size(); }
    int count() const { return static_cast<int>(nodes_.size()); }

private:
    using Adjacency = std::vector<std::vector<int>>; ///< per node: positions in arcs_

    void collectArcs(const ScopePart& part);
    void breakCycles();
    void visit(int start, const Adjacency& out, std::vector<int>& state);
    void addLevels();
    void buildAdjacency();
    std::vector<int> order();
    int freed(std::vector<std::size_t>& waiting, const std::vector<char>& done);
    bool isEdge(int arc) const { return static_cast<std::size_t>(arc) < edges_; }
    int span(const Arc& arc) const {
        if (arc.edge < 0)
            return 0;
        const auto& label = graph_.edges[static_cast<std::size_t>(arc.edge)].label;
        return label.w > 0 ? 2 : 1;
    }
    void pull(std::vector<int>& rank, const std::vector<int>& topological) const;

    const ScopeGraph& graph_;
    const std::vector<int>& nodes_;
    std::vector<Arc> arcs_;  ///< first those of edges, then what keeps the order
    std::size_t edges_ = 0;  ///< so many of the arcs are edges
    std::size_t levels_ = 0; ///< nodes beyond those of the part
    std::vector<int> loops_;
    Adjacency in_;
    Adjacency out_;
};

void Part::collectArcs(const ScopePart& part) {
    const auto local = [&](int node) { // the nodes are sorted
        return static_cast<int>(std::lower_bound(nodes_.begin(), nodes_.end(), node) -
                                nodes_.begin());
    };
    for (const int e : part.edges) {
        const auto& edge = graph_.edges[static_cast<std::size_t>(e)];
        if (edge.from == edge.to)
            loops_.push_back(e);
        else
            arcs_.push_back({e, local(edge.from), local(edge.to), false});
    }
}

void Part::visit(int start, const Adjacency& out, std::vector<int>& state) {
    std::vector<std::pair<int, std::size_t>> stack{{start, 0}};
    state[static_cast<std::size_t>(start)] = 1;
    while (!stack.empty()) {
        auto& [node, next] = stack.back();
        const auto& arcs = out[static_cast<std::size_t>(node)];
        if (next == arcs.size()) {
            state[static_cast<std::size_t>(node)] = 2;
            stack.pop_back();
            continue;
        }
        Arc& arc = arcs_[static_cast<std::size_t>(arcs[next++])];
        auto& target = state[static_cast<std::size_t>(arc.to)];
        if (target == 1)
            arc.reversed = true;
        if (target != 0)
            continue;
        target = 1;
        stack.emplace_back(arc.to, 0);
    }
}

void Part::breakCycles() {
    Adjacency out(size());
    std::vector<int> incoming(size(), 0);
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
        out[static_cast<std::size_t>(arcs_[a].from)].push_back(static_cast<int>(a));
        ++incoming[static_cast<std::size_t>(arcs_[a].to)];
    }
    std::vector<int> state(size(), 0);
    for (const bool sourcesOnly : {true, false}) {
        for (std::size_t i = 0; i < size(); ++i)
            if (state[i] == 0 && (!sourcesOnly || incoming[i] == 0))
                visit(static_cast<int>(i), out, state);
    }
    for (auto& arc : arcs_)
        if (arc.reversed)
            std::swap(arc.from, arc.to);
}

/// Between those that were above and those that were below stand levels, one for each place at
/// which a node began: what ended before it comes before the level, what began there after it.
void Part::addLevels() {
    std::map<double, int> levels;
    const auto before = [this](int local) -> const std::optional<Rect>& {
        static const std::optional<Rect> none;
        return node(local).pin == ScopeNode::Pin::none ? node(local).before : none;
    };
    for (int i = 0; i < count(); ++i)
        if (const auto& place = before(i))
            levels.emplace(place->y, 0);
    int next = count();
    for (auto& [top, level] : levels) {
        level = next++;
        if (level > count())
            arcs_.push_back({-1, level - 1, level, false});
    }
    levels_ = levels.size();
    for (int i = 0; i < count(); ++i) {
        const auto& place = before(i);
        if (!place)
            continue;
        arcs_.push_back({-1, levels.at(place->y), i, false});
        if (const auto below = levels.lower_bound(place->bottom()); below != levels.end())
            arcs_.push_back({-1, i, below->second, false});
    }
}

void Part::buildAdjacency() {
    in_.resize(size() + levels_);
    out_.resize(size() + levels_);
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
        out_[static_cast<std::size_t>(arcs_[a].from)].push_back(static_cast<int>(a));
        in_[static_cast<std::size_t>(arcs_[a].to)].push_back(static_cast<int>(a));
    }
}

/// Edges have turned the order around: a node above the first level that waits comes after nodes
/// below it. Of these the one that waits for levels alone waits from now on only for what was above
/// it and does not come after it anyhow.
int Part::freed(std::vector<std::size_t>& waiting, const std::vector<char>& done) {
    const auto isDone = [&](int node) { return done[asIndex(node)] != 0; };
    const auto nodeBefore = [&](int node) { // that it waits for; -1: levels alone
        for (const int a : in_[asIndex(node)])
            if (const int from = arcs_[asIndex(a)].from; from < count() && !isDone(from))
                return from;
        return -1;
    };
    int node = count();
    while (isDone(node))
        ++node;
    for (int next = nodeBefore(node); next >= 0; next = nodeBefore(node))
        node = next;

    std::vector<char> after(in_.size(), 0);
    std::vector<int> stack{node};
    while (!stack.empty()) {
        const int at = stack.back();
        stack.pop_back();
        if (std::exchange(after[asIndex(at)], 1))
            continue;
        for (const int a : out_[asIndex(at)])
            stack.push_back(arcs_[asIndex(a)].to);
    }
    auto& in = in_[asIndex(node)];
    const auto isFromLevel = [this](int a) { return arcs_[asIndex(a)].from >= count(); };
    for (const int a : in)
        if (isFromLevel(a))
            std::erase(out_[asIndex(arcs_[asIndex(a)].from)], a);
    std::erase_if(in, isFromLevel);
    for (int i = 0; i < count(); ++i) {
        const auto& place = this->node(i).before;
        if (after[asIndex(i)] || this->node(i).pin != ScopeNode::Pin::none || !place ||
            place->bottom() > this->node(node).before->y)
            continue;
        out_[asIndex(i)].push_back(static_cast<int>(arcs_.size()));
        in.push_back(static_cast<int>(arcs_.size()));
        arcs_.push_back({-1, i, node, false});
    }
    waiting[asIndex(node)] = static_cast<std::size_t>(
        std::ranges::count_if(in, [&](int a) { return !isDone(arcs_[asIndex(a)].from); }));
    return node;
}

std::vector<int> Part::order() {
    const std::size_t count = in_.size();
    std::vector<std::size_t> waiting(count);
    std::vector<char> done(count, 0);
    std::vector<int> result;
    for (std::size_t i = 0; i < count; ++i) {
        waiting[i] = in_[i].size();
        if (waiting[i] == 0)
            result.push_back(static_cast<int>(i));
    }
    for (std::size_t k = 0; k < count; ++k) {
        while (k == result.size())
            if (const int node = freed(waiting, done); waiting[static_cast<std::size_t>(node)] == 0)
                result.push_back(node);
        done[static_cast<std::size_t>(result[k])] = 1;
        for (const int a : out_[static_cast<std::size_t>(result[k])]) {
            const int to = arcs_[static_cast<std::size_t>(a)].to;
            if (--waiting[static_cast<std::size_t>(to)] == 0)
                result.push_back(to);
        }
    }
    return result;
}

/// Moves nodes with more edges down than up as far down as they go: inputs stand right above
/// what reads them.
void Part::pull(std::vector<int>& rank, const std::vector<int>& topological) const {
    for (auto it = topological.rbegin(); it != topological.rend(); ++it) {
        const auto i = static_cast<std::size_t>(*it);
        const bool pinned = node(*it).pin != ScopeNode::Pin::none;
        const auto edges = [this](const std::vector<int>& arcs) {
            return std::ranges::count_if(arcs, [this](int a) { return isEdge(a); });
        };
        const auto up = edges(in_[i]), down = edges(out_[i]);
        const bool isLevel = i >= size();
        if (pinned || out_[i].empty() || (!isLevel && (down < up || (down == up && up > 0))))
            continue;
        int lowest = 1 << 30;
        for (const int a : out_[i]) {
            const Arc& arc = arcs_[static_cast<std::size_t>(a)];
            lowest = std::min(lowest, rank[static_cast<std::size_t>(arc.to)] - span(arc));
        }
        rank[i] = std::max(rank[i], lowest);
    }
}

std::vector<int> Part::ranks() {
    const auto topological = order();
    bool hasTop = false;
    for (std::size_t i = 0; i < size(); ++i)
        hasTop = hasTop || node(static_cast<int>(i)).pin == ScopeNode::Pin::top;
    std::vector<int> rank(in_.size(), 0);
    for (const int n : topological) {
        auto& own = rank[static_cast<std::size_t>(n)];
        if (hasTop && node(n).pin != ScopeNode::Pin::top)
            own = std::max(own, 1);
        for (const int a : out_[static_cast<std::size_t>(n)]) {
            const Arc& arc = arcs_[static_cast<std::size_t>(a)];
            auto& below = rank[static_cast<std::size_t>(arc.to)];
            below = std::max(below, own + span(arc));
        }
    }
    const int last = *std::max_element(rank.begin(), rank.end());
    int lowestFree = 0;
    for (std::size_t i = 0; i < size(); ++i)
        if (node(static_cast<int>(i)).pin != ScopeNode::Pin::bottom)
            lowestFree = std::max(lowestFree, rank[i]);
    for (std::size_t i = 0; i < size(); ++i)
        if (node(static_cast<int>(i)).pin == ScopeNode::Pin::bottom)
            rank[i] = std::max(last, lowestFree + 1);
    pull(rank, topological);
    return rank;
}

double portOffset(const std::optional<double>& port, const ScopeNode& node) {
    return port ? *port - node.size.w / 2 : 0;
}

/// Adds the nodes, bends and edges of a part to a RankedGraph.
class Bends {
public:
    Bends(const ScopeGraph& graph, Part& part, const std::vector<int>& nodes, bool keepsOrder)
        : graph_(graph), part_(part), rank_(part.ranks()) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            Size size = part.node(static_cast<int>(i)).size;
            const bool pinned = part.node(static_cast<int>(i)).pin != ScopeNode::Pin::none;
            size.w += 2 * (pinned ? kBendMargin : kNodeMargin);
            const auto& before = part.node(static_cast<int>(i)).before;
            result_.graph.nodes.push_back(
                {size, rank_[i], nodes[i],
                 keepsOrder && before ? std::optional(before->centre().x) : std::nullopt});
            result_.graph.ranks = std::max(result_.graph.ranks, rank_[i] + 1);
        }
    }

    Ranked take() {
        for (const Arc& arc : part_.arcs())
            addRoute(arc);
        result_.loops = part_.loops();
        return std::move(result_);
    }

private:
    void addRoute(const Arc& arc);
    int bend(const Arc& arc, int rank, const Size& label);
    void addEdge(int from, int to, double fromX, double toX);

    const ScopeGraph& graph_;
    const Part& part_;
    std::vector<int> rank_;
    Ranked result_;
    /// Trunk of a bundle: (node, bundle, rank) -> bend.
    std::map<std::tuple<int, int, int>, int> trunks_;
    std::set<std::pair<int, int>> linked_;
};

int Bends::bend(const Arc& arc, int rank, const Size& label) {
    const auto& edge = graph_.edges[static_cast<std::size_t>(arc.edge)];
    const bool shared = !arc.reversed && edge.label.w <= 0;
    const std::tuple key{arc.from, edge.bundle, rank};
    if (shared) {
        const auto found = trunks_.find(key);
        if (found != trunks_.end())
            return found->second;
    }
    const int index = static_cast<int>(result_.graph.nodes.size());
    result_.graph.nodes.push_back({{label.w + 2 * kBendMargin, label.h}, rank, -1});
    if (shared)
        trunks_.emplace(key, index);
    return index;
}

void Bends::addEdge(int from, int to, double fromX, double toX) {
    const auto isBend = [&](int n) {
        return result_.graph.nodes[static_cast<std::size_t>(n)].real < 0;
    };
    if (isBend(to) && !linked_.emplace(from, to).second)
        return; // the trunk of a bundle is there already
    const int bends = (isBend(from) ? 1 : 0) + (isBend(to) ? 1 : 0);
    constexpr int kWeights[] = {1, 2, 8}; // as dot's own table favours straight long edges
    result_.graph.edges.push_back({from, to, fromX, toX, kWeights[bends]});
}

void Bends::addRoute(const Arc& arc) {
    const auto& edge = graph_.edges[static_cast<std::size_t>(arc.edge)];
    const int first = rank_[static_cast<std::size_t>(arc.from)];
    const int last = rank_[static_cast<std::size_t>(arc.to)];
    const int labelRank = edge.label.w > 0 ? (first + last) / 2 : -1;
    RankedRoute route{arc.edge, {arc.from}, arc.reversed, -1};
    for (int r = first + 1; r < last; ++r) {
        const Size label = r == labelRank ? edge.label : Size{};
        route.path.push_back(bend(arc, r, label));
        if (r == labelRank)
            route.labelNode = route.path.back();
    }
    route.path.push_back(arc.to);
    // The upper end of a reversed edge is its target, which has no fixed ports.
    const double fromX = arc.reversed ? 0 : portOffset(edge.fromX, part_.node(arc.from));
    const double toX = arc.reversed ? 0 : portOffset(edge.toX, part_.node(arc.to));
    for (std::size_t i = 0; i + 1 < route.path.size(); ++i) {
        const bool atStart = i == 0;
        const bool atEnd = i + 2 == route.path.size();
        addEdge(route.path[i], route.path[i + 1], atStart ? fromX : 0, atEnd ? toX : 0);
    }
    result_.routes.push_back(std::move(route));
}

} // namespace

std::uint64_t ScopeGraph::hash() const {
    std::uint64_t h = hashCombine(nodes.size(), edges.size());
    for (const auto& n : nodes) {
        h = hashCombine(h, bits(n.size.w));
        h = hashCombine(h, bits(n.size.h));
        h = hashCombine(h, static_cast<std::uint64_t>(n.pin));
    }
    for (const auto& e : edges) {
        h = hashCombine(h, static_cast<std::uint64_t>(e.from));
        h = hashCombine(h, static_cast<std::uint64_t>(e.to));
        h = hashCombine(h, bits(e.fromX.value_or(-1)));
        h = hashCombine(h, bits(e.toX.value_or(-1)));
        h = hashCombine(h, static_cast<std::uint64_t>(e.bundle));
        h = hashCombine(h, bits(e.label.w));
        h = hashCombine(h, bits(e.label.h));
    }
    return h;
}

std::vector<ScopePart> connectedParts(const ScopeGraph& graph) {
    std::vector<int> parents(graph.nodes.size());
    std::iota(parents.begin(), parents.end(), 0);
    for (const auto& e : graph.edges) {
        const int a = findRoot(parents, e.from);
        const int b = findRoot(parents, e.to);
        parents[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
    std::vector<ScopePart> parts;
    std::vector<int> partOf(graph.nodes.size(), -1);
    const auto partAt = [&](int node) -> ScopePart& {
        auto& number = partOf[static_cast<std::size_t>(findRoot(parents, node))];
        if (number < 0) {
            number = static_cast<int>(parts.size());
            parts.emplace_back();
        }
        return parts[static_cast<std::size_t>(number)];
    };
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        partAt(static_cast<int>(i)).nodes.push_back(static_cast<int>(i));
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
        partAt(graph.edges[e].from).edges.push_back(static_cast<int>(e));
    return parts;
}

Ranked rank(const ScopeGraph& graph, const ScopePart& part, bool keepsOrder) {
    Part local(graph, part, keepsOrder);
    return Bends(graph, local, part.nodes, keepsOrder).take();
}

} // namespace mw::layout

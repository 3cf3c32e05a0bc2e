// Places nodes in ranks without Graphviz: order by barycentres, then straight edges.
#include "viewers/layout/layered.h"

#include "core/support/index.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace mw::layout {

namespace {

using Ranks = std::vector<std::vector<int>>;

struct Link {
    int node;      ///< at the other end
    double ownX;   ///< where the edge touches this node, from its middle
    double otherX; ///< where it touches the other node
    int weight;
};

struct Links {
    std::vector<std::vector<Link>> up;
    std::vector<std::vector<Link>> down;

    explicit Links(const RankedGraph& graph) : up(graph.nodes.size()), down(graph.nodes.size()) {
        for (const auto& e : graph.edges) {
            down[asIndex(e.from)].push_back({e.to, e.fromX, e.toX, e.weight});
            up[asIndex(e.to)].push_back({e.from, e.toX, e.fromX, e.weight});
        }
    }
};

/// First order: depth-first from the upper nodes, so that what belongs together starts together.
Ranks initialOrder(const RankedGraph& graph, const Links& links) {
    Ranks ranks(asIndex(graph.ranks));
    std::vector<char> seen(graph.nodes.size(), 0);
    const auto walk = [&](int start) {
        std::vector<int> stack{start};
        while (!stack.empty()) {
            const int n = stack.back();
            stack.pop_back();
            if (seen[asIndex(n)])
                continue;
            seen[asIndex(n)] = 1;
            ranks[asIndex(graph.nodes[asIndex(n)].rank)].push_back(n);
            const auto& down = links.down[asIndex(n)];
            for (auto it = down.rbegin(); it != down.rend(); ++it)
                stack.push_back(it->node);
            const auto& up = links.up[asIndex(n)];
            for (auto it = up.rbegin(); it != up.rend(); ++it)
                stack.push_back(it->node);
        }
    };
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        if (links.up[i].empty())
            walk(static_cast<int>(i));
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        walk(static_cast<int>(i));
    return ranks;
}

/// Place of a node in its rank plus the part of its width where the edge touches it.
double portPlace(const RankedGraph& graph, const std::vector<double>& place, int node, double x) {
    const double width = std::max(graph.nodes[asIndex(node)].size.w, 1.0);
    return place[asIndex(node)] + x / width;
}

/// Puts those of a rank that have a place before in the order of these places, in the positions
/// that they have; gives these positions.
std::vector<std::size_t> keepBefore(const RankedGraph& graph, std::vector<int>& rank) {
    std::vector<std::size_t> positions;
    std::vector<int> known;
    for (std::size_t i = 0; i < rank.size(); ++i)
        if (graph.nodes[asIndex(rank[i])].before) {
            positions.push_back(i);
            known.push_back(rank[i]);
        }
    std::ranges::stable_sort(known, {}, [&](int n) { return *graph.nodes[asIndex(n)].before; });
    for (std::size_t i = 0; i < positions.size(); ++i)
        rank[positions[i]] = known[i];
    return positions;
}

/// The keys at these positions become such that sorting by them leaves their order.
void keepRising(std::vector<std::pair<double, int>>& keys,
                const std::vector<std::size_t>& positions) {
    std::vector<double> wish;
    for (const std::size_t i : positions)
        wish.push_back(keys[i].first);
    const auto rising =
        separated(wish, std::vector<double>(wish.size(), 1), std::vector<double>(wish.size(), 0));
    for (std::size_t i = 0; i < positions.size(); ++i)
        keys[positions[i]].first = rising[i];
}

void sortByBarycentre(const RankedGraph& graph, const std::vector<std::vector<Link>>& towards,
                      std::vector<int>& rank, std::vector<double>& place) {
    const auto kept = keepBefore(graph, rank);
    std::vector<std::pair<double, int>> keys;
    keys.reserve(rank.size());
    for (const int n : rank) {
        double sum = 0;
        for (const auto& link : towards[asIndex(n)])
            sum += portPlace(graph, place, link.node, link.otherX);
        const auto count = static_cast<double>(towards[asIndex(n)].size());
        keys.emplace_back(count > 0 ? sum / count : place[asIndex(n)], n);
    }
    keepRising(keys, kept);
    std::stable_sort(keys.begin(), keys.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < rank.size(); ++i) {
        rank[i] = keys[i].second;
        place[asIndex(rank[i])] = static_cast<double>(i);
    }
}

/// Crossings between one rank and the next by counting inversions with a Fenwick tree.
long crossingsBelow(const RankedGraph& graph, const Links& links, const std::vector<int>& upper,
                    const std::vector<int>& lower, const std::vector<double>& place) {
    std::vector<std::pair<double, double>> ends;
    for (const int n : upper)
        for (const auto& link : links.down[asIndex(n)])
            ends.emplace_back(portPlace(graph, place, n, link.ownX),
                              portPlace(graph, place, link.node, link.otherX));
    std::sort(ends.begin(), ends.end());
    std::vector<double> marks;
    marks.reserve(ends.size() + lower.size());
    for (const auto& e : ends)
        marks.push_back(e.second);
    std::sort(marks.begin(), marks.end());
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    std::vector<long> tree(marks.size() + 1, 0);
    long crossings = 0;
    long seen = 0;
    for (const auto& e : ends) {
        const auto mark = std::lower_bound(marks.begin(), marks.end(), e.second) - marks.begin();
        long notAbove = 0;
        for (auto i = mark + 1; i > 0; i -= i & -i)
            notAbove += tree[static_cast<std::size_t>(i)];
        crossings += seen - notAbove;
        for (auto i = mark + 1; i < static_cast<long>(tree.size()); i += i & -i)
            ++tree[static_cast<std::size_t>(i)];
        ++seen;
    }
    return crossings;
}

long crossings(const RankedGraph& graph, const Links& links, const Ranks& ranks,
               const std::vector<double>& place) {
    long sum = 0;
    for (std::size_t r = 0; r + 1 < ranks.size(); ++r)
        sum += crossingsBelow(graph, links, ranks[r], ranks[r + 1], place);
    return sum;
}

std::vector<double> places(const RankedGraph& graph, const Ranks& ranks) {
    std::vector<double> place(graph.nodes.size(), 0);
    for (const auto& rank : ranks)
        for (std::size_t i = 0; i < rank.size(); ++i)
            place[asIndex(rank[i])] = static_cast<double>(i);
    return place;
}

int sweepsFor(const RankedGraph& graph) {
    const std::size_t size = graph.nodes.size() + graph.edges.size();
    return size < 2000 ? 24 : (size < 20000 ? 10 : 4);
}

// --- x coordinates --------------------------------------------------------------------------

struct Wish {
    double x;
    double weight;
};

/// Weighted median: long edges stay straight where a mean would lean them. Between two equal
/// halves a bend takes the first side, a box the middle.
double median(std::vector<Wish>& wishes, bool isBend) {
    double total = 0;
    for (const auto& w : wishes)
        total += w.weight;
    const double first = wishes.front().x;
    std::stable_sort(wishes.begin(), wishes.end(),
                     [](const Wish& a, const Wish& b) { return a.x < b.x; });
    double below = 0;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        below += wishes[i].weight;
        if (2 * below == total && i + 1 < wishes.size())
            return isBend ? first : (wishes[i].x + wishes[i + 1].x) / 2;
        if (2 * below > total)
            return wishes[i].x;
    }
    return wishes.back().x;
}

/// Moves one rank towards the nodes it is linked with.
void settle(const RankedGraph& graph, const std::vector<int>& rank,
            const std::vector<std::vector<Link>>& towards,
            const std::vector<std::vector<Link>>* others, std::vector<double>& x) {
    std::vector<double> wish(rank.size());
    std::vector<double> weight(rank.size());
    std::vector<double> gap(rank.size());
    std::vector<Wish> wishes;
    for (std::size_t i = 0; i < rank.size(); ++i) {
        const auto& node = graph.nodes[asIndex(rank[i])];
        wishes.clear();
        double sum = 0;
        const auto add = [&](const std::vector<Link>& links) {
            for (const auto& link : links) {
                wishes.push_back({x[asIndex(link.node)] + link.otherX - link.ownX,
                                  static_cast<double>(link.weight)});
                sum += link.weight;
            }
        };
        add(towards[asIndex(rank[i])]);
        if (others)
            add((*others)[asIndex(rank[i])]);
        wish[i] = wishes.empty() ? x[asIndex(rank[i])] : median(wishes, node.real < 0);
        weight[i] = wishes.empty() ? 0.01 : sum;
        if (i + 1 < rank.size())
            gap[i] = (node.size.w + graph.nodes[asIndex(rank[i + 1])].size.w) / 2;
    }
    const auto placed = separated(wish, weight, gap);
    for (std::size_t i = 0; i < rank.size(); ++i)
        x[asIndex(rank[i])] = placed[i];
}

} // namespace

std::vector<double> separated(const std::vector<double>& wish, const std::vector<double>& weight,
                              const std::vector<double>& gap) {
    struct Pool {
        double sum;
        double weight;
        std::size_t count;
        double mean() const { return sum / weight; }
    };
    std::vector<Pool> pools;
    std::vector<double> offset(wish.size(), 0);
    for (std::size_t i = 0; i < wish.size(); ++i) {
        if (i > 0)
            offset[i] = offset[i - 1] + gap[i - 1];
        pools.push_back({(wish[i] - offset[i]) * weight[i], weight[i], 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().weight += last.weight;
            pools.back().count += last.count;
        }
    }
    std::vector<double> result;
    result.reserve(wish.size());
    for (const auto& pool : pools)
        for (std::size_t k = 0; k < pool.count; ++k)
            result.push_back(pool.mean() + offset[result.size()]);
    return result;
}

Ranks orderRanks(const RankedGraph& graph) {
    const Links links(graph);
    Ranks ranks = initialOrder(graph, links);
    for (auto& rank : ranks)
        keepBefore(graph, rank);
    auto place = places(graph, ranks);
    Ranks best = ranks;
    long bestCrossings = crossings(graph, links, ranks, place);
    const int sweeps = sweepsFor(graph);
    for (int sweep = 0; sweep < sweeps && bestCrossings > 0; ++sweep) {
        if (sweep % 2 == 0) {
            for (std::size_t r = 1; r < ranks.size(); ++r)
                sortByBarycentre(graph, links.up, ranks[r], place);
        } else {
            for (std::size_t r = ranks.size() - 1; r-- > 0;)
                sortByBarycentre(graph, links.down, ranks[r], place);
        }
        const long now = crossings(graph, links, ranks, place);
        if (now < bestCrossings) {
            bestCrossings = now;
            best = ranks;
        }
    }
    return best;
}

std::vector<double> assignX(const RankedGraph& graph, const Ranks& order) {
    const Links links(graph);
    std::vector<double> x(graph.nodes.size(), 0);
    for (const auto& rank : order) {
        double right = 0;
        for (const int n : rank) {
            x[asIndex(n)] = right + graph.nodes[asIndex(n)].size.w / 2;
            right += graph.nodes[asIndex(n)].size.w;
        }
    }
    const int rounds = graph.nodes.size() < 3000 ? 12 : 6;
    for (int round = 0; round < rounds; ++round) {
        const bool both = round >= rounds / 3; // first pull into line, then balance
        for (std::size_t r = 1; r < order.size(); ++r)
            settle(graph, order[r], links.up, both ? &links.down : nullptr, x);
        for (std::size_t r = order.size() - 1; r-- > 0;)
            settle(graph, order[r], links.down, both ? &links.up : nullptr, x);
    }
    // The last word goes downwards: an edge enters its node straight where it can.
    for (std::size_t r = 1; r < order.size(); ++r)
        settle(graph, order[r], links.up, &links.down, x);
    return x;
}

std::vector<double> layeredX(const RankedGraph& graph) {
    return assignX(graph, orderRanks(graph));
}

} // namespace mw::layout

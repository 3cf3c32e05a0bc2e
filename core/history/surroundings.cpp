// Surroundings as sets: what stands before and behind an element on the ways that data takes, and
// inside it.

#include "core/history/surroundings.h"

#include "core/ir/connectors.h"
#include "core/support/hash.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>

namespace mw::history {

namespace {

constexpr std::array kNear{1, 4};     ///< links, of the sides with a number
constexpr std::size_t kMostWays = 64; ///< that one edge, or one access, is followed to

constexpr std::size_t at(Side side) {
    return static_cast<std::size_t>(side);
}

bool isScope(const ir::Node& node) {
    return ir::exitOf(node) || ir::entryOf(node);
}

void merge(Around& all, const Around& more) {
    for (std::size_t side = 0; side < kSides; ++side)
        all.at(side).add(more.at(side));
}

} // namespace

// --- Sketches -------------------------------------------------------------------------------

void Sketch::add(std::uint64_t hash) {
    const std::uint64_t bit = splitmix64(hash) % kBits;
    words_.at(bit / 64) |= std::uint64_t{1} << bit % 64;
}

void Sketch::add(const Sketch& other) {
    for (std::size_t i = 0; i < words_.size(); ++i)
        words_.at(i) |= other.words_.at(i);
}

Shared shared(const Around& first, const Around& second) {
    Shared result;
    int sides = 0;
    for (std::size_t side = 0; side < kSides; ++side) {
        int common = 0;
        int all = 0;
        for (std::size_t i = 0; i < Sketch::Words().size(); ++i) {
            const auto a = first.at(side).words().at(i);
            const auto b = second.at(side).words().at(i);
            common += std::popcount(a & b);
            all += std::popcount(a | b);
        }
        result.share += all ? kAlike * common / all : 0;
        result.common += common;
        sides += all ? 1 : 0;
    }
    result.share = sides ? result.share / sides : kAlike;
    return result;
}

// --- Links ----------------------------------------------------------------------------------

Surroundings::Surroundings(const ir::DocumentIndex& index, const Own& own)
    : index_(index), slots_(index.document()->nextId) {
    addNodes(own);
    for (const SdfgId id : index.sdfgs())
        linkStates(*index.find(id)->sdfg);
    addLinks(own);
    spread();
    addInside();
}

void Surroundings::addNodes(const Own& own) {
    for (const BlockId id : index_.states())
        for (const auto& node : index_.find(id)->block->as<ir::State>()->nodes) {
            own_.push_back(own(node->id));
            passes_.push_back(!node->as<ir::NestedSdfg>() && !isScope(*node));
            slots_.at(node->id.value) = static_cast<std::uint32_t>(own_.size());
        }
    sketches_.resize(own_.size());
}

void Surroundings::link(ElementId from, ElementId to, std::uint64_t hash) {
    const auto slot = [&](ElementId id) { return id.value < slots_.size() ? slots_[id.value] : 0; };
    if (slot(from) && slot(to))
        links_.push_back({slot(from) - 1, slot(to) - 1, hash});
}

/// The ways of data through the scopes of one state.
class Surroundings::Ways {
public:
    struct Way {
        ElementId end;
        std::uint64_t scopes = 0; ///< hash of the scopes on the way
        std::uint64_t edges = 0;  ///< hash of the edges, this one too
    };

    Ways(const ir::StateIndex& state, const Own& own) : state_(state), own_(own) {}

    /// To where the edge comes from, or where it leads: through entries and exits, whose connectors
    /// say how it goes on.
    std::vector<Way> back(const ir::Edge& edge) const { return follow(edge, false, 0); }
    std::vector<Way> forth(const ir::Edge& edge) const { return follow(edge, true, 0); }

private:
    static constexpr int kDepth = 16; ///< of scopes in each other; bounds walks of broken graphs

    std::vector<Way> follow(const ir::Edge& edge, bool forth, int depth) const {
        const NodeId end = forth ? edge.dst : edge.src;
        const auto* node = state_.node(end);
        if (!node || !isScope(*node) || depth == kDepth)
            return {{end, 0, own_(edge.id)}};
        std::vector<Way> ways;
        const auto wanted = ir::partner(forth ? edge.dstConnector : edge.srcConnector, forth);
        for (const auto* next : forth ? state_.outEdges(end) : state_.inEdges(end))
            if (wanted && (forth ? next->srcConnector : next->dstConnector) == *wanted &&
                ways.size() < kMostWays)
                std::ranges::move(follow(*next, forth, depth + 1), std::back_inserter(ways));
        if (ways.empty())
            ways.push_back({end, 0, 0});
        for (Way& way : ways) {
            way.scopes = hashCombine(way.scopes, own_(end));
            way.edges = hashCombine(way.edges, own_(edge.id));
        }
        return ways;
    }

    const ir::StateIndex& state_;
    const Own& own_;
};

void Surroundings::addLinks(const Own& own) {
    for (const BlockId id : index_.states()) {
        const auto& state = *index_.find(id)->block->as<ir::State>();
        const ir::StateIndex local(state);
        const Ways ways(local, own);
        const auto hash = [](const Ways::Way& way) { return hashCombine(way.edges, way.scopes); };
        for (const auto& edge : state.edges) {
            const auto* src = local.node(edge->src);
            const auto* dst = local.node(edge->dst);
            if (!src || !dst)
                continue;
            const auto back = ways.back(*edge);
            for (const auto& way : back) // to a scope, too: it passes nothing on
                link(way.end, edge->dst, hash(way));
            for (const NodeId read : accessesIn(*dst, edge->dstConnector, false))
                for (const auto& way : back)
                    link(way.end, read, way.scopes);
            const auto written = accessesIn(*src, edge->srcConnector, true);
            if (!isScope(*src) && written.empty())
                continue;
            for (const auto& way : ways.forth(*edge)) {
                if (isScope(*src))
                    link(edge->src, way.end, hash(way));
                for (const NodeId from : written)
                    link(from, way.end, way.scopes);
            }
        }
    }
}

/// Where a nested SDFG reads what is handed in at a connector, or writes what it hands out there;
/// nothing for other nodes.
std::vector<NodeId> Surroundings::accessesIn(const ir::Node& node, const std::string& connector,
                                             bool written) const {
    const auto* nested = node.as<ir::NestedSdfg>();
    const auto known = nested ? accesses_.find(nested->sdfg.get()) : accesses_.end();
    if (known == accesses_.end())
        return {};
    const auto named = known->second.find(connector);
    if (named == known->second.end())
        return {};
    return written ? named->second.written : named->second.read;
}

/// From where a container is written to where a later state begins to read it, as the states stand
/// in the file.
void Surroundings::linkStates(const ir::Sdfg& sdfg) {
    std::map<std::string, std::vector<NodeId>, std::less<>> written;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex local(*state);
        std::map<std::string, std::vector<NodeId>, std::less<>> here;
        for (const auto& node : state->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access)
                continue;
            const bool isWritten = !local.inEdges(node->id).empty();
            auto& accesses = accesses_[&sdfg][access->data];
            (isWritten ? accesses.written : accesses.read).push_back(node->id);
            if (isWritten)
                here[access->data].push_back(node->id);
            else if (const auto before = written.find(access->data); before != written.end())
                for (const NodeId from :
                     std::span(before->second).first(std::min(before->second.size(), kMostWays)))
                    link(from, node->id);
        }
        for (auto& [name, nodes] : here)
            written.insert_or_assign(name, std::move(nodes));
    });
}

// --- Sides ----------------------------------------------------------------------------------

/// The nodes in an order in which links lead forwards; those on cycles of broken graphs last.
std::vector<std::uint32_t> Surroundings::ordered(const LinksByNode& out) const {
    std::vector<std::uint32_t> missing(own_.size());
    for (const Link& each : links_)
        ++missing[each.to];
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < own_.size(); ++i)
        if (missing[i] == 0)
            order.push_back(i);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const Link* each : out[order[i]])
            if (--missing[each->to] == 0)
                order.push_back(each->to);
    for (std::uint32_t i = 0; i < own_.size(); ++i)
        if (missing[i] != 0)
            order.push_back(i);
    return order;
}

void Surroundings::spread() {
    LinksByNode in(own_.size());
    LinksByNode out(own_.size());
    for (const Link& each : links_) {
        in[each.to].push_back(&each);
        out[each.from].push_back(&each);
    }
    // The edge, the node at its other end, and what that has seen; not of scopes and nested SDFGs,
    // for the ways through these are links of their own.
    const auto take = [&](Sketch& sketch, const Link& over, std::uint32_t from,
                          const Sketch& seen) {
        if (over.hash)
            sketch.add(over.hash);
        if (!passes_[from])
            return;
        sketch.add(own_[from]);
        sketch.add(seen);
    };
    const auto near = [&](Side first, const auto& links, const auto& end) {
        std::vector<Sketch> seen(own_.size());
        std::size_t side = at(first);
        int reach = 0;
        for (const int wanted : kNear) {
            for (; reach < wanted; ++reach) {
                std::vector<Sketch> more(own_.size());
                for (std::uint32_t i = 0; i < own_.size(); ++i)
                    for (const Link* each : links[i])
                        take(more[i], *each, end(*each), seen[end(*each)]);
                seen = std::move(more);
            }
            for (std::uint32_t i = 0; i < own_.size(); ++i)
                sketches_[i].at(side) = seen[i];
            ++side;
        }
    };
    const auto from = [](const Link& each) { return each.from; };
    const auto to = [](const Link& each) { return each.to; };
    near(Side::before1, in, from);
    near(Side::behind1, out, to);
    const auto order = ordered(out);
    for (const auto i : order)
        for (const Link* each : in[i])
            take(sketches_[i].at(at(Side::before)), *each, each->from,
                 sketches_[each->from].at(at(Side::before)));
    for (auto i = order.rbegin(); i != order.rend(); ++i)
        for (const Link* each : out[*i])
            take(sketches_[*i].at(at(Side::behind)), *each, each->to,
                 sketches_[each->to].at(at(Side::behind)));
}

Around& Surroundings::sketchesOf(ElementId id) {
    auto& slot = slots_.at(id.value);
    if (slot == 0) {
        sketches_.emplace_back();
        slot = static_cast<std::uint32_t>(sketches_.size());
    }
    return sketches_[slot - 1];
}

/// Of SDFGs and blocks, those deepest inside first.
void Surroundings::addInside() {
    constexpr auto kInside = at(Side::inside);
    for (auto id = index_.sdfgs().rbegin(); id != index_.sdfgs().rend(); ++id) {
        const auto* place = index_.find(*id);
        const Sketch inside = addBlocks(place->sdfg->body).at(kInside);
        sketchesOf(*id).at(kInside) = inside;
        if (place->parent) // the node that holds it
            sketchesOf(place->parent).at(kInside) = inside;
    }
}

Around Surroundings::addBlock(const ir::Block& block) {
    Around all;
    if (const auto* state = block.as<ir::State>())
        for (const auto& node : state->nodes) {
            merge(all, sketchesOf(node->id));
            if (!node->as<ir::NestedSdfg>())
                all.at(at(Side::inside)).add(own_[slots_[node->id.value] - 1]);
        }
    if (const auto* inner = block.region())
        merge(all, addBlocks(*inner));
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const auto& branch : conditional->branches)
            merge(all, addBlock(*branch.body));
    sketchesOf(block.id) = all;
    return all;
}

/// All sides of a region together.
Around Surroundings::addBlocks(const ir::Region& region) {
    Around whole;
    for (const auto& block : region.blocks)
        merge(whole, addBlock(*block));
    for (const auto& edge : region.edges) { // states without a node have their neighbours only
        const auto inside = [&](BlockId id) { return sketchesOf(id).at(at(Side::inside)); };
        const Sketch before = inside(edge.src);
        const Sketch behind = inside(edge.dst);
        sketchesOf(edge.dst).at(at(Side::before1)).add(before);
        sketchesOf(edge.src).at(at(Side::behind1)).add(behind);
    }
    return whole;
}

Around Surroundings::of(ElementId id) const {
    const auto sidesOf = [&](ElementId of) {
        const auto slot = of.value < slots_.size() ? slots_[of.value] : 0;
        return slot ? sketches_[slot - 1] : Around{};
    };
    const auto* place = index_.find(id);
    const auto between = [&](ElementId src, ElementId dst) {
        Around result = sidesOf(src);
        const Around behind = sidesOf(dst);
        for (const Side side : {Side::behind1, Side::behind4, Side::behind})
            result.at(at(side)) = behind.at(at(side));
        result.at(at(Side::inside)) = {};
        return result;
    };
    if (place && place->edge)
        return between(place->edge->src, place->edge->dst);
    if (place && place->interstateEdge)
        return between(place->interstateEdge->src, place->interstateEdge->dst);
    return sidesOf(id);
}

} // namespace mw::history

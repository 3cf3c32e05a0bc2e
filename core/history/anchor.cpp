// Anchors: every element of a document gets hashes that look further and further around it (colour
// refinement, Weisfeiler and Leman 1968: in each round it takes in what its neighbours had before),
// and sets of what surrounds it, which still have most in common where rings all differ.

#include "core/history/anchor.h"

#include "core/support/hash.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>

namespace mw::history {

namespace {

using Hash = std::uint64_t;

/// One state as numbers: a hash for each node, and the links between nodes.
class Refinement {
public:
    Refinement(const ir::State& state, const ir::StateIndex& local, const ElementHasher& hash) {
        for (const auto& node : state.nodes) {
            const auto* entry = local.node(ir::entryOf(*node)); // an exit counts as its entry
            hashes_.push_back(entry ? hashCombine(hash(*node), hash(*entry)) : hash(*node));
        }
        for (const auto& edge : state.edges) {
            const auto* src = local.node(edge->src);
            const auto* dst = local.node(edge->dst);
            edges.push_back(src && dst ? hash(*edge, *src, *dst) : 0);
            if (src && dst)
                links_.push_back({local.position(src->id), local.position(dst->id), edges.back()});
        }
        for (const auto& node : state.nodes)
            if (const auto exit = ir::exitOf(*node); local.node(exit))
                links_.push_back({local.position(node->id), local.position(exit), kScope});
    }

    /// The rings of every node, in the order of the state.
    std::vector<Rings> rings() {
        std::vector<Rings> result(hashes_.size());
        int reach = 0;
        for (std::size_t ring = 0; ring < kReach.size(); ++ring) {
            for (; reach < kReach.at(ring); ++reach)
                round();
            for (std::size_t i = 0; i < hashes_.size(); ++i)
                result[i].at(ring) = hashes_[i];
        }
        return result;
    }

    std::vector<Hash> edges; ///< of each edge by itself, in the order of the state

private:
    struct Link {
        std::size_t from, to;
        Hash hash;
    };
    static constexpr Hash kScope = 0x53434f5045;

    void round() {
        std::vector<Hash> before(hashes_.size(), 0);
        std::vector<Hash> behind(hashes_.size(), 0);
        for (const auto& [from, to, hash] : links_) { // sums: the order does not count
            before[to] += hashCombine(hash, hashes_[from]);
            behind[from] += hashCombine(hash, hashes_[to]);
        }
        for (std::size_t i = 0; i < hashes_.size(); ++i)
            hashes_[i] = hashCombine(hashCombine(hashes_[i], before[i]), behind[i]);
    }

    std::vector<Hash> hashes_;
    std::vector<Link> links_;
};

/// The nested SDFG that holds a state; 0 for states of the root.
NodeId holderOf(const ir::DocumentIndex& index, BlockId state) {
    NodeId holder;
    for (const ElementId id : index.path(state))
        if (index.find(id)->kind == ir::ElementKind::node)
            holder = NodeId{id.value};
    return holder;
}

std::string kindOf(const ir::DocumentIndex::Place& place) {
    constexpr std::array kNames{"", "SDFG", "block", "", "edge", "interstate edge"};
    return place.kind == ir::ElementKind::node ? ir::kindName(*place.node)
                                               : kNames.at(static_cast<std::size_t>(place.kind));
}

std::string labelOf(const ir::DocumentIndex& index, const ir::DocumentIndex::Place& place) {
    if (place.kind == ir::ElementKind::sdfg)
        return place.sdfg->name;
    if (place.kind == ir::ElementKind::block)
        return place.block->label;
    if (place.kind != ir::ElementKind::node)
        return {};
    const auto* entry = index.find(ir::entryOf(*place.node)); // an exit has no label of its own
    return ir::displayName(entry && entry->node ? *entry->node : *place.node);
}

/// The node whose out-edges say what a node writes: of a scope its exit.
const ir::Node* writerOf(const ir::StateIndex& state, const ir::Node& node) {
    const NodeId exit = ir::exitOf(node);
    return exit ? state.node(exit) : &node;
}

} // namespace

AnchorIndex::AnchorIndex(const ir::DocumentIndex& index)
    : index_(index), rings_(index.document()->nextId) {
    const auto& root = *index.document()->root;
    addSdfg(root, namesOfRoot(root));
    for (const BlockId id : index.states()) // those of a nested SDFG after the one that holds it
        addState(id);
    for (auto id = index.sdfgs().rbegin(); id != index.sdfgs().rend(); ++id)
        addBlocks(*index.find(*id)->sdfg);
}

void AnchorIndex::mix(Hash value) {
    fingerprint_ = hashCombine(fingerprint_, value);
}

void AnchorIndex::add(ElementId id, const Rings& rings) {
    if (id.value >= rings_.size())
        rings_.resize(id.value + 1);
    rings_[id.value] = rings;
    order_.push_back(id);
    mix(hashCombine(id.value, rings.front()));
}

void AnchorIndex::addSdfg(const ir::Sdfg& sdfg, const Names& names) {
    names_.emplace(&sdfg, names);
    mix(fnv1a64(sdfg.name));
    for (const auto& [name, data] : sdfg.arrays)
        mix(containerHash(name, *data));
    for (const auto& [name, type] : sdfg.symbols)
        mix(fnv1a64(name));
}

void AnchorIndex::addState(BlockId id) {
    const auto* place = index_.find(id);
    const auto& state = *place->block->as<ir::State>();
    const ir::StateIndex local(state);
    const Names& names = names_.at(place->sdfg);
    const ElementHasher hash(*place->sdfg, names);
    Refinement refinement(state, local, hash);
    auto rings = refinement.rings();
    const NodeId holder = holderOf(index_, id);
    for (std::size_t i = 0; i < state.nodes.size(); ++i) {
        const auto& node = *state.nodes[i];
        if (holder) // the surroundings of the whole state count last
            rings[i].back() = hashCombine(rings[i].back(), this->rings(holder).back());
        add(node.id, rings[i]);
        if (const auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg)
            addSdfg(*nested->sdfg, namesInside(local, node, names));
    }
    for (std::size_t i = 0; i < state.edges.size(); ++i)
        addEdge(*state.edges[i], refinement.edges[i]);
}

/// A ring of an edge combines its own hash with the rings of its ends.
void AnchorIndex::addEdge(const ir::Edge& edge, Hash own) {
    mix(hashCombine(edge.src.value, edge.dst.value));
    for (const auto* name : {&edge.memlet.data, &edge.srcConnector, &edge.dstConnector})
        mix(fnv1a64(*name));
    Rings result{own};
    for (std::size_t i = 1; i < result.size(); ++i)
        result.at(i) =
            hashCombine(hashCombine(own, rings(edge.src).at(i - 1)), rings(edge.dst).at(i - 1));
    add(edge.id, result);
}

/// Blocks, the edges between them and the SDFG itself: their own hashes, and those of all inside.
void AnchorIndex::addBlocks(const ir::Sdfg& sdfg) {
    const ElementHasher hash(sdfg, names_.at(&sdfg));
    Rings whole{};
    const auto addEdges = [&](const ir::Region& region) {
        for (const auto& edge : region.edges) {
            Rings rings{};
            rings.fill(hash(edge));
            add(edge.id, rings);
        }
    };
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        Rings inside{};
        inside.fill(hash(block));
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                for (std::size_t i = 1; i < inside.size(); ++i)
                    inside.at(i) += rings(node->id).at(i);
        add(block.id, inside);
        for (std::size_t i = 0; i < whole.size(); ++i)
            whole.at(i) += inside.at(i);
        if (const auto* region = block.region())
            addEdges(*region);
    });
    addEdges(sdfg.body);
    add(sdfg.id, whole);
}

const Rings& AnchorIndex::rings(ElementId id) const {
    static const Rings kNone{};
    return id.value < rings_.size() ? rings_[id.value] : kNone;
}

Around AnchorIndex::around(ElementId id) const {
    std::call_once(later_->made, [&] {
        later_->surroundings.emplace(index_, [&](ElementId of) { return rings(of).front(); });
    });
    return later_->surroundings->of(id);
}

/// The containers that an element writes, sorted.
std::string AnchorIndex::writes(ElementId id) const {
    const auto& place = *index_.find(id);
    if (place.edge)
        return place.edge->memlet.data;
    if (!place.node)
        return {};
    if (const auto* access = place.node->as<ir::AccessNode>())
        return access->data;
    const ir::StateIndex state(*place.block->as<ir::State>());
    const auto* writer = writerOf(state, *place.node);
    std::set<std::string> names;
    for (const auto* edge :
         writer ? state.outEdges(writer->id) : std::span<const ir::Edge* const>{})
        names.insert(edge->memlet.data);
    names.erase("");
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

Anchor AnchorIndex::anchor(ElementId id, std::string role) const {
    const auto* place = index_.find(id);
    assert(place);
    Anchor anchor{
        std::move(role), id, kindOf(*place), rings(id), writes(id), labelOf(index_, *place), 0, 0,
        around(id)};
    for (const ElementId other : order_) {
        if (other == id)
            anchor.ordinal = anchor.equals;
        if (rings(other) == anchor.rings && kindOf(*index_.find(other)) == anchor.kind)
            ++anchor.equals;
    }
    return anchor;
}

Likeness AnchorIndex::likeness(const Anchor& anchor, ElementId id) const {
    const auto* place = index_.find(id);
    if (!place || kindOf(*place) != anchor.kind)
        return 0;
    for (std::size_t ring = kReach.size(); ring > 0; --ring)
        if (rings(id).at(ring - 1) == anchor.rings.at(ring - 1))
            return 1 + static_cast<Likeness>(ring);
    const bool named = labelOf(index_, *place) == anchor.label && writes(id) == anchor.writes;
    return named && !(anchor.label + anchor.writes).empty() ? 1 : 0;
}

Shared AnchorIndex::sharedAround(const Anchor& anchor, ElementId id) const {
    const auto* place = index_.find(id);
    return place && kindOf(*place) == anchor.kind ? shared(anchor.around, around(id)) : Shared{};
}

bool AnchorIndex::sameOrdinal(const Anchor& anchor, ElementId id) const {
    const Anchor here = this->anchor(id);
    return here.ordinal == anchor.ordinal && here.equals == anchor.equals;
}

} // namespace mw::history

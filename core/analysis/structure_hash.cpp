#include "core/analysis/structure.h"
#include "core/analysis/structure_local.h"
#include "core/support/hash.h"

#include <algorithm>

namespace mw::analysis {

namespace {

using Hash = std::uint64_t;

/// Values of an SDFG's containers while it is walked in program order.
struct Frame {
    const ir::Sdfg* sdfg = nullptr;
    symbolic::Substitution symbols;       ///< inner symbol -> outermost expression
    std::map<std::string, Hash> identity; ///< of arguments: by name at the root, by value inside
    std::map<std::string, Hash> written;  ///< last value
};

/// Order-independent combination.
Hash combineAll(std::vector<Hash> parts, Hash seed) {
    std::sort(parts.begin(), parts.end());
    for (const Hash part : parts)
        seed = hashCombine(seed, part);
    return seed;
}

bool isPartner(const std::string& connector, const std::string& other) {
    return connector.size() > 3 && other.size() > 4 && connector.compare(0, 3, "IN_") == 0 &&
           other.compare(0, 4, "OUT_") == 0 &&
           connector.compare(3, std::string::npos, other, 4, std::string::npos) == 0;
}

/// One direction of hashing. Forward: a node's hash comes from its in-edges; backward: from its
/// out-edges. The two share everything but the direction.
class Walk {
public:
    Walk(std::map<ElementId, Hash>& into, bool forward) : into_(into), forward_(forward) {}

    void sdfg(Frame& frame) { region(frame, frame.sdfg->body); }

private:
    void region(Frame& frame, const ir::Region& region) {
        auto blocks = region.blocks; // program order of the file; independent builds agree on it
        if (!forward_)
            std::reverse(blocks.begin(), blocks.end());
        for (const auto& block : blocks)
            visit(frame, *block);
    }

    void visit(Frame& frame, const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            return this->state(frame, *state);
        if (const auto* inner = block.region())
            return region(frame, *inner);
        if (const auto* conditional = block.as<ir::ConditionalBlock>())
            for (const auto& branch : conditional->branches)
                visit(frame, *branch.body);
    }

    void state(Frame& frame, const ir::State& state) {
        const ir::StateIndex index(state);
        auto order = index.topological();
        if (!forward_)
            std::reverse(order.begin(), order.end());
        for (const NodeId id : order)
            node(frame, index, *index.node(id));
    }

    std::span<const ir::Edge* const> before(const ir::StateIndex& index, NodeId id) const {
        return forward_ ? index.inEdges(id) : index.outEdges(id);
    }
    std::span<const ir::Edge* const> after(const ir::StateIndex& index, NodeId id) const {
        return forward_ ? index.outEdges(id) : index.inEdges(id);
    }

    /// Hash of a node, and of every edge that leaves it in the walk's direction.
    void node(Frame& frame, const ir::StateIndex& index, const ir::Node& node) {
        if (const auto* nested = node.as<ir::NestedSdfg>())
            return this->nested(frame, index, node, *nested);
        std::vector<Hash> parts;
        for (const ir::Edge* edge : before(index, node.id)) {
            const auto& connector = forward_ ? edge->dstConnector : edge->srcConnector;
            const bool named = node.as<ir::Tasklet>() || node.as<ir::LibraryNode>();
            parts.push_back(hashCombine(into_[edge->id], named ? fnv1a64(connector) : 0));
        }
        const bool source = parts.empty();
        Hash hash = combineAll(std::move(parts), localHash(node, *frame.sdfg, frame.symbols));
        if (const auto* access = node.as<ir::AccessNode>())
            hash = container(frame, access->data, hash, source);
        into_[node.id] = hash;
        for (const ir::Edge* edge : after(index, node.id))
            into_[edge->id] = hashCombine(through(index, node, *edge, hash, frame),
                                          memletHash(edge->memlet, frame.symbols));
    }

    /// The value of a container at an access node: what is written into it here, or what was
    /// before.
    static Hash container(Frame& frame, const std::string& data, Hash hash, bool source) {
        if (const auto identity = frame.identity.find(data); identity != frame.identity.end())
            hash = hashCombine(hash, identity->second);
        auto& last = frame.written[data];
        if (source)
            return hashCombine(hash, last);
        last = hashCombine(last, hash);
        return hash;
    }

    /// What flows along one edge out of `node`: scope nodes pass their partner connector through,
    /// so that one changed input of a map leaves the other inputs alone; tasklets name the output.
    Hash through(const ir::StateIndex& index, const ir::Node& node, const ir::Edge& edge, Hash hash,
                 const Frame& frame) {
        if (node.as<ir::Tasklet>())
            return hashCombine(hash, fnv1a64(forward_ ? edge.srcConnector : edge.dstConnector));
        if (!node.isEntry() && !node.isExit())
            return hash;
        std::vector<Hash> parts;
        for (const ir::Edge* other : before(index, node.id)) {
            const bool partner = forward_ ? isPartner(other->dstConnector, edge.srcConnector)
                                          : isPartner(edge.dstConnector, other->srcConnector);
            if (partner)
                parts.push_back(into_[other->id]);
        }
        return parts.empty()
                   ? hash
                   : combineAll(std::move(parts), localHash(node, *frame.sdfg, frame.symbols));
    }

    void nested(Frame& frame, const ir::StateIndex& index, const ir::Node& node,
                const ir::NestedSdfg& nested) {
        std::vector<Hash> parts;
        Frame inner;
        inner.sdfg = nested.sdfg.get();
        for (const auto& [name, expr] : nested.symbolMapping)
            inner.symbols.emplace(name, symbolic::substitute(expr, frame.symbols));
        for (const ir::Edge* edge : before(index, node.id)) {
            parts.push_back(into_[edge->id]);
            const auto& connector = forward_ ? edge->dstConnector : edge->srcConnector;
            if (!connector.empty())
                inner.identity[connector] = into_[edge->id];
        }
        const Hash hash = combineAll(std::move(parts), 0x4e53); // inner nodes carry the rest
        if (inner.sdfg)
            sdfg(inner);
        into_[node.id] = hash;
        for (const ir::Edge* edge : after(index, node.id)) {
            const auto& connector = forward_ ? edge->srcConnector : edge->dstConnector;
            const auto value = inner.written.find(connector);
            into_[edge->id] = hashCombine(value == inner.written.end() ? hash : value->second,
                                          memletHash(edge->memlet, frame.symbols));
        }
    }

    std::map<ElementId, Hash>& into_;
    bool forward_;
};

Frame rootFrame(const ir::Sdfg& root) {
    Frame frame;
    frame.sdfg = &root;
    for (const auto& [name, data] : root.arrays)
        if (!data->transient)
            frame.identity[name] = fnv1a64(name);
    return frame;
}

} // namespace

StructuralHashes structuralHashes(const ir::DocumentIndex& index) {
    StructuralHashes hashes;
    const ir::Sdfg& root = *index.document()->root;
    for (const bool forward : {true, false}) {
        Frame frame = rootFrame(root);
        Walk(forward ? hashes.forward : hashes.backward, forward).sdfg(frame);
    }
    std::vector<Hash> all;
    for (const auto& [id, forward] : hashes.forward)
        all.push_back(hashCombine(forward, hashes.backward[id]));
    for (const auto& [name, data] : root.arrays)
        if (!data->transient)
            all.push_back(hashCombine(fnv1a64(name), descriptorHash(*data, {})));
    for (const SdfgId sdfg : index.sdfgs())
        all.push_back(controlHash(*index.find(sdfg)->sdfg));
    hashes.whole = combineAll(std::move(all), fnv1a64(root.name));
    return hashes;
}

} // namespace mw::analysis

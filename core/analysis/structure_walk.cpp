// Walks a graph by structure: the containers first, then what is done with them.
#include "core/analysis/structure_walk.h"

#include "core/ir/connectors.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

/// Values of an SDFG's containers while it is walked in program order.
struct SdfgValues {
    const ir::Sdfg* sdfg = nullptr;
    Meaning meaning;
    int depth = 0;
    std::map<std::string, Hash> identity; ///< of arguments: by name at the root, by value inside
    std::map<std::string, Hash> written;  ///< last value
};

bool isPartner(const std::string& connector, const std::string& other) {
    const auto name = ir::passedIn(connector);
    return !name.empty() && name == ir::passedOut(other);
}

/// One direction of hashing. Forward: a node's hash comes from its in-edges; backward: from its
/// out-edges. The two share everything but the direction.
class Walk {
public:
    Walk(std::map<ElementId, Hash>& into, const Identities& identities, bool forward)
        : into_(into), identities_(identities), forward_(forward) {}

    void sdfg(SdfgValues& values) { region(values, values.sdfg->body); }

private:
    void region(SdfgValues& values, const ir::Region& region) {
        auto blocks = region.blocks; // program order of the file; independent builds agree on it
        if (!forward_)
            std::reverse(blocks.begin(), blocks.end());
        for (const auto& block : blocks)
            visit(values, *block);
    }

    void visit(SdfgValues& values, const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            return this->state(values, *state);
        if (const auto* inner = block.region())
            return region(values, *inner);
        if (const auto* conditional = block.as<ir::ConditionalBlock>())
            for (const auto& branch : conditional->branches)
                if (branch.body)
                    visit(values, *branch.body);
    }

    void state(SdfgValues& values, const ir::State& state) {
        const ir::StateIndex index(state);
        auto order = index.topological();
        if (!forward_)
            std::reverse(order.begin(), order.end());
        for (const NodeId id : order)
            node(values, index, *index.node(id));
    }

    std::span<const ir::Edge* const> before(const ir::StateIndex& index, NodeId id) const {
        return forward_ ? index.inEdges(id) : index.outEdges(id);
    }
    std::span<const ir::Edge* const> after(const ir::StateIndex& index, NodeId id) const {
        return forward_ ? index.outEdges(id) : index.inEdges(id);
    }

    /// Hash of a node, and of every edge that leaves it in the walk's direction.
    void node(SdfgValues& values, const ir::StateIndex& index, const ir::Node& node) {
        if (const auto* nested = node.as<ir::NestedSdfg>())
            return this->nested(values, index, node, *nested);
        std::vector<Hash> parts;
        for (const ir::Edge* edge : before(index, node.id)) {
            const auto& connector = forward_ ? edge->dstConnector : edge->srcConnector;
            const bool named = nameCounts(node, connector);
            parts.push_back(hashCombine(into_[edge->id], named ? fnv1a64(connector) : 0));
        }
        const bool source = parts.empty();
        Hash hash = combineAll(std::move(parts), localHash(node, *values.sdfg, values.meaning));
        if (const auto* access = node.as<ir::AccessNode>())
            hash = container(values, access->data, hash, source);
        into_[node.id] = hash;
        for (const ir::Edge* edge : after(index, node.id))
            into_[edge->id] = hashCombine(through(index, node, *edge, hash, values),
                                          memletHash(index, *edge, values.meaning));
    }

    /// The value of a container at an access node: what is written into it here, or what was
    /// before.
    Hash container(SdfgValues& values, const std::string& data, Hash hash, bool source) const {
        if (const auto known = identities_.find(values.sdfg->id); known != identities_.end())
            if (const auto what = known->second.find(data); what != known->second.end())
                hash = hashCombine(hash, what->second);
        if (const auto identity = values.identity.find(data); identity != values.identity.end())
            hash = hashCombine(hash, identity->second);
        auto& last = values.written[data];
        if (source)
            return hashCombine(hash, last);
        last = hashCombine(last, hash);
        return hash;
    }

    /// What flows along one edge out of `node`: scope nodes pass their partner connector through,
    /// so that one changed input of a map leaves the other inputs alone; tasklets name the output.
    Hash through(const ir::StateIndex& index, const ir::Node& node, const ir::Edge& edge, Hash hash,
                 const SdfgValues& values) {
        const auto& connector = forward_ ? edge.srcConnector : edge.dstConnector;
        if (nameCounts(node, connector))
            hash = hashCombine(hash, fnv1a64(connector));
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
                   : combineAll(std::move(parts), localHash(node, *values.sdfg, values.meaning));
    }

    void nested(SdfgValues& values, const ir::StateIndex& index, const ir::Node& node,
                const ir::NestedSdfg& nested) {
        std::vector<Hash> parts;
        SdfgValues inner;
        inner.sdfg = nested.sdfg.get();
        inner.depth = values.depth + 1;
        if (inner.sdfg)
            inner.meaning =
                meaningIn(*inner.sdfg, &nested, &values.meaning, identities_, inner.depth);
        for (const ir::Edge* edge : before(index, node.id)) {
            parts.push_back(into_[edge->id]);
            const auto& connector = forward_ ? edge->dstConnector : edge->srcConnector;
            if (!connector.empty())
                inner.identity[connector] = into_[edge->id];
        }
        // Inner nodes carry the rest.
        const Hash hash =
            combineAll(std::move(parts), localHash(node, *values.sdfg, values.meaning));
        if (inner.sdfg)
            sdfg(inner);
        into_[node.id] = hash;
        for (const ir::Edge* edge : after(index, node.id)) {
            const auto& connector = forward_ ? edge->srcConnector : edge->dstConnector;
            const auto value = inner.written.find(connector);
            into_[edge->id] = hashCombine(value == inner.written.end() ? hash : value->second,
                                          memletHash(index, *edge, values.meaning));
        }
    }

    std::map<ElementId, Hash>& into_;
    const Identities& identities_;
    bool forward_;
};

SdfgValues rootValues(const ir::Sdfg& root, const Identities& identities) {
    SdfgValues values;
    values.sdfg = &root;
    values.meaning = meaningIn(root, nullptr, nullptr, identities, 0);
    for (const auto& [name, data] : root.arrays)
        if (!data->transient)
            values.identity[name] = fnv1a64(name);
    return values;
}

void addCodeNames(const std::string& text, std::set<std::string, std::less<>>& into) {
    // The target of `i = i + 1` and of `i += 1`.
    const auto begin = text.find_first_not_of(" \t");
    if (begin != std::string::npos)
        into.insert(text.substr(begin, text.find_first_of(" \t=+-*/;", begin) - begin));
}

} // namespace

Hash combineAll(std::vector<Hash> parts, Hash seed) {
    std::sort(parts.begin(), parts.end());
    for (const Hash part : parts)
        seed = hashCombine(seed, part);
    return seed;
}

std::set<std::string, std::less<>> ownNames(const ir::Sdfg& sdfg) {
    std::set<std::string, std::less<>> names;
    const auto edgesOf = [&](const ir::Region& region) {
        for (const auto& edge : region.edges)
            for (const auto& [name, text] : edge.assignments)
                names.insert(name);
    };
    edgesOf(sdfg.body);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* region = block.region())
            edgesOf(*region);
        if (const auto* loop = block.as<ir::LoopRegion>()) {
            names.insert(loop->loopVariable);
            addCodeNames(loop->init.text, names);
            addCodeNames(loop->update.text, names);
        }
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const auto& node : state->nodes) {
            if (const auto* map = node->as<ir::MapEntry>())
                names.insert(map->map.params.begin(), map->map.params.end());
            if (const auto* consume = node->as<ir::ConsumeEntry>())
                names.insert(consume->peIndex);
            if (node->isEntry())
                for (const auto& [connector, type] : node->in)
                    if (nameCounts(*node, connector))
                        names.insert(connector);
        }
    });
    names.erase("");
    return names;
}

Meaning meaningIn(const ir::Sdfg& sdfg, const ir::NestedSdfg* node, const Meaning* around,
                  const Identities& identities, int depth) {
    Meaning meaning;
    if (node)
        for (const auto& [name, expr] : node->symbolMapping)
            meaning.emplace(name, symbolic::substitute(expr, *around));
    // A name that gets values in here is another one than the same name outside.
    if (node)
        for (const std::string& name : ownNames(sdfg))
            meaning.insert_or_assign(name,
                                     symbolic::Expr::symbol(fmt::format("{}'{}", name, depth)));
    const auto known = identities.find(sdfg.id);
    for (const auto& [name, data] : sdfg.arrays) {
        if (!node && !data->transient)
            continue;
        Hash identity = descriptorHash(*data, meaning);
        if (known != identities.end())
            if (const auto what = known->second.find(name); what != known->second.end())
                identity = what->second;
        meaning.insert_or_assign(name, symbolic::Expr::symbol(fmt::format("'{}", toHex(identity))));
    }
    return meaning;
}

std::map<ElementId, Hash> walkHashes(const ir::Sdfg& root, const Identities& identities,
                                     bool forward) {
    std::map<ElementId, Hash> hashes;
    SdfgValues values = rootValues(root, identities);
    Walk(hashes, identities, forward).sdfg(values);
    return hashes;
}

} // namespace mw::analysis

// Pairs the elements of two structurally alike documents, and says where they differ first.
#include "core/analysis/structure.h"
#include "core/analysis/structure_local.h"
#include "core/support/hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace mw::analysis {

namespace {

using Hash = std::uint64_t;
using Keys = std::map<ElementId, Hash>;

/// Pairs what has equal keys, in order of ids; what is paired is taken out of both.
void pairBy(const Keys& first, const Keys& second, std::set<ElementId>& openFirst,
            std::set<ElementId>& openSecond, Pairing& pairing, bool changed) {
    std::map<Hash, std::vector<ElementId>> buckets;
    for (const ElementId id : openSecond)
        if (const auto key = second.find(id); key != second.end())
            buckets[key->second].push_back(id);
    std::map<Hash, std::size_t> used;
    std::vector<std::pair<ElementId, ElementId>> made;
    for (const ElementId id : openFirst) {
        const auto key = first.find(id);
        if (key == first.end())
            continue;
        const auto bucket = buckets.find(key->second);
        if (bucket == buckets.end())
            continue;
        auto& next = used[key->second];
        if (next < bucket->second.size())
            made.emplace_back(id, bucket->second[next++]);
    }
    for (const auto& pair : made) {
        openFirst.erase(pair.first);
        openSecond.erase(pair.second);
        pairing.pairs.push_back(pair);
        if (changed)
            pairing.changed.push_back(pair);
    }
}

Keys combined(const StructuralHashes& hashes) {
    Keys keys;
    for (const auto& [id, forward] : hashes.forward)
        keys[id] = hashCombine(forward, hashes.backward.at(id));
    return keys;
}

Keys localKeys(const ir::DocumentIndex& index, const Keys& all) {
    Keys keys;
    for (const auto& [id, unused] : all) {
        const auto* place = index.find(id);
        if (place->kind == ir::ElementKind::node)
            keys[id] = localHash(*place->node, *place->sdfg, {});
    }
    return keys;
}

/// Only the kind: the last resort, so that a changed tasklet faces a tasklet.
Keys kindKeys(const ir::DocumentIndex& index, const Keys& all) {
    Keys keys;
    for (const auto& [id, unused] : all) {
        const auto* place = index.find(id);
        if (place->kind == ir::ElementKind::node)
            keys[id] = splitmix64(place->node->kind.index());
    }
    return keys;
}

/// Where an edge runs, in ids of the first graph: for edges between paired nodes.
Keys edgeKeys(const ir::DocumentIndex& index, const Keys& all,
              const std::map<ElementId, ElementId>& names) {
    Keys keys;
    for (const auto& [id, unused] : all) {
        const auto* edge = index.find(id)->edge;
        if (!edge)
            continue;
        const auto src = names.find(edge->src);
        const auto dst = names.find(edge->dst);
        if (src != names.end() && dst != names.end())
            keys[id] = hashCombine(src->second.value, dst->second.value);
    }
    return keys;
}

std::set<ElementId> idsOf(const Keys& keys) {
    std::set<ElementId> ids;
    for (const auto& [id, unused] : keys)
        ids.insert(id);
    return ids;
}

std::string describe(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    return localText(*place->node, *place->sdfg);
}

ElementId partnerOf(const Pairing& pairing, ElementId first) {
    for (const auto& [a, b] : pairing.pairs)
        if (a == first)
            return b;
    return {};
}

/// Looks through the nodes in program order, what is nested before the node that holds it, for one
/// whose forward hash the other graph lacks.
class FirstWithout {
public:
    FirstWithout(const Keys& forward, const Keys& otherForward) : forward_(forward) {
        for (const auto& [id, hash] : otherForward)
            available_.insert(hash);
    }

    ElementId in(const ir::Region& region) {
        ElementId found;
        ir::forEachBlock(region, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>(); state && !found)
                found = in(*state);
        });
        return found;
    }

private:
    ElementId in(const ir::State& state) {
        const ir::StateIndex index(state);
        for (const NodeId id : index.topological()) {
            const auto* nested = index.node(id)->as<ir::NestedSdfg>();
            if (nested && nested->sdfg)
                if (const ElementId inner = in(nested->sdfg->body))
                    return inner;
            const auto found = available_.find(forward_.at(id));
            if (found == available_.end())
                return id;
            available_.erase(found);
        }
        return {};
    }

    const Keys& forward_;
    std::multiset<Hash> available_;
};

ElementId firstWithout(const ir::DocumentIndex& index, const Keys& forward,
                       const Keys& otherForward) {
    return FirstWithout(forward, otherForward).in(index.document()->root->body);
}

std::string differingPart(const std::map<std::string, Hash>& a,
                          const std::map<std::string, Hash>& b) {
    for (const auto& [name, part] : a)
        if (const auto other = b.find(name); other == b.end() || other->second != part)
            return name;
    for (const auto& [name, part] : b)
        if (!a.contains(name))
            return name;
    return "nothing";
}

std::optional<Pairing::Difference> findFirst(const ir::DocumentIndex& first,
                                             const ir::DocumentIndex& second,
                                             const Pairing& pairing, const StructuralHashes& a,
                                             const StructuralHashes& b) {
    if (const ElementId id = firstWithout(first, a.forward, b.forward)) {
        const ElementId partner = partnerOf(pairing, id);
        if (!partner)
            return Pairing::Difference{
                id, {}, fmt::format("{} is only in the first graph", describe(first, id))};
        const auto one = describe(first, id);
        const auto other = describe(second, partner);
        return Pairing::Difference{
            id, partner,
            one == other ? fmt::format("{} has different inputs", one)
                         : fmt::format("{} in the first, {} in the second", one, other)};
    }
    if (const ElementId id = firstWithout(second, b.forward, a.forward))
        return Pairing::Difference{
            {}, id, fmt::format("{} is only in the second graph", describe(second, id))};
    return Pairing::Difference{
        {}, {}, fmt::format("the same dataflow, but {} differs", differingPart(a.parts, b.parts))};
}

} // namespace

Pairing pairStructures(const ir::DocumentIndex& first, const ir::DocumentIndex& second) {
    const auto a = structuralHashes(first);
    const auto b = structuralHashes(second);
    Pairing pairing;
    auto openFirst = idsOf(a.forward);
    auto openSecond = idsOf(b.forward);
    const auto pass = [&](const Keys& one, const Keys& other, bool changed) {
        pairBy(one, other, openFirst, openSecond, pairing, changed);
    };
    pass(combined(a), combined(b), false);
    pass(a.forward, b.forward, false);
    pass(a.backward, b.backward, true);
    pass(localKeys(first, a.forward), localKeys(second, b.forward), true);
    pass(kindKeys(first, a.forward), kindKeys(second, b.forward), true);
    std::map<ElementId, ElementId> ofFirst;
    std::map<ElementId, ElementId> ofSecond;
    for (const auto& [one, other] : pairing.pairs) {
        ofFirst[one] = one;
        ofSecond[other] = one;
    }
    pass(edgeKeys(first, a.forward, ofFirst), edgeKeys(second, b.forward, ofSecond), true);
    pairing.onlyInFirst.assign(openFirst.begin(), openFirst.end());
    pairing.onlyInSecond.assign(openSecond.begin(), openSecond.end());
    std::sort(pairing.pairs.begin(), pairing.pairs.end());
    std::sort(pairing.changed.begin(), pairing.changed.end());
    pairing.equal = a.whole == b.whole;
    if (!pairing.equal)
        pairing.firstDifference = findFirst(first, second, pairing, a, b);
    return pairing;
}

} // namespace mw::analysis

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

/// Nodes in program order whose forward hash the other graph lacks; the first of them.
ElementId firstWithout(const ir::DocumentIndex& index, const Keys& forward,
                       const Keys& otherForward) {
    std::multiset<Hash> available;
    for (const auto& [id, hash] : otherForward)
        available.insert(hash);
    for (const BlockId block : index.states()) {
        const auto* state = index.find(block)->block->as<ir::State>();
        const ir::StateIndex local(*state);
        for (const NodeId id : local.topological()) {
            const auto found = available.find(forward.at(id));
            if (found == available.end())
                return id;
            available.erase(found);
        }
    }
    return {};
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
        {}, {}, "the same dataflow, but control flow or the descriptors of arguments differ"};
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

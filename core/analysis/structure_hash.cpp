// The structural hash of a document: equal for graphs that compute the same in the same way.
#include "core/analysis/structure.h"
#include "core/analysis/structure_walk.h"
#include "core/support/hash.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

using Codes = std::map<std::string, ir::CodeBlock, std::less<>>;

Hash codesHash(const Codes& codes) {
    Hash hash = 0;
    for (const auto& [file, code] : codes)
        if (!code.empty())
            hash = hashCombine(hashCombine(hash, fnv1a64(file)), codeHash(code, {}));
    return hash;
}

Hash namesHash(const std::vector<std::string>& names) {
    Hash hash = names.size();
    for (const std::string& name : names)
        hash = hashCombine(hash, fnv1a64(name));
    return hash;
}

/// Puts the hashes of elements together as they are nested: who stands in which state, in which
/// branch, in which nested SDFG, and how control gets there.
class Whole {
public:
    Whole(const std::map<ElementId, Hash>& forward, const std::map<ElementId, Hash>& backward,
          const Identities& identities)
        : forward_(forward), backward_(backward), identities_(identities) {}

    using Named = std::map<std::string, Hash>;

    /// Hashes of the root's parts, by the words that sentences about differences use.
    Named root(const ir::Sdfg& sdfg) const {
        const Meaning meaning = meaningIn(sdfg, nullptr, nullptr, identities_, 0);
        Named parts = around(sdfg);
        parts["the name of the program"] = fnv1a64(sdfg.name);
        parts["the order of the arguments"] = namesHash(sdfg.argNames);
        for (const auto& [name, data] : sdfg.arrays)
            if (!data->transient)
                parts[fmt::format("the argument '{}'", name)] = descriptorHash(*data, meaning);
        for (const auto& [name, type] : sdfg.symbols)
            parts[fmt::format("the symbol '{}'", name)] = typeHash(type);
        parts[kInside] = region(sdfg.body, meaning, 0);
        return parts;
    }
    static constexpr const char* kInside = "the control flow, or what is nested";

private:
    /// Hashes of the parts whose names count in nested SDFGs too.
    static Named around(const ir::Sdfg& sdfg) {
        Named parts;
        for (const auto& [name, value] : sdfg.constants)
            parts[fmt::format("the constant '{}'", name)] = valueHash(value);
        parts["the constant arrays"] = namesHash(sdfg.constantArrays);
        parts["the C++ for file scope"] = codesHash(sdfg.globalCode);
        parts["the C++ of init"] = codesHash(sdfg.initCode);
        parts["the C++ of exit"] = codesHash(sdfg.exitCode);
        return parts;
    }

    Hash nested(const ir::NestedSdfg& node, const Meaning& outer, int depth) const {
        const ir::Sdfg& sdfg = *node.sdfg;
        const Meaning meaning = meaningIn(sdfg, &node, &outer, identities_, depth);
        Hash hash = region(sdfg.body, meaning, depth);
        for (const auto& [name, part] : around(sdfg))
            hash = hashCombine(hash, hashCombine(fnv1a64(name), part));
        // Mapped symbols that get other values inside: what they are mapped to at the start.
        for (const std::string& name : ownNames(sdfg))
            if (const auto mapped = node.symbolMapping.find(name);
                mapped != node.symbolMapping.end())
                hash =
                    hashCombine(hash, hashCombine(fnv1a64(name), exprHash(mapped->second, outer)));
        return hashCombine(hash, symbolTypes(sdfg, meaning));
    }

    /// By what the symbols mean; mapped to the same, they may come in any order.
    static Hash symbolTypes(const ir::Sdfg& sdfg, const Meaning& meaning) {
        std::vector<Hash> types;
        for (const auto& [name, type] : sdfg.symbols)
            types.push_back(
                hashCombine(exprHash(symbolic::Expr::symbol(name), meaning), typeHash(type)));
        return combineAll(std::move(types), 0x53594d);
    }

    Hash element(ElementId id) const { return hashCombine(forward_.at(id), backward_.at(id)); }

    Hash state(const ir::State& state, const Meaning& meaning, int depth) const {
        std::vector<Hash> all;
        for (const auto& node : state.nodes) {
            const auto* inner = node->as<ir::NestedSdfg>();
            all.push_back(inner && inner->sdfg
                              ? hashCombine(element(node->id), nested(*inner, meaning, depth + 1))
                              : element(node->id));
        }
        for (const auto& edge : state.edges) // those of a broken graph may lead nowhere
            if (forward_.contains(edge->id) && backward_.contains(edge->id))
                all.push_back(element(edge->id));
        return combineAll(std::move(all), state.edges.size());
    }

    Hash block(const ir::Block& block, const Meaning& meaning, int depth) const {
        const auto inside = [&](const ir::Region& body) { return region(body, meaning, depth); };
        const Hash own = std::visit(
            Overload{
                [&](const ir::State& s) { return state(s, meaning, depth); },
                [&](const ir::ControlFlowRegion& region) {
                    const auto& [body, flavour] = region;
                    return hashCombine(inside(body), static_cast<Hash>(flavour));
                },
                [&](const ir::LoopRegion& l) { return loop(l, meaning, inside(l.body)); },
                [&](const ir::ConditionalBlock& c) { return conditional(c, meaning, depth); },
                [&](const ir::JumpBlock& b) {
                    const auto& [jump] = b;
                    return static_cast<Hash>(jump);
                },
                [&](const ir::UnknownBlock& unknown) {
                    const auto& [typeName] = unknown;
                    return hashCombine(fnv1a64(typeName), fnv1a64(block.label));
                },
            },
            block.kind);
        return hashCombine(block.kind.index(), own);
    }

    static Hash loop(const ir::LoopRegion& loop, const Meaning& meaning, Hash inside) {
        const auto& [body, loopVariable, init, condition, update, inverted, updateBeforeCondition,
                     unroll, unrollFactor] = loop;
        Hash hash = hashCombine(inside, codeHash(loopVariable, meaning));
        for (const auto* code : {&init, &condition, &update})
            hash = hashCombine(hash, codeHash(*code, meaning));
        hash = hashCombine(hash, (inverted ? 1U : 0U) | (updateBeforeCondition ? 2U : 0U) |
                                     (unroll ? 4U : 0U));
        return hashCombine(hash, static_cast<Hash>(unrollFactor));
    }

    Hash conditional(const ir::ConditionalBlock& conditional, const Meaning& meaning,
                     int depth) const {
        const auto& [branches] = conditional;
        Hash hash = branches.size();
        for (const auto& [condition, body] : branches) {
            hash = hashCombine(hash, condition ? codeHash(*condition, meaning) : 1);
            hash = hashCombine(hash, body ? block(*body, meaning, depth) : 0);
        }
        return hash;
    }

    /// Blocks in the order of the file, which independent builds agree on.
    Hash region(const ir::Region& region, const Meaning& meaning, int depth) const {
        std::map<BlockId, Hash> places;
        Hash hash = region.blocks.size();
        for (const auto& one : region.blocks) {
            places.emplace(one->id, places.size() + 1);
            hash = hashCombine(hash, block(*one, meaning, depth));
        }
        for (const auto& edge : region.edges) {
            const auto& [id, src, dst, condition, assignments, origin] = edge;
            hash = hashCombine(hash, hashCombine(places[src], places[dst]));
            hash = hashCombine(hash, codeHash(condition, meaning));
            for (const auto& [name, text] : assignments)
                hash = hashCombine(hash,
                                   hashCombine(codeHash(name, meaning), codeHash(text, meaning)));
        }
        return hashCombine(hash, places[ir::startOf(region)]);
    }

    const std::map<ElementId, Hash>& forward_;
    const std::map<ElementId, Hash>& backward_;
    const Identities& identities_;
};

/// A container is what all its access nodes together say: two temporaries alike differ when one is
/// written where the other is read.
Identities identitiesOf(const ir::DocumentIndex& index, const StructuralHashes& hashes) {
    std::map<SdfgId, std::map<std::string, std::vector<Hash>, std::less<>>> uses;
    std::map<SdfgId, const ir::Sdfg*> sdfgs;
    for (const SdfgId id : index.sdfgs())
        sdfgs[id] = index.find(id)->sdfg;
    for (const auto& [id, forward] : hashes.forward) {
        const auto* place = index.find(id);
        const auto* access = place->node ? place->node->as<ir::AccessNode>() : nullptr;
        if (access)
            uses[place->sdfg->id][access->data].push_back(
                hashCombine(forward, hashes.backward.at(id)));
    }
    Identities identities;
    for (auto& [sdfg, containers] : uses)
        for (auto& [name, parts] : containers)
            if (const auto* data = sdfgs[sdfg]->data(name))
                identities[sdfg][name] = combineAll(std::move(parts), descriptorHash(*data, {}));
    return identities;
}

} // namespace

StructuralHashes structuralHashes(const ir::DocumentIndex& index) {
    const ir::Sdfg& root = *index.document()->root;
    StructuralHashes hashes;
    hashes.forward = walkHashes(root, {}, true);
    hashes.backward = walkHashes(root, {}, false);
    const Identities identities = identitiesOf(index, hashes);
    const auto forward = walkHashes(root, identities, true);
    const auto backward = walkHashes(root, identities, false);
    hashes.parts = Whole(forward, backward, identities).root(root);
    for (const auto& [name, part] : hashes.parts)
        hashes.whole = hashCombine(hashes.whole, hashCombine(fnv1a64(name), part));
    return hashes;
}

} // namespace mw::analysis

// Fingerprints of which children stand in which order: whether anything was added, removed or
// moved.
#include "core/io/detail/layout.h"

#include "core/ir/index.h"
#include "core/support/hash.h"

namespace mw::io {

namespace {

std::uint64_t mix(std::uint64_t seed, std::uint64_t a) {
    return hashCombine(seed, a);
}

constexpr std::uint64_t kSeed = 0x6d61707772696768ULL;

std::uint64_t nonZero(std::uint64_t hash) {
    return hash == 0 ? 1 : hash;
}

void addTree(std::uint64_t& hash, const ir::Sdfg& sdfg);
void addTree(std::uint64_t& hash, const ir::Block& block);

void addTree(std::uint64_t& hash, const ir::Region& region) {
    for (const auto& block : region.blocks)
        addTree(hash, *block);
}

void addTree(std::uint64_t& hash, const ir::Block& block) {
    hash = mix(hash, block.id.value);
    if (const auto* state = block.as<ir::State>()) {
        for (const auto& node : state->nodes)
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                addTree(hash, *nested->sdfg);
    } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
        for (const auto& branch : conditional->branches)
            addTree(hash, *branch.body);
    } else if (const auto* region = block.region()) {
        addTree(hash, *region);
    }
    hash = mix(hash, 0); // end of this block's children
}

void addTree(std::uint64_t& hash, const ir::Sdfg& sdfg) {
    hash = mix(hash, sdfg.id.value);
    addTree(hash, sdfg.body);
    hash = mix(hash, 0);
}

} // namespace

std::uint64_t layoutOf(const ir::State& state) {
    std::uint64_t hash = mix(kSeed, state.nodes.size());
    for (const auto& node : state.nodes) {
        hash = mix(hash, node->id.value);
        if (const NodeId exit = ir::exitOf(*node))
            hash = mix(hash, exit.value);
    }
    for (const auto& edge : state.edges) {
        hash = mix(hash, edge->id.value);
        hash = mix(hash, (std::uint64_t{edge->src.value} << 32U) | edge->dst.value);
    }
    return nonZero(hash);
}

std::uint64_t layoutOf(const ir::Region& region) {
    std::uint64_t hash = mix(kSeed + 1, region.blocks.size());
    for (const auto& block : region.blocks)
        hash = mix(hash, block->id.value);
    for (const auto& edge : region.edges) {
        hash = mix(hash, edge.id.value);
        hash = mix(hash, (std::uint64_t{edge.src.value} << 32U) | edge.dst.value);
    }
    return nonZero(mix(hash, region.start.value));
}

std::uint64_t layoutOf(const ir::Block& block) {
    if (const auto* state = block.as<ir::State>())
        return layoutOf(*state);
    if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
        std::uint64_t hash = mix(kSeed + 2, conditional->branches.size());
        for (const auto& branch : conditional->branches)
            hash = mix(hash, branch.body->id.value);
        return nonZero(hash);
    }
    if (const auto* region = block.region())
        return layoutOf(*region);
    return 1;
}

std::uint64_t layoutOf(const ir::Sdfg& sdfg) {
    std::uint64_t hash = mix(layoutOf(sdfg.body), sdfg.arrays.size());
    for (const auto& [name, data] : sdfg.arrays)
        hash = mix(hash, fnv1a64(name));
    return nonZero(hash);
}

std::uint64_t regionTreeOf(const ir::Sdfg& root) {
    std::uint64_t hash = kSeed + 3;
    addTree(hash, root);
    return nonZero(hash);
}

} // namespace mw::io

#include "core/analysis/structure_local.h"

#include "core/ir/index.h"
#include "core/support/hash.h"
#include "core/support/overload.h"
#include "core/symbolic/subset.h"

#include <fmt/format.h>

namespace mw::analysis {

namespace {

using Hash = std::uint64_t;
using symbolic::Expr;
using symbolic::Substitution;

Hash exprHash(const Expr& e, const Substitution& symbols) {
    return symbolic::expand(symbolic::substitute(e, symbols)).hash();
}

Hash subsetHash(const symbolic::Subset& subset, const Substitution& symbols) {
    Hash hash = subset.rank();
    for (const auto& dim : subset.dims)
        for (const Expr& e : {dim.begin, dim.end, dim.step, dim.tile})
            hash = hashCombine(hash, exprHash(e, symbols));
    return hash;
}

Hash mapHash(const ir::Map& map, const Substitution& symbols) {
    Hash hash = subsetHash(map.range, symbols);
    for (const auto& param : map.params)
        hash = hashCombine(hash, fnv1a64(param));
    hash = hashCombine(hash, static_cast<Hash>(map.schedule));
    hash = hashCombine(hash,
                       static_cast<Hash>(map.unroll) * 1000 + static_cast<Hash>(map.unrollFactor));
    for (const int size : map.gpuBlockSize)
        hash = hashCombine(hash, static_cast<Hash>(size));
    hash = hashCombine(hash, fnv1a64(map.gpuLaunchBounds));
    return hashCombine(hash, static_cast<Hash>(map.gpuMaxRegisters) * 1000 +
                                 static_cast<Hash>(map.gpuMinWarps));
}

Hash libraryHash(const ir::LibraryNode& node) {
    Hash hash = fnv1a64(node.classpath);
    for (const auto& [key, text] : node.properties)
        if (key != "guid" && key != "debuginfo" && key != "label" && key != "name")
            hash = hashCombine(hash, fnv1a64(text, fnv1a64(key)));
    return hash;
}

void hashRegion(const ir::Region& region, Hash& hash);

void hashBlock(const ir::Block& block, Hash& hash) {
    hash = hashCombine(hash, block.kind.index());
    if (const auto* loop = block.as<ir::LoopRegion>())
        for (const auto* code : {&loop->init, &loop->condition, &loop->update})
            hash = hashCombine(hash, fnv1a64(code->text));
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const auto& branch : conditional->branches) {
            hash = hashCombine(hash, branch.condition ? fnv1a64(branch.condition->text) : 1);
            hashBlock(*branch.body, hash);
        }
    if (const auto* region = block.region())
        hashRegion(*region, hash);
}

void hashRegion(const ir::Region& region, Hash& hash) {
    for (const auto& block : region.blocks)
        hashBlock(*block, hash);
    for (const auto& edge : region.edges) {
        hash = hashCombine(hash, fnv1a64(edge.condition.text));
        for (const auto& [name, text] : edge.assignments)
            hash = hashCombine(hash, fnv1a64(text, fnv1a64(name)));
    }
}

} // namespace

Hash descriptorHash(const ir::DataDescriptor& data, const Substitution& symbols) {
    Hash hash = hashCombine(static_cast<Hash>(data.kind), static_cast<Hash>(data.dtype.scalar));
    hash = hashCombine(hash, static_cast<Hash>(data.transient));
    hash =
        hashCombine(hash, static_cast<Hash>(data.storage) * 16 + static_cast<Hash>(data.lifetime));
    for (const auto* list : {&data.shape, &data.strides, &data.offset})
        for (const Expr& e : *list)
            hash = hashCombine(hash, exprHash(e, symbols));
    return hash;
}

Hash memletHash(const ir::Memlet& memlet, const Substitution& symbols) {
    if (memlet.empty())
        return 1;
    Hash hash = memlet.subset ? subsetHash(*memlet.subset, symbols) : 2;
    hash = hashCombine(hash, memlet.otherSubset ? subsetHash(*memlet.otherSubset, symbols) : 3);
    hash = hashCombine(hash, fnv1a64(memlet.wcr));
    return hashCombine(hash, static_cast<Hash>(memlet.dynamic));
}

Hash localHash(const ir::Node& node, const ir::Sdfg& sdfg, const Substitution& symbols) {
    const Hash kind = node.kind.index();
    return std::visit(
        Overload{
            [&](const ir::AccessNode& access) {
                const auto* data = sdfg.data(access.data);
                return hashCombine(kind, data ? descriptorHash(*data, symbols) : 0);
            },
            [&](const ir::Tasklet& tasklet) {
                return hashCombine(kind, fnv1a64(tasklet.code.text));
            },
            [&](const ir::MapEntry& entry) {
                return hashCombine(kind, mapHash(entry.map, symbols));
            },
            [&](const ir::LibraryNode& library) { return hashCombine(kind, libraryHash(library)); },
            [&](const ir::ConsumeEntry& consume) {
                return hashCombine(kind, fnv1a64(consume.condition.text));
            },
            [&](const ir::UnknownNode& unknown) {
                return hashCombine(kind, fnv1a64(unknown.typeName));
            },
            [&](const auto&) { return splitmix64(kind); },
        },
        node.kind);
}

Hash controlHash(const ir::Sdfg& sdfg) {
    Hash hash = 0x43464c;
    hashRegion(sdfg.body, hash);
    return hash;
}

std::string localText(const ir::Node& node, const ir::Sdfg& sdfg) {
    if (const auto* tasklet = node.as<ir::Tasklet>())
        return fmt::format("tasklet `{}`", tasklet->code.text);
    if (const auto* entry = node.as<ir::MapEntry>()) {
        std::string text = "map [";
        for (std::size_t i = 0; i < entry->map.params.size(); ++i)
            text += fmt::format("{}{} = {}", i ? ", " : "", entry->map.params[i],
                                print(entry->map.range.dims[i]));
        return text + "]";
    }
    if (const auto* access = node.as<ir::AccessNode>()) {
        const auto* data = sdfg.data(access->data);
        std::string shape;
        if (data)
            for (const Expr& e : data->shape)
                shape += (shape.empty() ? "" : ", ") + symbolic::print(e);
        return fmt::format("{} [{}]", access->data, shape);
    }
    return ir::kindName(node) + " " + ir::displayName(node);
}

} // namespace mw::analysis

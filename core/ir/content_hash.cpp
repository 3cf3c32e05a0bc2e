// The hash of what `equivalent` compares, field by field: both files change together.
#include "core/ir/dump_nodes.h"
#include "core/ir/equality.h"
#include "core/ir/index.h"
#include "core/support/hash.h"

#include <bit>

namespace mw::ir {

namespace {

class ContentHash {
public:
    std::uint64_t of(const Sdfg& sdfg) {
        add(sdfg);
        return splitmix64(state_);
    }

private:
    void add(std::uint64_t value) { state_ = hashCombine(state_, value); }
    void add(bool value) { add(std::uint64_t{value}); }
    void add(int value) { add(static_cast<std::uint64_t>(value)); }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)); }
    void add(const std::string& text) { add(fnv1a64(text) ^ text.size()); }
    void add(const symbolic::Expr& e) { add(e.hash()); }
    template <class Enum>
    requires std::is_enum_v<Enum>
    void add(Enum value) { add(static_cast<std::uint64_t>(value)); }

    template <class T>
    void add(const std::vector<T>& list) {
        add(std::uint64_t{list.size()});
        for (const T& item : list)
            add(item);
    }
    template <class T>
    void add(const std::optional<T>& item) {
        add(item.has_value());
        if (item)
            add(*item);
    }
    template <class A, class B>
    void add(const std::pair<A, B>& pair) {
        add(pair.first);
        add(pair.second);
    }
    template <class K, class V, class C>
    void add(const std::map<K, V, C>& table) {
        add(std::uint64_t{table.size()});
        for (const auto& [key, value] : table) {
            add(key);
            add(value);
        }
    }

    void add(const DType& type) {
        add(type.scalar);
        add(type.text);
    }
    void add(const symbolic::Value& value) {
        add(value.isReal);
        if (value.isReal)
            add(value.d);
        else
            add(static_cast<std::uint64_t>(value.i));
    }
    void add(const symbolic::Range& range) {
        add(range.begin);
        add(range.end);
        add(range.step);
        add(range.tile);
    }
    void add(const symbolic::Subset& subset) { add(subset.dims); }

    /// The language of no code does not matter, nor does a file without code.
    void add(const CodeBlock& code) {
        add(code.text);
        if (!code.empty())
            add(code.language);
    }
    void add(const std::map<std::string, CodeBlock, std::less<>>& codes) {
        for (const auto& [file, code] : codes)
            if (!code.empty()) {
                add(file);
                add(code);
            }
        add(std::uint64_t{0});
    }

    void add(const DataDescriptor& data) {
        add(data.kind);
        add(data.typeName);
        add(data.dtype);
        add(data.shape);
        add(data.strides);
        add(data.offset);
        add(data.totalSize);
        add(data.startOffset);
        add(data.transient);
        add(data.storage);
        add(data.lifetime);
        add(data.alignment);
        add(data.mayAlias);
        add(data.allowConflicts);
        add(data.pool);
    }

    void add(const Memlet& memlet) {
        add(memlet.data);
        add(memlet.subset);
        add(memlet.otherSubset);
        add(memlet.dynamic);
        add(memlet.wcr);
        add(memlet.wcrNonatomic);
        add(memlet.allowOutOfBounds);
    }

    void add(const Map& map) {
        add(map.label);
        add(map.params);
        add(map.range);
        add(map.schedule);
        add(map.unroll);
        add(map.unrollFactor);
        add(map.collapse);
        add(map.gpuBlockSize);
        add(map.gpuLaunchBounds);
        add(map.gpuMaxRegisters);
        add(map.gpuMinWarps);
        add(map.gpuForceSyncthreads);
        add(map.ompNumThreads);
        add(map.ompSchedule);
        add(map.ompChunkSize);
    }

    void kind(const AccessNode& node) {
        add(node.data);
        add(node.setZero);
    }
    void kind(const Tasklet& node) {
        add(node.label);
        add(node.code);
        add(node.codeGlobal);
        add(node.codeInit);
        add(node.codeExit);
        add(node.stateFields);
        add(node.sideEffects);
    }
    void kind(const MapEntry& node) { add(node.map); }
    void kind(const MapExit&) {}
    void kind(const ConsumeEntry& node) {
        add(node.label);
        add(node.peIndex);
        add(node.numPes);
        add(node.condition);
        add(node.schedule);
        add(node.chunkSize);
    }
    void kind(const ConsumeExit&) {}
    void kind(const NestedSdfg& node) {
        add(node.label);
        add(node.symbolMapping);
        add(node.noInline);
        add(node.sdfg != nullptr);
        if (node.sdfg)
            add(*node.sdfg);
    }
    void kind(const LibraryNode& node) {
        add(node.label);
        add(node.name);
        add(node.classpath);
        add(node.implementation);
        add(node.schedule);
        add(node.properties);
    }
    void kind(const UnknownNode& node) {
        add(node.typeName);
        add(node.label);
    }

    void kind(const State& state) {
        const StateIndex index(state);
        const auto place = [&](NodeId id) { add(std::uint64_t{index.position(id)}); };
        add(std::uint64_t{state.nodes.size()});
        for (const auto& node : state.nodes) {
            place(exitOf(*node));
            place(entryOf(*node));
            add(node->in);
            add(node->out);
            add(std::uint64_t{node->kind.index()});
            std::visit([this](const auto& alternative) { kind(alternative); }, node->kind);
        }
        add(std::uint64_t{state.edges.size()});
        for (const auto& edge : state.edges) {
            place(edge->src);
            place(edge->dst);
            add(edge->srcConnector);
            add(edge->dstConnector);
            add(edge->memlet);
            if (isSelfCopy(*edge, index.node(edge->src), index.node(edge->dst)))
                add(edge->memlet.isDataSource.value_or(true));
        }
    }
    void kind(const ControlFlowRegion& region) {
        add(region.flavour);
        add(region.body);
    }
    void kind(const LoopRegion& loop) {
        add(loop.body);
        add(loop.loopVariable);
        add(loop.init);
        add(loop.condition);
        add(loop.update);
        add(loop.inverted);
        add(loop.updateBeforeCondition);
        add(loop.unroll);
        add(loop.unrollFactor);
    }
    void kind(const ConditionalBlock& block) {
        for (const Branch& branch : block.branches) {
            add(branch.condition);
            if (branch.body)
                add(*branch.body);
        }
    }
    void kind(const JumpBlock& block) { add(block.jump); }
    void kind(const UnknownBlock& block) { add(block.typeName); }

    void add(const Block& block) {
        add(block.label);
        add(std::uint64_t{block.kind.index()});
        std::visit([this](const auto& alternative) { kind(alternative); }, block.kind);
    }

    void add(const Region& region) {
        std::map<BlockId, std::uint64_t> places;
        for (const auto& block : region.blocks)
            places.emplace(block->id, places.size());
        const auto place = [&](BlockId id) {
            const auto found = places.find(id);
            add(found == places.end() ? std::uint64_t{places.size()} : found->second);
        };
        add(std::uint64_t{region.blocks.size()});
        for (const auto& block : region.blocks)
            add(*block);
        for (const auto& edge : region.edges) {
            add(edge.condition);
            add(edge.assignments);
            place(edge.src);
            place(edge.dst);
        }
        place(startOf(region));
    }

    void add(const Sdfg& sdfg) {
        add(sdfg.name);
        add(sdfg.argNames);
        for (const auto& [name, data] : sdfg.arrays) {
            add(name);
            if (data)
                add(*data);
        }
        add(sdfg.symbols);
        add(sdfg.constants);
        add(sdfg.constantArrays);
        add(sdfg.globalCode);
        add(sdfg.initCode);
        add(sdfg.exitCode);
        add(sdfg.body);
    }

    std::uint64_t state_ = 0;
};

} // namespace

std::uint64_t contentHash(const Sdfg& sdfg) {
    return ContentHash().of(sdfg);
}

} // namespace mw::ir

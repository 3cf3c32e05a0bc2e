// The hash of what `equivalent` compares.
#include "core/ir/dump_nodes.h"
#include "core/ir/equality.h"
#include "core/ir/fields.h"
#include "core/ir/index.h"
#include "core/support/hash.h"

#include <bit>
#include <cmath>

namespace mw::ir {

namespace {

class ContentHash {
public:
    std::uint64_t of(const Sdfg& sdfg) {
        content(sdfg);
        return splitmix64(state_);
    }

private:
    void add(std::uint64_t value) { state_ = hashCombine(state_, value); }
    void add(bool value) { add(std::uint64_t{value}); }
    void add(int value) { add(static_cast<std::uint64_t>(value)); }
    void add(double value) {
        const double one = value == 0 ? 0.0 : std::isnan(value) ? std::nan("") : value;
        add(std::bit_cast<std::uint64_t>(one));
    }
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

    void add(const OrderedTable<DataPtr>& arrays) {
        for (const auto& [name, data] : arrays) {
            add(name);
            if (data)
                add(*data);
        }
    }
    template <HasFields T>
    void add(const T& item) {
        std::apply([this](const auto&... own) { (add(own), ...); }, fields(item));
    }

    template <class T>
    void kind(const T& item) {
        add(item);
    }
    void kind(const NestedSdfg& node) {
        add(node);
        add(node.sdfg != nullptr);
        if (node.sdfg)
            content(*node.sdfg);
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
        add(region);
        content(region.body);
    }
    void kind(const LoopRegion& loop) {
        content(loop.body);
        add(loop);
    }
    void kind(const ConditionalBlock& block) {
        for (const Branch& branch : block.branches) {
            add(branch);
            if (branch.body)
                content(*branch.body);
        }
    }

    void content(const Block& block) {
        add(block.label);
        add(std::uint64_t{block.kind.index()});
        std::visit([this](const auto& alternative) { kind(alternative); }, block.kind);
    }

    void content(const Region& region) {
        std::map<BlockId, std::uint64_t> places;
        for (const auto& block : region.blocks)
            places.emplace(block->id, places.size());
        const auto place = [&](BlockId id) {
            const auto found = places.find(id);
            add(found == places.end() ? std::uint64_t{places.size()} : found->second);
        };
        add(std::uint64_t{region.blocks.size()});
        for (const auto& block : region.blocks)
            content(*block);
        for (const auto& edge : region.edges) {
            add(edge);
            place(edge.src);
            place(edge.dst);
        }
        place(startOf(region));
    }

    void content(const Sdfg& sdfg) {
        add(sdfg);
        content(sdfg.body);
    }

    std::uint64_t state_ = 0;
};

} // namespace

std::uint64_t contentHash(const Sdfg& sdfg) {
    return ContentHash().of(sdfg);
}

} // namespace mw::ir

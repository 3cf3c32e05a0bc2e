// What the names of a program's symbols promise about the memory of its arguments.
#include "core/codegen/forms/memory_facts.h"

#include "core/conventions/conventions.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <tuple>
#include <vector>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// Strides that are the same: whether of a table, the dimensions up to the one that the stride is
/// of, which is as large as what they have in front of it, the bytes of an element.
using Group = std::tuple<bool, std::vector<std::string>, int>;

class Facts {
public:
    explicit Facts(const std::function<bool(const std::string&)>& isOpen) : isOpen_(isOpen) {}

    void array(const std::string& name, const ir::DataDescriptor& data) {
        for (std::size_t d = 0; d < data.strides.size(); ++d)
            if (const Expr& stride = data.strides[d]; stride.isSymbol()) {
                if (const auto table = conventions::tableSymbol(stride.name()))
                    ofTable(*table, stride.name(), data);
                else
                    ofField(name, data, d);
            }
    }
    void origin(const std::string& symbol) {
        const auto bound = conventions::fieldBound(symbol);
        if (bound && !bound->upper)
            fix(symbol, 0);
    }
    MemoryFacts result() {
        for (const auto& [group, symbols] : groups_)
            for (std::size_t i = 1; i < symbols.size(); ++i)
                facts_.same.emplace(symbols[i], symbols.front());
        return std::move(facts_);
    }

private:
    void fix(const std::string& symbol, std::int64_t value) {
        if (isOpen_(symbol))
            facts_.values.emplace(symbol, symbolic::Value::integer(value));
    }
    void join(const Group& group, const std::string& symbol) {
        auto& symbols = groups_[group];
        if (isOpen_(symbol) && std::ranges::find(symbols, symbol) == symbols.end())
            symbols.push_back(symbol);
    }

    void ofTable(const conventions::TableSymbol& table, const std::string& stride,
                 const ir::DataDescriptor& data) {
        const auto dimensions = conventions::tableDimensions(table.table);
        if (table.unit)
            fix(stride, 1);
        else if (dimensions)
            join({true, {std::string(dimensions->source)}, bytesOf(data)}, stride);
    }
    void ofField(const std::string& name, const ir::DataDescriptor& data, std::size_t d) {
        std::vector<std::string> dimensions;
        for (std::size_t at = 0; at <= d; ++at) {
            const auto one = dimension(name, data, at);
            if (!one || (at == 0 && conventions::isVerticalDimension(*one)))
                return;
            dimensions.push_back(*one);
        }
        if (d == 0)
            fix(data.strides[d].name(), 1);
        else
            join({false, std::move(dimensions), bytesOf(data)}, data.strides[d].name());
    }

    static int bytesOf(const ir::DataDescriptor& data) { return ir::sizeOf(data.dtype.scalar); }
    /// As its stride or its bounds say; of a dimension that has neither, its number.
    static std::optional<std::string> dimension(const std::string& array,
                                                const ir::DataDescriptor& data, std::size_t d) {
        const Expr& stride = data.strides[d];
        const auto ofStride = stride.isSymbol() ? conventions::fieldStride(stride.name(), array)
                                                : std::optional<std::string_view>();
        if (ofStride &&
            !std::ranges::all_of(*ofStride, [](unsigned char c) { return std::isdigit(c) != 0; }))
            return std::string(*ofStride);
        if (d < data.shape.size())
            for (const std::string& symbol : symbolic::freeSymbols(data.shape[d]))
                if (const auto bound = conventions::fieldBound(symbol))
                    return bound->dimension;
        return ofStride && d > 0 ? std::optional(std::string(*ofStride)) : std::nullopt;
    }

    const std::function<bool(const std::string&)>& isOpen_;
    MemoryFacts facts_;
    std::map<Group, std::vector<std::string>> groups_;
};

} // namespace

MemoryFacts memoryFacts(const ir::Sdfg& program,
                        const std::function<bool(const std::string&)>& isOpen) {
    Facts facts(isOpen);
    for (const auto& entry : program.arrays)
        if (!entry.value->transient && !entry.value->isScalar())
            facts.array(entry.name, *entry.value);
    for (const auto& [symbol, type] : program.symbols)
        facts.origin(symbol);
    return facts.result();
}

Expr condition(const MemoryFacts& facts) {
    std::vector<Expr> all;
    const auto add = [&](const std::string& symbol, const Expr& value) {
        all.push_back(Expr::make(symbolic::Op::compare, {Expr::symbol(symbol), value}, "=="));
    };
    for (const auto& [symbol, value] : facts.values)
        add(symbol, value.i);
    for (const auto& [symbol, other] : facts.same)
        add(symbol, Expr::symbol(other));
    if (all.size() < 2)
        return all.empty() ? Expr(1) : all.front();
    return Expr::make(symbolic::Op::logicAnd, std::move(all));
}

} // namespace mw::codegen

// Types of symbols at every place of a file, which the dollar dialect spells out.
#include "core/io/detail/symbol_scopes.h"

#include <algorithm>

namespace mw::io {

namespace {

using ir::ScalarType;
using symbolic::Expr;
using symbolic::Op;

bool mentionsInteger(const Expr& e) {
    return e.op() == Op::integer || std::ranges::any_of(e.args(), mentionsInteger);
}

/// DaCe infers a literal as int64, so a parameter is int64 as soon as one occurs in its bounds.
bool isWide(const Expr& bound, const SymbolTypes& types) {
    if (mentionsInteger(bound))
        return true;
    return std::ranges::any_of(symbolic::freeSymbols(bound), [&](const std::string& name) {
        const auto type = types.find(name);
        return type != types.end() && type->second == ScalarType::int64;
    });
}

} // namespace

SymbolTypes declaredTypes(const ir::Sdfg& sdfg) {
    SymbolTypes types;
    for (const auto& [name, type] : sdfg.symbols)
        if (type.scalar != ScalarType::none && type.scalar != ScalarType::other)
            types.emplace(name, type.scalar);
    return types;
}

SymbolScopes::SymbolScopes(const ir::State& state, std::shared_ptr<const SymbolTypes> outside)
    : index_(state), outside_(std::move(outside)) {}

std::shared_ptr<const SymbolTypes> SymbolScopes::inside(NodeId entry) {
    const ir::Node* node = entry ? index_.node(entry) : nullptr;
    if (!node)
        return outside_;
    if (const auto known = known_.find(entry.value); known != known_.end())
        return known->second;
    known_[entry.value] = outside_; // ends the recursion in a graph whose scopes form a cycle
    const auto around = inside(index_.scope(entry));
    auto types = std::make_shared<SymbolTypes>(*around);
    if (const auto* map = node->as<ir::MapEntry>()) {
        const std::size_t count = std::min(map->map.params.size(), map->map.range.rank());
        for (std::size_t i = 0; i < count; ++i) {
            const symbolic::Range& range = map->map.range.dims[i];
            const bool wide = isWide(range.begin, *around) || isWide(range.end, *around);
            (*types)[map->map.params[i]] = wide ? ScalarType::int64 : ScalarType::int32;
        }
    }
    return known_[entry.value] = std::move(types);
}

std::shared_ptr<const SymbolTypes> SymbolScopes::at(const ir::Node& node) {
    return inside(index_.scope(node.id));
}

std::shared_ptr<const SymbolTypes> SymbolScopes::at(const ir::Edge& edge) {
    const ir::Node* src = index_.node(edge.src);
    if (src && src->isEntry())
        return inside(edge.src);
    if (src && src->isExit())
        return inside(index_.scope(ir::entryOf(*src)));
    return inside(index_.scope(edge.src));
}

} // namespace mw::io

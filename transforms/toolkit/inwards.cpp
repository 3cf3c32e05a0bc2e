// Leads symbols and containers of a state through scopes and nested SDFGs to a place inside.

#include "transforms/toolkit/inwards.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/rename.h"

#include <algorithm>

namespace mw::transforms {

using symbolic::Expr;

void connect(ir::Editor& editor, BlockId state, const ValueSource& from, NodeId to,
             const std::string& connector, ir::Memlet memlet) {
    ir::Edge edge;
    edge.src = from.node;
    edge.srcConnector = from.connector;
    edge.dst = to;
    edge.dstConnector = connector;
    edge.memlet = std::move(memlet);
    editor.addEdge(state, std::move(edge));
}

ValueSource leadIntoScope(ir::Editor& editor, const StateView& at, const ir::Node& access,
                          NodeId scope) {
    std::vector<NodeId> scopes;
    for (NodeId id = scope; id != at.index->scope(access.id); id = at.index->scope(id))
        scopes.push_back(id);
    const std::string& data = access.as<ir::AccessNode>()->data;
    const auto whole = ir::Memlet::of(data, analysis::wholeContainer(*at.sdfg->data(data)));
    ValueSource from{access.id, ""};
    for (auto id = scopes.rbegin(); id != scopes.rend(); ++id) {
        const std::string passage = ir::addPassage(editor.node(at.id, *id), data);
        connect(editor, at.id, from, *id, ir::passIn(passage), whole);
        from = {*id, ir::passOut(passage)};
    }
    return from;
}

ir::DataDescriptor asArgument(const ir::DataDescriptor& data) {
    ir::DataDescriptor argument = data;
    argument.transient = false;
    argument.lifetime = ir::Lifetime::Scope;
    argument.origin = nullptr;
    if (argument.kind == ir::DataKind::view) {
        argument.kind = ir::DataKind::array;
        argument.typeName = "Array";
    }
    return argument;
}

namespace {

bool isParameterIn(const ir::Sdfg& sdfg, const std::string& name) {
    bool found = false;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                if (const auto* entry = node->as<ir::MapEntry>())
                    found = found ||
                            std::ranges::find(entry->map.params, name) != entry->map.params.end();
    });
    return found;
}

} // namespace

/// What a symbol of the level before is called at this one.
std::string Inwards::symbol(const InnerLevels& levels, std::size_t level,
                            const std::string& symbol) {
    const InnerLevel& here = levels[level];
    const BlockId outside = levels[level - 1].at.id;
    const auto key = std::pair(here.at.sdfg->id, symbol);
    if (const auto known = symbols_.find(key); known != symbols_.end())
        return known->second;
    auto& nested = *editor_.node(outside, here.nested).as<ir::NestedSdfg>();
    const auto mapped = nested.symbolMapping.find(symbol);
    if (mapped != nested.symbolMapping.end() && mapped->second == Expr::symbol(symbol) &&
        !analysis::assignedSymbols(*here.at.sdfg).contains(symbol) &&
        !isParameterIn(*here.at.sdfg, symbol))
        return symbols_[key] = symbol;
    const std::string name = freshName(editor_, here.at.sdfg->id, symbol);
    const auto& outer = editor_.sdfg(levels[level - 1].at.sdfg->id).symbols;
    const auto type = outer.find(symbol);
    editor_.sdfg(here.at.sdfg->id).symbols[name] =
        type != outer.end() ? type->second : ir::DType{ir::ScalarType::int64, {}};
    editor_.node(outside, here.nested).as<ir::NestedSdfg>()->symbolMapping[name] =
        Expr::symbol(symbol);
    return symbols_[key] = name;
}

Expr Inwards::expression(const InnerLevels& levels, std::size_t level, const Expr& before) {
    symbolic::Substitution names;
    for (const auto& symbol : symbolic::freeSymbols(before))
        names[symbol] = Expr::symbol(this->symbol(levels, level, symbol));
    return symbolic::substitute(before, names);
}

Expr Inwards::toLast(const InnerLevels& levels, Expr outermost) {
    for (std::size_t l = 1; l < levels.size(); ++l)
        outermost = expression(levels, l, outermost);
    return outermost;
}

const ir::DataDescriptor& Inwards::dataAt(const InnerLevels& levels, std::size_t level,
                                          const std::string& name) {
    return **editor_.sdfg(levels[level].at.sdfg->id).arrays.find(name);
}

std::string Inwards::declare(const InnerLevels& levels, std::size_t level,
                             const std::string& data) {
    if (level == 0)
        return data;
    const SdfgId sdfg = levels[level].at.sdfg->id;
    const auto key = std::pair(sdfg, data);
    if (const auto known = names_.find(key); known != names_.end())
        return known->second;
    const std::string outside = declare(levels, level - 1, data);
    auto inner =
        std::make_shared<ir::DataDescriptor>(asArgument(dataAt(levels, level - 1, outside)));
    for (auto* list : {&inner->shape, &inner->strides, &inner->offset})
        for (Expr& e : *list)
            e = expression(levels, level, e);
    inner->totalSize = expression(levels, level, inner->totalSize);
    inner->startOffset = expression(levels, level, inner->startOffset);
    const std::string name = freshName(editor_, sdfg, data);
    editor_.sdfg(sdfg).arrays.set(name, std::move(inner));
    return names_[key] = name;
}

std::string Inwards::name(const InnerLevels& levels, std::size_t level, const std::string& data) {
    const std::string name = declare(levels, level, data);
    if (level == 0 || !given_.emplace(levels[level].at.sdfg->id, data).second)
        return name;
    const std::string outside = this->name(levels, level - 1, data);
    const BlockId state = levels[level - 1].at.id;
    const NodeId nested = levels[level].nested;
    editor_.node(state, nested).in[name] = {ir::ScalarType::none, {}};
    connect(editor_, state,
            lead(levels, level - 1, levels[level - 1].at.index->scope(nested), data), nested, name,
            ir::Memlet::of(outside, analysis::wholeContainer(dataAt(levels, level - 1, outside))));
    return name;
}

ValueSource Inwards::lead(const InnerLevels& levels, std::size_t level, NodeId scope,
                          const std::string& data) {
    const BlockId state = levels[level].at.id;
    const auto key = std::tuple(state, scope, data);
    if (const auto known = sources_.find(key); known != sources_.end())
        return known->second;
    if (!scope && level == 0)
        return sources_[key] = top_(data);
    if (!scope) {
        ir::Node node;
        node.kind = ir::AccessNode{name(levels, level, data), false};
        return sources_[key] = {editor_.addNode(state, std::move(node)), ""};
    }
    const ValueSource outside = lead(levels, level, levels[level].at.index->scope(scope), data);
    const std::string name = this->name(levels, level, data);
    const std::string passage = ir::addPassage(editor_.node(state, scope), name);
    connect(editor_, state, outside, scope, ir::passIn(passage),
            ir::Memlet::of(name, analysis::wholeContainer(dataAt(levels, level, name))));
    return sources_[key] = {scope, ir::passOut(passage)};
}

} // namespace mw::transforms

// What names mean where an index stands: parameters, loops, symbols, and what they were given.
#include "core/analysis/index_values.h"

#include "core/analysis/analysis.h"
#include "core/analysis/footprint.h"
#include "core/ir/connectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Range;

/// Definitions of definitions are followed so far; programs of GT4Py need four.
constexpr std::size_t kMostPending = 40;
/// The same, for all definitions that one question leads to.
constexpr int kMostFollowed = 2000;

} // namespace

IndexValues::IndexValues(const ir::Sdfg& program) {
    levels_.push_back({0, &partsOf(program), nullptr, nullptr, nullptr, nullptr});
}

const SdfgParts& IndexValues::partsOf(const ir::Sdfg& sdfg) {
    return parts_.try_emplace(&sdfg, sdfg).first->second;
}

const Level& IndexValues::inside(const Level& outer, const StatePart& state, const ir::Node& node) {
    const Level*& known = inside_[{outer.id, node.id}];
    if (!known) {
        const auto& nested = *node.as<ir::NestedSdfg>();
        levels_.push_back({static_cast<int>(levels_.size()), &partsOf(*nested.sdfg), &outer, &state,
                           &node, &nested});
        known = &levels_.back();
    }
    return *known;
}

Position IndexValues::at(const Level& level, const StatePart& state, NodeId node) {
    return {&level, &state.place, &state, state.index.scope(node)};
}

Position IndexValues::around(const Level& level) {
    return at(*level.outer, *level.state, level.node->id);
}

Expr IndexValues::named(const std::string& key, const std::string& readable,
                        const std::function<IndexName()>& what) {
    const auto [known, fresh] = byKey_.try_emplace(key);
    if (fresh) {
        known->second = fmt::format("{}'{}", readable, byKey_.size());
        const std::string name = known->second;
        names.emplace(name, IndexUnknown{"it depends on itself"}); // until it is known
        IndexName found = what();
        names.insert_or_assign(name, std::move(found));
        return Expr::symbol(name);
    }
    return Expr::symbol(known->second);
}

Expr IndexValues::unknown() {
    return named(fmt::format("unknown{}", byKey_.size()), "value",
                 [] { return IndexUnknown{"it is not followed"}; });
}

/// Whether to follow one more definition: not one that is being followed, and not for ever.
bool IndexValues::begin(const std::string& definition) {
    return ++followed_ < kMostFollowed && pending_.size() < kMostPending &&
           pending_.insert(definition).second;
}

// ---- names

Expr IndexValues::substitute(const Position& at, const Expr& e) {
    followed_ = 0;
    return substitute(at, e, {});
}

Expr IndexValues::substitute(const Position& at, const Expr& e, const Elsewhere& elsewhere) {
    symbolic::Substitution values;
    for (const std::string& symbol : symbolic::freeSymbols(e))
        values.emplace(symbol, name(at, symbol, elsewhere));
    const bool followed = std::ranges::none_of(
        values, [](const auto& value) { return value.second.op() == Op::undefined; });
    return followed ? symbolic::substitute(e, values) : Expr::undefined();
}

Expr IndexValues::name(const Position& at, const std::string& name, const Elsewhere& elsewhere) {
    if (const auto value = scopeName(at, name, elsewhere))
        return *value;
    if (const auto value = loopName(at, name, elsewhere))
        return *value;
    if (const auto value = assignedName(at, name, elsewhere))
        return *value;
    const ir::Sdfg& sdfg = at.level->parts->sdfg();
    if (const auto constant = sdfg.constants.find(name); constant != sdfg.constants.end())
        return constant->second.isReal ? Expr::undefined() : Expr(constant->second.i);
    if (const auto* data = sdfg.data(name))
        return element(at, name, Indices(data->rank()), elsewhere);
    if (const auto type = sdfg.symbols.find(name);
        type != sdfg.symbols.end() && type->second.isFloating())
        return Expr::undefined();
    if (at.level->outer)
        return outerName(at, name, elsewhere);
    return Expr::symbol(name);
}

/// A parameter of a map around the position, or what one of its connectors brings in.
std::optional<Expr> IndexValues::scopeName(const Position& at, const std::string& name,
                                           const Elsewhere& elsewhere) {
    for (NodeId scope = at.scope; scope; scope = at.state->index.scope(scope)) {
        const ir::Node* entry = at.state->index.node(scope);
        const Position outside{at.level, at.place, at.state, at.state->index.scope(scope)};
        if (const auto* map = entry ? entry->as<ir::MapEntry>() : nullptr) {
            const auto& params = map->map.params;
            const auto found = std::ranges::find(params, name);
            const auto place = static_cast<std::size_t>(found - params.begin());
            if (found != params.end() && place < map->map.range.rank())
                return parameter({at.level, at.place, at.state, scope}, outside,
                                 fmt::format("p{}.{}.{}", at.level->id, scope.value, name), name,
                                 map->map.range.dims[place], {found, params.end()});
        }
        for (const ir::Edge* edge : at.state->index.inEdges(scope))
            if (edge->dstConnector == name && ir::isDynamicInput(name))
                return memletValue(outside, *edge, elsewhere);
        if (entry && entry->as<ir::ConsumeEntry>() &&
            entry->as<ir::ConsumeEntry>()->peIndex == name)
            return Expr::undefined();
    }
    return std::nullopt;
}

std::optional<Expr> IndexValues::loopName(const Position& at, const std::string& name,
                                          const Elsewhere& elsewhere) {
    for (const FlowPosition* place = at.place; place; place = place->outer) {
        const auto* loop = place->block->as<ir::LoopRegion>();
        if (!loop || loop->loopVariable != name)
            continue;
        const Position outside{at.level, place->outer, nullptr, {}};
        const std::string key = fmt::format("l{}.{}", at.level->id, place->block->id.value);
        if (const auto range = loopRange(*loop))
            return parameter(outside, outside, key, name, *range, {});
        return named(key + elsewhere, name,
                     [&] { return IndexUnknown{"the loop is not followed"}; });
    }
    if (at.level->parts->loopVariables().contains(name))
        return named(fmt::format("v{}.{}.{}", at.level->id, name, elsewhere), name,
                     [&] { return IndexUnknown{"a loop leaves it behind"}; });
    return std::nullopt;
}

/// A range may use the parameters before its own and the connectors of its map; what it says of
/// `hidden` means those outside.
Expr IndexValues::parameter(const Position& at, const Position& outside, const std::string& key,
                            const std::string& name, const Range& range,
                            const std::vector<std::string>& hidden) {
    return named(key, name, [&] {
        symbolic::Substitution values;
        const auto one = [&](const Expr& e) {
            for (const std::string& symbol : symbolic::freeSymbols(e)) {
                const bool further = std::ranges::find(hidden, symbol) != hidden.end();
                values.try_emplace(symbol, this->name(further ? outside : at, symbol, key));
            }
            return symbolic::substitute(e, values);
        };
        return IndexParameter{{one(range.begin), one(range.end), one(range.step), 1}};
    });
}

std::optional<Expr> IndexValues::assignedName(const Position& at, const std::string& name,
                                              const Elsewhere& elsewhere) {
    const auto& assignments = at.level->parts->assignments();
    const auto found = assignments.find(name);
    if (found == assignments.end())
        return std::nullopt;
    const auto& writes = found->second;
    const bool given = at.level->nested ? at.level->nested->symbolMapping.contains(name)
                                        : usedSymbols(at.level->parts->sdfg()).contains(name);
    const auto valueOf = [&](const SymbolWrite& write) {
        return text({at.level, write.around, nullptr, {}}, write.text,
                    fmt::format("e{}.{}", at.level->id, write.edge->id.value));
    };
    const std::string key = fmt::format("s{}.{}.{}", at.level->id, name, elsewhere);
    if (writes.size() == 1 && !writes[0].repeated && !given) {
        if (!begin(key))
            return Expr::undefined();
        const Expr value = valueOf(writes[0]);
        pending_.erase(key);
        return value;
    }
    return named(key, name, [&] {
        IndexChoice choice;
        for (const SymbolWrite& write : writes)
            choice.values.push_back(valueOf(write));
        if (given)
            choice.values.push_back(at.level->outer ? outerName(at, name, key)
                                                    : Expr::symbol(name));
        return choice;
    });
}

Expr IndexValues::outerName(const Position& at, const std::string& name,
                            const Elsewhere& elsewhere) {
    const auto& mapping = at.level->nested->symbolMapping;
    const auto found = mapping.find(name);
    // The mapping is evaluated once, when the nested SDFG begins.
    const std::string then = elsewhere.empty() ? std::string() : fmt::format("n{}", at.level->id);
    const Expr value = found == mapping.end() ? Expr::symbol(name) : found->second;
    return substitute(around(*at.level), value, then);
}

/// An expression of the control flow.
Expr IndexValues::text(const Position& at, const std::string& text, const Elsewhere& elsewhere) {
    const auto parsed = tasklet::parseExpression(text);
    if (!parsed)
        return Expr::undefined();
    IndexCode::Surroundings around;
    around.name = [&](const std::string& name) { return this->name(at, name, elsewhere); };
    around.subscript = [&](const std::string& object, const std::vector<Expr>& indices,
                           const std::vector<Expr>& /*conditions*/, bool /*write*/) {
        return element(at, object, Indices(indices.begin(), indices.end()), elsewhere);
    };
    around.unknown = [&] { return unknown(); };
    return IndexCode(around).value(**parsed);
}

std::vector<std::string> IndexValues::parameters(const Position& at) {
    std::vector<std::string> found;
    Position here = at;
    while (true) {
        for (NodeId scope = here.scope; scope; scope = here.state->index.scope(scope))
            if (const auto* map = here.state->index.node(scope)->as<ir::MapEntry>())
                for (std::size_t p = map->map.params.size(); p-- > 0;)
                    if (const auto value = scopeName({here.level, here.place, here.state, scope},
                                                     map->map.params[p], {});
                        value && value->isSymbol())
                        found.push_back(value->name());
        for (const FlowPosition* place = here.place; place; place = place->outer)
            if (const auto* loop = place->block->as<ir::LoopRegion>())
                if (const auto value =
                        loopName({here.level, place, nullptr, {}}, loop->loopVariable, {});
                    value && value->isSymbol())
                    found.push_back(value->name());
        if (!here.level->outer)
            break;
        here = around(*here.level);
    }
    std::ranges::reverse(found);
    return found;
}

bool IndexValues::readsMemory(const Expr& e) const {
    if (e.op() == Op::undefined)
        return true;
    const auto symbols = symbolic::freeSymbols(e);
    return std::ranges::any_of(symbols, [&](const std::string& symbol) {
        const auto found = names.find(symbol);
        if (found == names.end())
            return false;
        const auto* parameter = std::get_if<IndexParameter>(&found->second);
        return !parameter || readsMemory(parameter->range.begin) ||
               readsMemory(parameter->range.end);
    });
}

} // namespace mw::analysis

// Follows an index back to the elements and parameters that it is made of.
#include "core/analysis/index_values.h"

#include "core/analysis/analysis.h"
#include "core/analysis/footprint.h"
#include "core/ir/connectors.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Range;
using symbolic::Subset;

/// Definitions of definitions are followed so far; programs of GT4Py need four.
constexpr std::size_t kMostPending = 40;
/// The same, for all definitions that one question leads to.
constexpr int kMostFollowed = 2000;

std::string keyOf(const IndexValues::Indices& indices) {
    std::string key;
    for (const auto& index : indices)
        key += "," + (index ? symbolic::print(*index) : std::string("*"));
    return key;
}

bool holdsIntegers(const ir::DataDescriptor& data) {
    return data.dtype.isInteger() || data.dtype.scalar == ir::ScalarType::boolean;
}

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
    for (const Place* place = at.place; place; place = place->outer) {
        const auto* loop = place->block->as<ir::LoopRegion>();
        if (!loop || loop->loopVariable != name)
            continue;
        const Position outside{at.level, place->outer, nullptr, {}};
        const std::string key = fmt::format("l{}.{}", at.level->id, place->block->id.value);
        const bool assigned = at.level->parts->assignments().contains(name);
        if (const auto range = loopRange(*loop); range && !assigned)
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
        for (const Place* place = here.place; place; place = place->outer)
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

// ---- conditions

const std::vector<Expr>& IndexValues::conditions(const Position& at) {
    const auto [known, fresh] = conditions_.try_emplace({at.level->id, at.place});
    if (!fresh)
        return known->second;
    std::vector<Expr> found;
    for (const Place* place = at.place; place; place = place->outer)
        for (auto& condition :
             place->branch >= 0 ? branchConditions(at, *place) : edgeConditions(at, *place))
            found.push_back(std::move(condition));
    if (at.level->outer) {
        const auto& outer = conditions(around(*at.level));
        found.insert(found.end(), outer.begin(), outer.end());
    }
    return conditions_[{at.level->id, at.place}] = std::move(found);
}

/// A condition says nothing any more once the branch changes what it is about.
std::vector<Expr> IndexValues::branchConditions(const Position& at, const Place& place) {
    const auto& branches = place.outer->block->as<ir::ConditionalBlock>()->branches;
    const NameSet changed = changedIn(*place.block);
    std::vector<Expr> found;
    for (int i = 0; i <= place.branch; ++i) {
        const auto& condition = branches[static_cast<std::size_t>(i)].condition;
        if (!condition)
            continue;
        NameSet used;
        collectIdentifiers(condition->text, used);
        if (std::ranges::any_of(used, [&](const auto& name) { return changed.contains(name); }))
            continue;
        const Expr holds = text({at.level, place.outer, nullptr, {}}, condition->text, {});
        found.push_back(i == place.branch ? holds : Expr::make(Op::logicNot, {holds}));
    }
    return found;
}

/// Of the one edge that leads to a block.
std::vector<Expr> IndexValues::edgeConditions(const Position& at, const Place& place) {
    const ir::InterstateEdge* only = nullptr;
    for (const auto& edge : place.region->edges)
        if (edge.dst == place.block->id) {
            if (only)
                return {};
            only = &edge;
        }
    if (!only || ir::isAlwaysTrue(only->condition) || place.block->id == ir::startOf(*place.region))
        return {};
    NameSet changed = changedIn(*place.block);
    for (const auto& [name, value] : only->assignments)
        changed.insert(name);
    NameSet used;
    collectIdentifiers(only->condition.text, used);
    if (std::ranges::any_of(used, [&](const auto& name) { return changed.contains(name); }))
        return {};
    return {text({at.level, place.outer, nullptr, {}}, only->condition.text, {})};
}

// ---- values in memory

Expr IndexValues::element(const Position& at, const std::string& container, const Indices& indices,
                          const Elsewhere& elsewhere) {
    const ir::Sdfg& sdfg = at.level->parts->sdfg();
    const auto* data = sdfg.data(container);
    if (!data || !holdsIntegers(*data))
        return Expr::undefined();
    if (data->kind == ir::DataKind::view)
        return throughView(at, container);
    if (data->kind != ir::DataKind::array && data->kind != ir::DataKind::scalar)
        return Expr::undefined();
    if (data->transient)
        return written(*at.level, container, indices, elsewhere);
    if (at.level->outer) {
        const auto outer = outward(*at.level, container, indices);
        return outer ? element(outer->at, outer->container, outer->indices, elsewhere)
                     : Expr::undefined();
    }
    if (!at.level->parts->writes(container).empty())
        return written(*at.level, container, indices, elsewhere);
    return argumentElement(container, *data, indices);
}

Expr IndexValues::argumentElement(const std::string& argument, const ir::DataDescriptor& data,
                                  const Indices& indices) {
    if (data.isScalar())
        return Expr::symbol(argument);
    IndexElement found{argument, {}};
    for (std::size_t d = 0; d < data.rank(); ++d) {
        const bool known = d < indices.size() && indices[d] && indices[d]->op() != Op::undefined;
        const Expr offset = d < data.offset.size() ? data.offset[d] : Expr(0);
        found.at.push_back(data.shape[d].isInteger(1) ? std::optional(Expr(0))
                           : known                    ? std::optional(*indices[d] + offset)
                                                      : std::nullopt);
    }
    const std::string key = "a" + argument + keyOf(found.at);
    return named(key, argument, [&] { return found; });
}

/// What the program itself writes there: one value, or one of several.
Expr IndexValues::written(const Level& level, const std::string& container, const Indices& indices,
                          const Elsewhere& elsewhere) {
    const auto& writes = level.parts->writes(container);
    const auto& data = *level.parts->sdfg().data(container);
    const std::string key =
        fmt::format("w{}.{}{}.", level.id, container, keyOf(indices)) + elsewhere;
    const std::string pending = fmt::format("w{}.{}", level.id, container);
    if (writes.empty())
        return named(key, container, [&] { return IndexUnknown{"nothing writes it"}; });
    if (data.transient && writes.size() == 1 && !SdfgParts::repeats(writes[0].state->place)) {
        if (!begin(pending))
            return Expr::undefined();
        const Expr value = writtenBy(level, writes[0], indices);
        pending_.erase(pending);
        return value;
    }
    return named(key, container, [&]() -> IndexName {
        if (!begin(pending))
            return IndexUnknown{"it depends on itself"};
        IndexChoice choice;
        for (const ContainerWrite& write : writes)
            choice.values.push_back(writtenBy(level, write, indices));
        if (!data.transient)
            choice.values.push_back(argumentElement(container, data, indices));
        pending_.erase(pending);
        return choice;
    });
}

Expr IndexValues::writtenBy(const Level& level, const ContainerWrite& write,
                            const Indices& indices) {
    const ir::Edge& edge = *write.edge;
    const ir::Node* source = write.state->ends().source(edge);
    if (!edge.memlet.wcr.empty() || !source)
        return Expr::undefined();
    const bool leavesScope = write.state->index.node(edge.src)->isEntry();
    const Position at = IndexValues::at(level, *write.state, leavesScope ? edge.dst : edge.src);
    Expr value = Expr::undefined();
    if (source->as<ir::Tasklet>())
        value = output(at, *source, edge.srcConnector);
    else if (const auto* nested = source->as<ir::NestedSdfg>(); nested && nested->sdfg)
        value = written(inside(level, *write.state, *source), edge.srcConnector, {},
                        fmt::format("o{}", edge.id.value));
    else if (const auto* access = source->as<ir::AccessNode>())
        value = element(at, access->data, copied(at, write, access->data, indices),
                        fmt::format("c{}", edge.id.value));
    if (value.op() == Op::undefined)
        return value;
    // The iteration that wrote the element: parameters that its index gives away.
    const auto target = destinationSubset(write.state->index, edge);
    const NodeId outside = write.state->index.scope(write.target);
    symbolic::Substitution iteration;
    for (std::size_t d = 0; target && d < target->rank() && d < indices.size(); ++d) {
        const Expr there = substitute(at, target->dims[d].begin, "t");
        for (const std::string& symbol : symbolic::freeSymbols(there)) {
            const Expr distance = symbolic::expand(there - Expr::symbol(symbol));
            if (indices[d] && target->dims[d].isPoint() && distance.isInteger())
                iteration.try_emplace(symbol, *indices[d] - distance);
        }
    }
    symbolic::Substitution solved;
    for (NodeId scope = at.scope; scope && scope != outside; scope = at.state->index.scope(scope)) {
        const auto* map = at.state->index.node(scope)->as<ir::MapEntry>();
        for (const std::string& parameter : map ? map->map.params : std::vector<std::string>{}) {
            const auto here = scopeName({&level, at.place, at.state, scope}, parameter, {});
            const auto known =
                here && here->isSymbol() ? iteration.find(here->name()) : iteration.end();
            if (known != iteration.end() && known->second.op() != Op::undefined)
                solved.insert(*known);
        }
    }
    return symbolic::substitute(value, solved);
}

/// The element of `source` that a copy brings to the one at `indices`.
IndexValues::Indices IndexValues::copied(const Position& at, const ContainerWrite& write,
                                         const std::string& source, const Indices& indices) {
    const auto& sdfg = at.level->parts->sdfg();
    const auto* data = sdfg.data(source);
    if (!data || data->isSingleElement())
        return Indices(data ? data->rank() : 0, Expr(0));
    Indices found(data->rank());
    const auto from = sourceSubset(write.state->index, *write.edge);
    const auto to = destinationSubset(write.state->index, *write.edge);
    if (!from || from->rank() != found.size())
        return found;
    const bool inScope = at.scope != at.state->index.scope(write.target);
    std::vector<std::size_t> across; // dimensions of the target that the copy runs over
    for (std::size_t d = 0; to && d < to->rank(); ++d)
        if (!to->dims[d].isPoint())
            across.push_back(d);
    std::size_t next = 0;
    for (std::size_t d = 0; d < from->rank(); ++d) {
        const Expr begin = substitute(at, from->dims[d].begin, "c");
        if (from->dims[d].isPoint()) {
            found[d] = begin;
            continue;
        }
        const std::size_t there = next < across.size() ? across[next++] : indices.size();
        if (inScope || there >= indices.size() || !indices[there])
            continue;
        const Expr first = substitute(at, to->dims[there].begin, "c");
        if (first.op() != Op::undefined && begin.op() != Op::undefined)
            found[d] = begin + *indices[there] - first;
    }
    return next == across.size() ? found : Indices(data->rank());
}

/// Any element of the container that the view shows.
Expr IndexValues::throughView(const Position& at, const std::string& view) {
    for (const StatePart& state : at.level->parts->states())
        for (const auto& node : state.state.nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access || access->data != view)
                continue;
            const ir::Edge* edge = viewingEdge(state.index, *node).edge;
            if (!edge)
                return Expr::undefined();
            const bool incoming = edge->dst == node->id;
            const ir::Node* other =
                incoming ? state.ends().source(*edge) : state.ends().target(*edge);
            const auto* shown = other ? other->as<ir::AccessNode>() : nullptr;
            const auto* data = shown ? at.level->parts->sdfg().data(shown->data) : nullptr;
            const std::string key = fmt::format("view{}.{}", at.level->id, view);
            if (!data || !begin(key))
                return Expr::undefined();
            const Expr value = element(IndexValues::at(*at.level, state, node->id), shown->data,
                                       Indices(data->rank()), key);
            pending_.erase(key);
            // Not the same element each time.
            return named(key + ".any", view, [&] { return IndexChoice{{value}}; });
        }
    return Expr::undefined();
}

std::optional<IndexValues::Outer>
IndexValues::outward(const Level& level, const std::string& container, const Indices& indices) {
    const auto& index = level.state->index;
    const ir::Edge* found = nullptr;
    for (const ir::Edge* edge : index.outEdges(level.node->id))
        if (edge->srcConnector == container)
            found = edge;
    for (const ir::Edge* edge : index.inEdges(level.node->id))
        if (edge->dstConnector == container)
            found = edge;
    if (!found || found->memlet.empty())
        return std::nullopt;
    const Position at = around(level);
    const auto* outer = level.outer->parts->sdfg().data(found->memlet.data);
    const auto* inner = level.parts->sdfg().data(container);
    const auto& window = found->memlet.subset;
    if (!outer || !inner || !window || window->rank() != outer->rank())
        return std::nullopt;
    Outer result{at, found->memlet.data, {}};
    std::size_t surplus = window->rank() > inner->rank() ? window->rank() - inner->rank() : 0;
    std::size_t next = 0;
    bool fits = true;
    for (std::size_t d = 0; d < window->rank(); ++d) {
        const Range& range = window->dims[d];
        const Expr begin = substitute(at, range.begin);
        const bool fixed = range.isPoint();
        if ((surplus > 0 && fixed) || next >= inner->rank()) {
            surplus -= surplus > 0 ? 1 : 0;
            result.indices.push_back(fixed ? std::optional(begin) : std::nullopt);
            continue;
        }
        const bool sameStride = inner->shape[next].isInteger(1) ||
                                (next < inner->strides.size() && d < outer->strides.size() &&
                                 symbolic::equal(symbolic::substitute(inner->strides[next],
                                                                      level.nested->symbolMapping),
                                                 outer->strides[d]));
        fits = fits && sameStride && begin.op() != Op::undefined;
        const auto within = next < indices.size() ? indices[next] : std::nullopt;
        const Expr offset = next < inner->offset.size()
                                ? substitute({&level, nullptr, nullptr, {}}, inner->offset[next])
                                : Expr(0);
        result.indices.push_back(inner->shape[next].isInteger(1) ? std::optional(begin)
                                 : within && within->op() != Op::undefined
                                     ? std::optional(begin + *within + offset)
                                     : std::nullopt);
        ++next;
    }
    if (!fits || next != inner->rank())
        result.indices.assign(outer->rank(), std::nullopt);
    return result;
}

// ---- code

const tasklet::Code* IndexValues::code(const ir::Node& node) {
    const auto [known, fresh] = code_.try_emplace(&node);
    if (fresh) {
        const auto& text = node.as<ir::Tasklet>()->code;
        if (text.language == ir::Language::Python)
            if (auto parsed = tasklet::parse(text.text))
                known->second = std::move(*parsed);
    }
    return known->second ? &*known->second : nullptr;
}

/// One element that a memlet brings.
Expr IndexValues::memletValue(const Position& at, const ir::Edge& edge,
                              const Elsewhere& elsewhere) {
    const auto* data = at.level->parts->sdfg().data(edge.memlet.data);
    if (!data || !holdsIntegers(*data))
        return Expr::undefined();
    Indices indices(data->rank());
    if (edge.memlet.subset)
        for (std::size_t d = 0; d < indices.size() && d < edge.memlet.subset->rank(); ++d)
            if (const Range& range = edge.memlet.subset->dims[d]; range.isPoint())
                indices[d] = substitute(at, range.begin, elsewhere);
    return element(at, edge.memlet.data, indices, elsewhere);
}

Expr IndexValues::connector(const Position& at, const ir::Edge& edge, const Elsewhere& elsewhere) {
    if (!edge.memlet.empty())
        return memletValue(at, edge, elsewhere);
    const ir::Node* source = at.state->index.node(edge.src); // code hands its value on
    return source && source->as<ir::Tasklet>() ? output(at, *source, edge.srcConnector)
                                               : Expr::undefined();
}

namespace {

/// The place of a subscript within the container, as the memlet of the connector has it.
IndexValues::Indices subscripted(const Subset& window, const std::vector<Expr>& begins,
                                 const std::vector<Expr>& indices) {
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < window.rank(); ++d)
        if (indices.size() == window.rank() || !window.dims[d].isPoint())
            dims.push_back(d);
    IndexValues::Indices result;
    for (std::size_t d = 0; d < window.rank(); ++d) {
        const auto found = std::ranges::find(dims, d);
        const auto place = static_cast<std::size_t>(found - dims.begin());
        if (found == dims.end())
            result.emplace_back(begins[d]);
        else if (place >= indices.size() || dims.size() != indices.size() ||
                 indices[place].op() == Op::undefined || begins[d].op() == Op::undefined)
            result.emplace_back(Expr::undefined());
        else
            result.emplace_back(begins[d] + indices[place]);
    }
    return result;
}

const ir::Edge* edgeAt(std::span<const ir::Edge* const> edges, std::string ir::Edge::*end,
                       const std::string& connector) {
    const auto found =
        std::ranges::find_if(edges, [&](const ir::Edge* edge) { return edge->*end == connector; });
    return found == edges.end() ? nullptr : *found;
}

} // namespace

void IndexValues::tasklet(const Position& at, const ir::Node& node, const Subscript& report) {
    const tasklet::Code* parsed = code(node);
    if (!parsed)
        return;
    if (report)
        followed_ = 0;
    const Elsewhere elsewhere = report ? "" : fmt::format("t{}.{}", at.level->id, node.id.value);
    const auto in = at.state->index.inEdges(node.id);
    const auto out = at.state->index.outEdges(node.id);
    IndexCode::Surroundings around;
    around.name = [&](const std::string& name) {
        const ir::Edge* edge = edgeAt(in, &ir::Edge::dstConnector, name);
        return edge ? connector(at, *edge, elsewhere) : this->name(at, name, elsewhere);
    };
    around.subscript = [&](const std::string& object, const std::vector<Expr>& indices,
                           const std::vector<Expr>& conditions, bool write) {
        const ir::Edge* edge = write ? edgeAt(out, &ir::Edge::srcConnector, object) : nullptr;
        if (!edge)
            edge = edgeAt(in, &ir::Edge::dstConnector, object);
        const auto* data = edge ? at.level->parts->sdfg().data(edge->memlet.data) : nullptr;
        if (!data)
            return Expr::undefined();
        const Subset window = edge->memlet.subset ? *edge->memlet.subset : wholeContainer(*data);
        std::vector<Expr> begins;
        for (const Range& range : window.dims)
            begins.push_back(substitute(at, range.begin, elsewhere));
        const Indices place = subscripted(window, begins, indices);
        if (report)
            report(*edge, place, conditions, write);
        return write ? Expr::undefined() : element(at, edge->memlet.data, place, elsewhere);
    };
    around.unknown = [&] { return unknown(); };
    IndexCode run(around);
    run.run(*parsed);
    if (!report)
        outputs_.insert_or_assign({at.level->id, node.id}, run.assigned());
}

Expr IndexValues::output(const Position& at, const ir::Node& node, const std::string& name) {
    const auto key = std::pair(at.level->id, node.id);
    if (!outputs_.contains(key)) {
        const std::string pending = fmt::format("task{}.{}", at.level->id, node.id.value);
        if (!begin(pending))
            return Expr::undefined();
        tasklet(at, node, {});
        pending_.erase(pending);
    }
    const auto& values = outputs_[key];
    const auto value = values.find(name);
    return value == values.end() ? Expr::undefined() : value->second;
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

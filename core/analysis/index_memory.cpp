// Where the value of an element comes from: arguments, and what the program writes itself.
#include "core/analysis/analysis.h"
#include "core/analysis/index_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Range;

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

Expr IndexValues::element(const Position& at, const std::string& container, const Indices& indices,
                          const Elsewhere& elsewhere) {
    const ir::Sdfg& sdfg = at.level->parts->sdfg();
    const auto* data = sdfg.data(container);
    if (!data || !holdsIntegers(*data))
        return Expr::undefined();
    if (data->kind == ir::DataKind::view)
        return throughView(at, container, indices, elsewhere);
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
        Expr value = writtenBy(level, writes[0], indices);
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

Expr IndexValues::throughView(const Position& at, const std::string& view, const Indices& indices,
                              const Elsewhere& elsewhere) {
    const auto shown = viewed(at, view, indices);
    const auto isKnown = [](const auto& index) { return index && index->op() != Op::undefined; };
    return shown && std::ranges::all_of(shown->indices, isKnown)
               ? element(shown->at, shown->container, shown->indices, elsewhere)
               : anyOfView(at, view);
}

std::optional<IndexValues::Outer> IndexValues::viewed(const Position& at, const std::string& view,
                                                      const Indices& indices) {
    const auto& sdfg = at.level->parts->sdfg();
    for (const auto& node : at.state ? at.state->state.nodes : std::vector<ir::NodePtr>{}) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access || access->data != view)
            continue;
        const ir::Edge* edge = viewingEdge(at.state->index, *node).edge;
        if (!edge)
            return std::nullopt;
        const bool incoming = edge->dst == node->id;
        const ir::Node* other =
            incoming ? at.state->ends().source(*edge) : at.state->ends().target(*edge);
        const auto* shown = other ? other->as<ir::AccessNode>() : nullptr;
        const auto* outer = shown ? sdfg.data(shown->data) : nullptr;
        const auto region = incoming ? sourceSubset(at.state->index, *edge)
                                     : destinationSubset(at.state->index, *edge);
        if (!outer || !region || region->rank() != outer->rank())
            return std::nullopt;
        const Position there = IndexValues::at(*at.level, *at.state, node->id);
        return Outer{there, shown->data,
                     throughWindow({*region, *outer, *sdfg.data(view), there, there, {}}, indices)};
    }
    return std::nullopt;
}

/// Any element of the container that the view shows.
Expr IndexValues::anyOfView(const Position& at, const std::string& view) {
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
    return Outer{at, found->memlet.data,
                 throughWindow({*window,
                                *outer,
                                *inner,
                                at,
                                {&level, nullptr, nullptr, {}},
                                level.nested->symbolMapping},
                               indices)};
}

IndexValues::Indices IndexValues::throughWindow(const Window& window, const Indices& indices) {
    const auto& [region, outer, inner, outside, inside, symbols] = window;
    Indices result;
    std::size_t surplus = region.rank() > inner.rank() ? region.rank() - inner.rank() : 0;
    std::size_t next = 0;
    bool fits = true;
    for (std::size_t d = 0; d < region.rank(); ++d) {
        const Range& range = region.dims[d];
        const Expr begin = substitute(outside, range.begin);
        const bool fixed = range.isPoint();
        if ((surplus > 0 && fixed) || next >= inner.rank()) {
            surplus -= surplus > 0 ? 1 : 0;
            result.push_back(fixed ? std::optional(begin) : std::nullopt);
            continue;
        }
        const bool sameStride =
            inner.shape[next].isInteger(1) ||
            (next < inner.strides.size() && d < outer.strides.size() &&
             symbolic::equal(symbolic::substitute(inner.strides[next], symbols), outer.strides[d]));
        fits = fits && sameStride && begin.op() != Op::undefined;
        const auto within = next < indices.size() ? indices[next] : std::nullopt;
        const Expr offset =
            next < inner.offset.size() ? substitute(inside, inner.offset[next]) : Expr(0);
        result.push_back(inner.shape[next].isInteger(1) ? std::optional(begin)
                         : within && within->op() != Op::undefined
                             ? std::optional(begin + *within + offset)
                             : std::nullopt);
        ++next;
    }
    if (!fits || next != inner.rank())
        result.assign(outer.rank(), std::nullopt);
    return result;
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

} // namespace mw::analysis

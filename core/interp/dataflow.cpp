// Runs one state: its nodes in order, scopes for every iteration, memlets as copies.
#include "core/analysis/analysis.h"
#include "core/analysis/unresolved_conflict.h"
#include "core/interp/executor.h"
#include "core/ir/connectors.h"
#include "core/ir/copy_regions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::interp {

Expected<void> Executor::runState(Frame& frame, const ir::State& state) {
    StateInfo& known = info(frame, state);
    if (known.index.hasCycle())
        return fail("cycle", "a state has a dataflow cycle and cannot run");
    if (known.twoPlaces.node)
        return fail("ambiguous-view", known.twoPlaces.sentence,
                    {{}, {}, {known.twoPlaces.node->id}});
    if (const auto zeroed = frame.facts->zeroedInState.find(&state);
        zeroed != frame.facts->zeroedInState.end())
        MW_CHECK(frame.zero(zeroed->second));
    return runScope(frame, known, {});
}

Expected<void> Executor::runScope(Frame& frame, StateInfo& state, NodeId entry) {
    const auto scope = state.scopes.find(entry);
    if (scope == state.scopes.end()) // nothing stands in it
        return {};
    if (scope->second.zeroed)
        MW_CHECK(frame.zero(*scope->second.zeroed));
    for (const ir::Node* view :
         scope->second.views) // before their nodes: writes through a view are
        MW_CHECK(aliasView(frame, state, *view));
    for (const ir::Node* at : scope->second.nodes) {
        const ir::Node& node = *at;
        if (node.as<ir::AccessNode>())
            MW_CHECK(runAccess(frame, state, node));
        else if (node.as<ir::Tasklet>())
            MW_CHECK(runTasklet(frame, state, node));
        else if (node.as<ir::MapEntry>())
            MW_CHECK(runMap(frame, state, node));
        else if (node.as<ir::NestedSdfg>())
            MW_CHECK(runNested(frame, state, node));
        else if (node.as<ir::LibraryNode>())
            MW_CHECK(runLibrary(frame, state, node));
        else
            return fail("unsupported-node",
                        fmt::format("the {} '{}' cannot be interpreted", ir::kindName(node),
                                    ir::displayName(node)),
                        {{}, {}, {node.id}});
    }
    return {};
}

/// Parameters from `dim` on, the first outermost: a range may depend on those before.
Expected<void> Executor::iterate(Frame& frame, const ir::Map& map, std::size_t dim,
                                 const std::function<Expected<void>()>& body) {
    if (dim == map.params.size())
        return body();
    MW_TRY(const Span span, frame.evaluate(map.range.dims[dim]));
    if (span.size() == 0)
        return {};
    // An inner map of the same parameter gives it back its value.
    auto& parameter =
        frame.symbols.insert_or_assign(map.params[dim], symbolic::Value()).first->second;
    for (std::int64_t i = span.begin; i <= span.end; i += span.step) {
        MW_CHECK(proceed());
        parameter = symbolic::Value::integer(i);
        MW_CHECK(iterate(frame, map, dim + 1, body));
    }
    return {};
}

Expected<void> Executor::iterateShuffled(Frame& frame, const ir::Map& map,
                                         const std::function<Expected<void>()>& body) {
    std::vector<std::int64_t> iterations; // one row each
    MW_CHECK(iterate(frame, map, 0, [&]() -> Expected<void> {
        for (const std::string& param : map.params)
            iterations.push_back(frame.symbols.at(param).i);
        return {};
    }));
    const std::size_t width = map.params.size();
    shuffleRows(iterations, width, *random_);
    for (std::size_t at = 0; at < iterations.size(); at += width) {
        for (std::size_t dim = 0; dim < width; ++dim)
            frame.symbols.insert_or_assign(map.params[dim],
                                           symbolic::Value::integer(iterations[at + dim]));
        MW_CHECK(body());
    }
    return {};
}

Expected<void> Executor::runMap(Frame& frame, StateInfo& state, const ir::Node& entry) {
    const ir::Map& map = entry.as<ir::MapEntry>()->map;
    std::vector<std::pair<std::string, std::optional<symbolic::Value>>> hidden;
    const auto hide = [&](const std::string& name) {
        const auto found = frame.symbols.find(name);
        hidden.emplace_back(name, found == frame.symbols.end() ? std::nullopt
                                                               : std::optional(found->second));
    };
    for (const ir::Edge* edge : state.index.inEdges(entry.id))
        if (ir::isDynamicInput(edge->dstConnector)) {
            MW_TRY(const View* view, frame.view(edge->memlet.data));
            MW_TRY(const Operand input, operand(frame, *edge, *view));
            hide(edge->dstConnector);
            frame.symbols.insert_or_assign(edge->dstConnector, input.value.toValue());
        }
    for (const std::string& param : map.params)
        hide(param);
    bool isNoted = !options_.coverage;
    const auto body = [&] {
        if (!std::exchange(isNoted, true))
            options_.coverage->maps.insert(entry.id);
        return runScope(frame, state, entry.id);
    };
    MW_CHECK(random_ && map.schedule != ir::Schedule::Sequential && !map.params.empty()
                 ? iterateShuffled(frame, map, body)
                 : iterate(frame, map, 0, body));
    for (auto outer = hidden.rbegin(); outer != hidden.rend(); ++outer)
        if (outer->second)
            frame.symbols.insert_or_assign(outer->first, *outer->second);
        else
            frame.forget(outer->first);
    return {};
}

namespace {

const std::string* dataOf(const StateInfo& state, NodeId id) {
    const ir::Node* node = state.index.node(id);
    const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
    return access ? &access->data : nullptr;
}

bool isView(const Frame& frame, const std::string& name) {
    const auto* data = frame.sdfg->data(name);
    return data && data->kind == ir::DataKind::view;
}

/// The edge that says what a view aliases, or null.
const ir::Edge* viewingEdge(const StateInfo& state, const ir::Node& view) {
    return analysis::viewingEdge(state.index, view).edge;
}

std::int64_t linear(const View& view, const Box& box) {
    std::int64_t at = view.base;
    for (std::size_t d = 0; d < box.size(); ++d)
        at += (box[d].begin + view.offset[d]) * view.strides[d];
    return at;
}

/// Lists a view's node after that of the view that it looks at.
void addView(const Frame& frame, StateInfo& state, NodeId id) {
    const std::string* name = dataOf(state, id);
    if (!name || !isView(frame, *name) || !state.viewsSeen.insert(id).second)
        return;
    if (const ir::Edge* edge = viewingEdge(state, *state.index.node(id)))
        addView(frame, state, edge->dst == id ? edge->src : edge->dst);
    state.scopes[state.index.scope(id)].views.push_back(state.index.node(id));
}

} // namespace

StateInfo& Executor::info(const Frame& frame, const ir::State& state) {
    auto& slot = states_[&state];
    if (slot)
        return *slot;
    slot = std::make_unique<StateInfo>(state);
    StateInfo& made = *slot;
    for (const auto& [entry, nodes] :
         random_ ? randomOrder(made.index, *random_) : fileOrder(made.index))
        for (const NodeId id : nodes)
            made.scopes[entry].nodes.push_back(made.index.node(id));
    for (const NodeId id : made.index.topological())
        addView(frame, made, id);
    made.twoPlaces = analysis::viewOfTwoPlaces(made.index, *frame.sdfg);
    for (const auto& [entry, names] : frame.facts->zeroedInScope)
        if (made.index.node(entry))
            made.scopes[entry].zeroed = &names;
    return made;
}

Expected<void> Executor::aliasView(Frame& frame, StateInfo& state, const ir::Node& node) {
    const auto& name = node.as<ir::AccessNode>()->data;
    const ir::Edge* edge = viewingEdge(state, node);
    if (!edge)
        return fail("ambiguous-view", fmt::format("nothing says what the view '{}' shows", name),
                    {{}, {}, {node.id}});
    const auto path = analysis::memletPath(state.index, *edge);
    const bool reads = edge->dst == node.id;
    const std::string* viewed = dataOf(state, reads ? path.front()->src : path.back()->dst);
    if (!viewed)
        return fail("ambiguous-view", fmt::format("the view '{}' shows no container", name),
                    {{}, {}, {node.id}});
    MW_TRY(const View* target, frame.view(*viewed));
    const ir::ScalarType type = frame.sdfg->data(name)->dtype.scalar;
    if (ir::sizeOf(type) != ir::sizeOf(target->type))
        return fail("unlike-view", analysis::unlikeViewText(name, type, target->type),
                    {{}, {}, {node.id}});
    Box box(target->shape.size());
    const auto subset = reads ? analysis::sourceSubset(state.index, *edge)
                              : analysis::destinationSubset(state.index, *edge);
    if (subset) {
        MW_TRY(box, frame.evaluate(*subset));
    }
    MW_TRY(auto view, frame.layout(*frame.sdfg->data(name), target->buffer, linear(*target, box)));
    frame.views.insert_or_assign(name, std::move(view));
    return {};
}

const std::vector<CopyInfo>& Executor::copiesOf(const Frame& frame, StateInfo& state,
                                                const ir::Node& node) {
    const auto [known, fresh] = state.copies.try_emplace(&node);
    auto& copies = known->second;
    if (!fresh)
        return copies;
    const auto add = [&](const ir::Edge& edge, const std::string& from, const std::string& to) {
        CopyInfo info{&edge, &from, &to, analysis::sourceSubset(state.index, edge),
                      analysis::destinationSubset(state.index, edge)};
        const auto *source = frame.sdfg->data(from), *target = frame.sdfg->data(to);
        if (info.source && !info.target && target)
            info.target = ir::unsaidRegion(*target, *info.source);
        else if (info.target && !info.source && source)
            info.source = ir::unsaidRegion(*source, *info.target);
        copies.push_back(std::move(info));
    };
    const auto& name = node.as<ir::AccessNode>()->data;
    const ir::Edge* viewing = nullptr;
    if (isView(frame, name))
        viewing = viewingEdge(state, node);
    for (const ir::Edge* edge : state.index.inEdges(node.id)) {
        if (state.index.node(edge->src)->isExit()) // done inside, in every iteration
            continue;
        const auto path = analysis::memletPath(state.index, *edge);
        const std::string* from = dataOf(state, path.front()->src);
        if (from && !edge->memlet.empty() && edge != viewing &&
            !(isView(frame, *from) &&
              viewingEdge(state, *state.index.node(path.front()->src)) == edge))
            add(*edge, *from, name);
    }
    for (const ir::Edge* edge : state.index.outEdges(node.id)) {
        if (!state.index.node(edge->dst)->isExit() || edge->memlet.empty() || edge == viewing)
            continue;
        const auto path = analysis::memletPath(state.index, *edge);
        if (const std::string* to = dataOf(state, path.back()->dst))
            add(*edge, name, *to);
    }
    return copies;
}

Expected<void> Executor::runAccess(Frame& frame, StateInfo& state, const ir::Node& node) {
    for (const CopyInfo& info : copiesOf(frame, state, node))
        MW_CHECK(copy(frame, info));
    return {};
}

/// Element by element in row-major order of both boxes.
Expected<void> Executor::copy(Frame& frame, const CopyInfo& info) {
    const auto& [edge, from, to, sourceSubset, targetSubset] = info;
    MW_TRY(const View* source, frame.view(*from));
    MW_TRY(const View* target, frame.view(*to));
    Box sourceBox, targetBox;
    if (sourceSubset) {
        MW_TRY(sourceBox, frame.evaluate(*sourceSubset));
    } else {
        sourceBox = wholeOf(*source);
    }
    if (targetSubset) {
        MW_TRY(targetBox, frame.evaluate(*targetSubset));
    } else {
        targetBox = wholeOf(*target);
    }
    if (volume(sourceBox) != volume(targetBox))
        return fail("copy-size",
                    fmt::format("the copy {} -> {} moves {} elements into {}", *from, *to,
                                volume(sourceBox), volume(targetBox)),
                    {{}, {}, {edge->id}});
    if (auto moved = move(frame, edge->memlet, *from, sourceBox, *to, targetBox); !moved) {
        Diagnostic diagnostic = std::move(moved).error();
        diagnostic.sentence = fmt::format("copy {} -> {}: {}", *from, *to, diagnostic.sentence);
        diagnostic.location.elements = {edge->id};
        return Unexpected(std::move(diagnostic));
    }
    return {};
}

Expected<void> Executor::move(Frame& frame, const ir::Memlet& memlet, const std::string& from,
                              const Box& sourceBox, const std::string& to, const Box& targetBox) {
    MW_TRY(const View* source, frame.view(from));
    MW_TRY(const View* target, frame.view(to));
    std::vector<Scalar> values;
    MW_CHECK(forEach(sourceBox, [&](const std::vector<std::int64_t>& index) -> Expected<void> {
        MW_TRY(const std::byte* at, address(*source, index, from));
        values.push_back(loadElement(at, source->type));
        return {};
    }));
    std::size_t next = 0;
    return forEach(targetBox, [&](const std::vector<std::int64_t>& index) -> Expected<void> {
        MW_TRY(std::byte * at, address(*target, index, to));
        return write(frame, memlet, *target, at, values[next++]);
    });
}

Expected<void> Executor::write(Frame& frame, const ir::Memlet& memlet, const View& view,
                               std::byte* at, const Scalar& value) {
    MW_CHECK(proceed());
    if (memlet.wcr.empty()) {
        storeElement(at, view.type, value);
        return {};
    }
    MW_TRY(const Scalar resolved,
           resolve(frame, memlet.wcr, loadElement(at, view.type), value.as(view.type)));
    storeElement(at, view.type, resolved);
    return {};
}

Expected<void> Executor::runNested(Frame& frame, StateInfo& state, const ir::Node& node) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    if (!nested.sdfg)
        return fail("external-sdfg",
                    fmt::format("the nested SDFG '{}' is in another file", nested.label),
                    {{}, {}, {node.id}});
    if (const ir::Edge* edge = analysis::unresolvedConflict(state.index, node))
        return fail("unresolved-conflict", analysis::unresolvedConflictText(*edge, node),
                    {{}, {}, {edge->id}});
    Frame inner;
    inner.sdfg = nested.sdfg.get();
    inner.numbers = &numbers_[inner.sdfg];
    for (const auto& [name, value] : nested.sdfg->constants)
        inner.symbols.insert_or_assign(name, value);
    for (const auto& [name, expr] : nested.symbolMapping)
        if (inner.sdfg->data(name)) // the container has the name
            continue;
        else if (auto value = frame.value(expr)) // unused ones may have no value
            inner.bindSymbol(name, *value);
    const auto bind = [&](const ir::Edge& edge, const std::string& connector) -> Expected<void> {
        if (connector.empty() || edge.memlet.empty() || inner.views.contains(connector))
            return {};
        const auto* data = nested.sdfg->data(connector);
        if (!data)
            return fail("missing-container",
                        fmt::format("the nested SDFG '{}' has no container for its connector '{}'",
                                    nested.label, connector),
                        {{}, {}, {node.id}});
        MW_TRY(const View* outer, frame.view(edge.memlet.data));
        if (outer->type != data->dtype.scalar)
            return fail("wrong-type",
                        fmt::format("the nested SDFG '{}' takes '{}' as {}, and is given {}",
                                    nested.label, connector, ir::name(data->dtype.scalar),
                                    ir::name(outer->type)),
                        {{}, {}, {node.id}});
        Box box(outer->shape.size());
        if (edge.memlet.subset) {
            MW_TRY(box, frame.evaluate(*edge.memlet.subset));
        }
        MW_TRY(auto view, inner.layout(*data, outer->buffer, linear(*outer, box)));
        inner.views.emplace(connector, std::move(view));
        return {};
    };
    for (const ir::Edge* edge : state.index.inEdges(node.id))
        MW_CHECK(bind(*edge, edge->dstConnector));
    for (const ir::Edge* edge : state.index.outEdges(node.id))
        MW_CHECK(bind(*edge, edge->srcConnector));
    return runSdfg(inner);
}

} // namespace mw::interp

// Dataflow into branches: what a map computes for one branch of a condition block is computed in
// that branch.
//
//     a -> (t = 2 x) -> t                          a -> (if c: t = 2 x, x = t
//     b -> (u = x + 1) -> u                 =>     b     else: u = x + 1, x = u) -> x
//     t, u -> (if c: x = t  else: x = u) -> x
//
// Conditions, in this order:
//  1. The match names a nested SDFG.
//  2. It stands in a map, and is one conditional block, beside empty states before and after it,
//     with one state in each branch; no code or constants of its own.
//  3. There is code in the same scope whose results reach nothing but one branch, through inputs of
//     the block that this branch reads at one place and that are one number: tasklets, nested SDFGs
//     and library nodes that do nothing beside, and temporaries of their own.
//  4. None of that is a condition block into which dataflow can move first (unless
//     ignore-upstream-blocks).
//  5. What it reads comes from plain containers that the memlets name. The block writes none of
//     them, and nothing else does without an order: they are read later than before.
//  6. It reads no container by its name, and the symbols that it names mean the same in the block,
//     or nothing yet.
//
// Effect: the nodes stand in the branch, with their temporaries. What they read from outside is
// given to the block, whole containers; inputs whose values are computed inside are gone.

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/move_dataflow_into_if_body/plan.h"
#include "transforms/toolkit/all_names.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/mentions.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/toolkit/unordered_use.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::move_dataflow_into_if_body {

namespace {

using analysis::NameSet;

struct Found {
    StateView at;
    const ir::Node* block = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a nested SDFG",
                                         {role<ir::NestedSdfg>("block", &Found::block)});
    return kPattern;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::NestedSdfg, pattern>(
        view, region, [](const StateView& at, const ir::Node& node) {
            return labelIf(hasOnlyConditional(node) && at.index->scope(node.id),
                           node.as<ir::NestedSdfg>()->label);
        });
}

/// Condition 4.
MaybeRefusal checkUpstream(const DocumentView& view, const MovePlan& plan) {
    for (const auto& [id, branch] : plan.moved.branches) {
        const auto upstream = conditionBlock(*plan.at.index->node(id));
        if (upstream && !relocatable(view, plan.at, *upstream).branches.empty())
            return refuse(4, "upstream-block",
                          fmt::format("Dataflow can move into {}, which would move into {}.",
                                      upstream->quoted(), plan.block.quoted()),
                          {plan.block.node->id, id});
    }
    return std::nullopt;
}

/// Condition 5: where one edge comes from.
MaybeRefusal checkSource(const MovePlan& plan, const ir::Edge& edge) {
    const ir::Node* source = sourceOf(*plan.at.index, edge);
    const auto* data = source ? plan.at.sdfg->data(source->as<ir::AccessNode>()->data) : nullptr;
    if (data && edge.memlet.data == source->as<ir::AccessNode>()->data &&
        (data->isScalar() || data->kind == ir::DataKind::array))
        return std::nullopt;
    return refuse(5, "unknown-source",
                  fmt::format("{} reads something else than a plain container that the memlet "
                              "names.",
                              quoted(*plan.at.index->node(edge.dst))),
                  {edge.dst});
}

/// Condition 5: what the block writes.
MaybeRefusal checkWritten(const DocumentView& view, const MovePlan& plan, const ir::Edge& edge) {
    const ir::StateIndex& index = *plan.at.index;
    for (const ir::Edge* out : index.outEdges(plan.block.node->id)) {
        const ir::Node* target = index.node(analysis::memletPath(index, *out).back()->dst);
        const bool known = target && target->as<ir::AccessNode>();
        if (!out->memlet.empty() &&
            maySharePlace(view, *plan.at.sdfg,
                          known ? rootData(index, *plan.at.sdfg, *target) : std::string(),
                          edge.memlet.data))
            return refuse(5, "written-by-block",
                          fmt::format("{} may write '{}', which {} reads.", plan.block.quoted(),
                                      edge.memlet.data, quoted(index, edge.dst)),
                          {plan.block.node->id, edge.dst});
    }
    return std::nullopt;
}

/// Condition 5: when one edge reads.
MaybeRefusal checkOrder(const DocumentView& view, const MovePlan& plan, const ir::Edge& edge) {
    const ir::Node& reader = *plan.at.index->node(edge.dst);
    const ir::Node* other =
        unorderedUse(view, plan.at, reader, {&edge, sourceOf(*plan.at.index, edge), true});
    if (!other)
        return std::nullopt;
    return refuseUncertain(5, "unordered-access",
                           fmt::format("{} is written too, neither before nor after {} by the "
                                       "dataflow.",
                                       quoted(*other), quoted(reader)),
                           {reader.id, other->id});
}

/// Condition 5.
MaybeRefusal checkReads(const DocumentView& view, const MovePlan& plan) {
    for (const ir::Edge* edge : plan.moved.border(*plan.at.index)) {
        if (auto refusal = checkSource(plan, *edge))
            return refusal;
        if (auto refusal = checkWritten(view, plan, *edge))
            return refusal;
        if (auto refusal = checkOrder(view, plan, *edge))
            return refusal;
    }
    return std::nullopt;
}

void collect(const std::optional<symbolic::Subset>& subset, NameSet& names) {
    if (subset)
        for (const auto& range : subset->dims)
            for (const auto* e : {&range.begin, &range.end, &range.step, &range.tile})
                symbolic::collectSymbols(*e, names);
}

void collect(const ir::Node& node, NameSet& names) {
    if (const auto* tasklet = node.as<ir::Tasklet>())
        analysis::collectIdentifiers(tasklet->code.text, names);
    if (const auto* nested = node.as<ir::NestedSdfg>())
        for (const auto& [symbol, value] : nested->symbolMapping)
            symbolic::collectSymbols(value, names);
    if (const auto* library = node.as<ir::LibraryNode>())
        for (const auto& [property, text] : library->properties)
            analysis::collectIdentifiers(text, names);
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors)
            names.erase(name);
}

/// Every name that is said by what moves.
NameSet namesSaid(const MovePlan& plan) {
    NameSet names;
    for (const auto& [id, branch] : plan.moved.branches) {
        NameSet here;
        collect(*plan.at.index->node(id), here);
        if (const auto* access = plan.at.index->node(id)->as<ir::AccessNode>())
            addMentionedNames(*plan.at.sdfg->data(access->data), here);
        for (const ir::Edge* edge : plan.at.index->inEdges(id)) {
            collect(edge->memlet.subset, here);
            collect(edge->memlet.otherSubset, here);
        }
        names.merge(here);
    }
    for (const ir::Edge* edge : plan.moved.border(*plan.at.index))
        addMentionedNames(*plan.at.sdfg->data(edge->memlet.data), names);
    return names;
}

/// Names that mean a value in the scope of the block: symbols and constants of the SDFG, parameters
/// and dynamic inputs of maps.
struct ScopeNames {
    NameSet symbols, others;
};

ScopeNames scopeNames(const MovePlan& plan) {
    ScopeNames names;
    for (const auto& [name, type] : plan.at.sdfg->symbols)
        names.symbols.insert(name);
    for (const auto& [name, value] : plan.at.sdfg->constants)
        names.others.insert(name);
    const ir::StateIndex& index = *plan.at.index;
    for (NodeId at = index.scope(plan.block.node->id); at; at = index.scope(at)) {
        if (const auto* map = index.node(at)->as<ir::MapEntry>())
            names.symbols.insert(map->map.params.begin(), map->map.params.end());
        for (const auto& name : ir::dynamicInputs(*index.node(at)))
            names.others.insert(name);
    }
    return names;
}

/// Whether a symbol of the scope can have its name in the block.
bool meansTheSame(const MovePlan& plan, const NameSet& inner, const std::string& symbol) {
    const auto& mapping = plan.block.nested().symbolMapping;
    const auto mapped = mapping.find(symbol);
    return mapped != mapping.end() ? mapped->second == symbolic::Expr::symbol(symbol)
                                   : !inner.contains(symbol);
}

/// Condition 6; sets the symbols.
MaybeRefusal checkNames(MovePlan& plan) {
    const auto byName = plan.at.document->readByName(plan.at.sdfg);
    const NameSet inner = allNames(plan.block.inner());
    const ScopeNames scope = scopeNames(plan);
    for (const auto& name : namesSaid(plan)) {
        if (byName.contains(name))
            return refuse(6, "read-by-name",
                          fmt::format("'{}' may be read by its name in what moves into {}.", name,
                                      plan.block.quoted()),
                          {plan.block.node->id});
        if (scope.others.contains(name) ||
            (scope.symbols.contains(name) && !meansTheSame(plan, inner, name)))
            return refuse(6, "other-symbol",
                          fmt::format("'{}' means something else in {} than around it, or may not "
                                      "be given to it.",
                                      name, plan.block.quoted()),
                          {plan.block.node->id});
        if (scope.symbols.contains(name))
            plan.symbols.insert(name);
    }
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params& params) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& [at, node] = std::get<Found>(bound);
    const auto block = conditionBlock(*node);
    if (!block || !at.index->scope(node->id))
        return refuse(2, "no-condition-block",
                      fmt::format("'{}' is not one conditional block inside a map.",
                                  node->as<ir::NestedSdfg>()->label),
                      {node->id});
    MovePlan plan{at, *block, relocatable(view, at, *block)};
    if (plan.moved.branches.empty())
        return refuse(
            3, "nothing-to-move",
            fmt::format("Nothing is computed for one branch of {} alone.", block->quoted()),
            {node->id});
    if (!isSet(params, "ignore-upstream-blocks"))
        if (auto refusal = checkUpstream(view, plan))
            return *refusal;
    if (auto refusal = checkReads(view, plan))
        return *refusal;
    if (auto refusal = checkNames(plan))
        return *refusal;
    return Plan::of(std::move(plan));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    ir::Editor editor(view.document());
    moveIntoBranches(editor, plan.as<MovePlan>());
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "move-dataflow-into-if-body",
        "Move dataflow into branches",
        "Computes what only one branch of a condition needs in that branch.",
        "A where-expression of GT4Py computes both of its values and then takes one of them. What "
        "leads to one of the two alone moves into the branch that takes it: each iteration "
        "computes, and reads, only what it needs.\n\n"
        "Blocks on the same condition are to be fused first (fuse-horizontal-condition-blocks). A "
        "condition block that would move itself gets its own dataflow first.",
        Category::controlFlow,
        {flag("ignore-upstream-blocks",
              "Also move condition blocks into which dataflow could move first; what leads to them "
              "moves along.")},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::move_dataflow_into_if_body

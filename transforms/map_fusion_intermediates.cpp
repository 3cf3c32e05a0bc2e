#include "core/analysis/analysis.h"
#include "transforms/map_fusion_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// Number of elements along one dimension as a temporary needs it.
Expr extentOf(const Range& range) {
    return range.isPoint() ? Expr(1) : symbolic::simplify(range.end - range.begin + Expr(1));
}

bool hasStep(const Subset& subset) {
    return std::ranges::any_of(subset.dims, [](const Range& range) {
        return !range.isPoint() && (!range.step.isInteger(1) || !range.tile.isInteger(1));
    });
}

bool mentionsAny(const Expr& e, const std::vector<std::string>& names) {
    const auto symbols = symbolic::freeSymbols(e);
    return std::ranges::any_of(names, [&](const auto& name) { return symbols.contains(name); });
}

/// Condition 7: the shape of the dataflow around one output of the first map. Sets `isPure` when
/// the second map does not depend on it.
MaybeRefusal classify(const FusionQuestion& q, const ir::Edge& out, bool& isPure) {
    const ir::Node& target = *q.index.node(out.dst);
    const auto second = quoted(q.maps.secondMap());
    isPure = !analysis::reaches(q.index, target.id, q.maps.secondEntry->id);
    if (isPure) {
        if (q.options.requireAllIntermediates)
            return refuse(7, "not-all-intermediates",
                          fmt::format("{} also writes {}, which {} does not read, and "
                                      "require-all-intermediates is set.",
                                      quoted(q.maps.firstMap()), quoted(target), second),
                          {target.id});
        return std::nullopt;
    }
    if (out.memlet.empty() || !target.as<ir::AccessNode>())
        return refuse(7, "ordering-dependency",
                      fmt::format("{} depends on {} through {}, which carries no data.", second,
                                  quoted(q.maps.firstMap()), quoted(target)),
                      {target.id});
    if (isView(*q.maps.sdfg, target))
        return refuse(7, "view", fmt::format("{} between the maps is a view.", quoted(target)),
                      {target.id});
    for (const ir::Edge* edge : q.index.inEdges(target.id))
        if (edge->id != out.id && analysis::reaches(q.index, q.maps.firstExit->id, edge->src))
            return refuse(7, "written-twice",
                          fmt::format("{} is written by {} and again by something after it.",
                                      quoted(target), quoted(q.maps.firstMap())),
                          {target.id, edge->src});
    for (const ir::Edge* edge : q.index.outEdges(target.id)) {
        const bool direct = edge->dst == q.maps.secondEntry->id;
        if (!direct && analysis::reaches(q.index, edge->dst, q.maps.secondEntry->id))
            return refuse(7, "cycle",
                          fmt::format("{} also reaches {} through {}: fusing would make a cycle.",
                                      quoted(target), second, quoted(*q.index.node(edge->dst))),
                          {target.id, edge->dst});
        if (direct && edge->memlet.empty())
            return refuse(
                7, "ordering-dependency",
                fmt::format("An ordering edge leads from {} to {}.", quoted(target), second),
                {target.id});
        if (direct && !edge->dstConnector.starts_with("IN_"))
            return refuse(7, "dynamic-range",
                          fmt::format("{} sets the range of {}.", quoted(target), second),
                          {target.id, edge->dst});
    }
    return std::nullopt;
}

/// Condition 8: one plain producer with a known region.
MaybeRefusal findProducer(const FusionQuestion& q, Intermediate& found) {
    const auto inner = analysis::innerEdges(q.index, *found.outEdge);
    const auto data = quoted(*found.access);
    const std::vector<ElementId> at = {found.access->id};
    if (inner.size() != 1)
        return refuse(8, "several-producers",
                      fmt::format("{} writes {} in {} places of its body.",
                                  quoted(q.maps.firstMap()), data, inner.size()),
                      at);
    found.producer = inner.front();
    const ir::Memlet& memlet = found.producer->memlet;
    if (isView(*q.maps.sdfg, *q.index.node(found.producer->src)))
        return refuse(8, "view", fmt::format("{} is written from a view.", data),
                      {found.producer->src});
    if (memlet.dynamic)
        return refuse(8, "dynamic-producer",
                      fmt::format("{} writes {} conditionally or an unknown number of times.",
                                  quoted(q.maps.firstMap()), data),
                      at);
    if (!memlet.wcr.empty())
        return refuse(8, "accumulating-producer",
                      fmt::format("{} accumulates into {}.", quoted(q.maps.firstMap()), data), at);
    const auto written = analysis::destinationSubset(q.index, *found.producer);
    if (!written || hasStep(*written))
        return refuse(8, "unknown-region",
                      fmt::format("The region of {} that one iteration of {} writes is not known "
                                  "or strided.",
                                  data, quoted(q.maps.firstMap())),
                      at);
    found.written = *written;
    for (const Range& range : written->dims)
        if (mentionsAny(extentOf(range), q.maps.firstMap().params))
            return refuse(8, "varying-size",
                          fmt::format("{} writes a differently large part of {} in each iteration.",
                                      quoted(q.maps.firstMap()), data),
                          at);
    return std::nullopt;
}

/// Condition 9: each consumer reads only what the same iteration of the first map has written.
MaybeRefusal findConsumers(FusionQuestion& q, Intermediate& found) {
    const std::vector<ElementId> at = {found.access->id, q.maps.firstEntry->id,
                                       q.maps.secondEntry->id};
    for (const ir::Edge* edge : q.index.outEdges(found.access->id)) {
        if (edge->dst != q.maps.secondEntry->id)
            continue;
        found.entryEdges.push_back(edge);
        for (const ir::Edge* consumer : analysis::innerEdges(q.index, *edge)) {
            const auto read = analysis::sourceSubset(q.index, *consumer);
            if (!read || hasStep(*read))
                return refuse(9, "unknown-region",
                              fmt::format("The region of {} that {} reads is not known or strided.",
                                          quoted(*found.access), quoted(q.maps.secondMap())),
                              at);
            const Subset region = q.inFirst(*read);
            if (const Verdict verdict = q.relation.covers(found.written, region); !verdict.holds())
                return refuse(9, verdict, "not-covered",
                              fmt::format("{} reads {}[{}], but the same iteration of {} writes "
                                          "only [{}].",
                                          quoted(q.maps.secondMap()),
                                          found.access->as<ir::AccessNode>()->data,
                                          symbolic::print(region), quoted(q.maps.firstMap()),
                                          symbolic::print(found.written)),
                              at);
            found.consumers.push_back(consumer);
        }
    }
    return std::nullopt;
}

/// The form of the temporary: dimensions with one element go, unless the container itself has one
/// there or strict dataflow is asked for.
void shapeTemporary(const FusionQuestion& q, Intermediate& found) {
    const auto* container = q.maps.sdfg->data(found.access->as<ir::AccessNode>()->data);
    for (std::size_t d = 0; d < found.written.rank(); ++d) {
        const Expr extent = extentOf(found.written.dims[d]);
        const bool trivial = container && d < container->rank() && container->shape[d].isInteger(1);
        const bool drop = !q.options.strictDataflow && extent.isInteger(1) && !trivial;
        found.dropped.push_back(drop);
        if (!drop)
            found.temporaryShape.push_back(extent);
    }
}

bool usedByDeeperNest(const ir::Sdfg& inner, const std::string& data) {
    bool used = false;
    ir::forEachBlock(inner.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex index(*state);
        for (const auto& edge : state->edges)
            used = used ||
                   (edge->memlet.data == data && (index.node(edge->src)->as<ir::NestedSdfg>() ||
                                                  index.node(edge->dst)->as<ir::NestedSdfg>()));
    });
    return used;
}

bool hasViews(const ir::Sdfg& inner) {
    return std::ranges::any_of(
        inner.arrays, [](const auto& entry) { return entry.value->kind == ir::DataKind::view; });
}

/// Condition 10 for one nested SDFG: its container can be laid out as the temporary is.
bool fitsNested(const ir::Node& node, const std::string& connector, const Intermediate& found) {
    const auto* nested = node.as<ir::NestedSdfg>();
    const auto* inner = nested->sdfg ? nested->sdfg->data(connector) : nullptr;
    if (!inner)
        return false;
    if (inner->isSingleElement())
        return true;
    if (node.in.contains(connector) && node.out.contains(connector))
        return false;
    if (inner->kind != ir::DataKind::array || hasViews(*nested->sdfg) ||
        usedByDeeperNest(*nested->sdfg, connector))
        return false;
    const symbolic::Substitution outer(nested->symbolMapping.begin(), nested->symbolMapping.end());
    return std::ranges::equal(inner->shape, found.temporaryShape,
                              [&](const Expr& a, const Expr& b) {
                                  return symbolic::equal(symbolic::substitute(a, outer), b);
                              });
}

MaybeRefusal checkLeaf(const ir::Node& node, const std::string& connector,
                       const Intermediate& found) {
    const bool squeezed = std::ranges::find(found.dropped, true) != found.dropped.end();
    if (node.as<ir::LibraryNode>() && squeezed && !found.temporaryShape.empty())
        return refuse(10, "library-node-rank",
                      fmt::format("{} would see {} with fewer dimensions.", quoted(node),
                                  quoted(*found.access)),
                      {node.id, found.access->id});
    if (node.as<ir::NestedSdfg>() && !fitsNested(node, connector, found))
        return refuse(
            10, "nested-sdfg-shape",
            fmt::format("The nested SDFG {} uses a part of {} that has another shape than "
                        "the temporary.",
                        quoted(node), quoted(*found.access)),
            {node.id, found.access->id});
    return std::nullopt;
}

MaybeRefusal checkLeaves(const FusionQuestion& q, const Intermediate& found) {
    for (const ir::Edge* edge : analysis::branchesAbove(q.index, *found.producer))
        if (const ir::Node* src = q.index.node(edge->src); src->isCode())
            if (auto refusal = checkLeaf(*src, edge->srcConnector, found))
                return refusal;
    for (const ir::Edge* consumer : found.consumers)
        for (const ir::Edge* edge : analysis::branchesBelow(q.index, *consumer))
            if (const ir::Node* dst = q.index.node(edge->dst); dst->isCode())
                if (auto refusal = checkLeaf(*dst, edge->dstConnector, found))
                    return refusal;
    return std::nullopt;
}

MaybeRefusal examine(FusionQuestion& q, const ir::Edge& out, FusionPlan& plan) {
    Intermediate found;
    found.outEdge = &out;
    found.access = q.index.node(out.dst);
    if (auto refusal = findProducer(q, found))
        return refusal;
    if (auto refusal = findConsumers(q, found))
        return refusal;
    shapeTemporary(q, found);
    if (auto refusal = checkLeaves(q, found))
        return refusal;
    plan.intermediates.push_back(std::move(found));
    return std::nullopt;
}

} // namespace

MaybeRefusal findIntermediates(FusionQuestion& q, FusionPlan& plan) {
    std::set<NodeId> targets;
    std::vector<const ir::Edge*> candidates;
    for (const ir::Edge* out : q.index.outEdges(q.maps.firstExit->id)) {
        if (!targets.insert(out->dst).second)
            return refuse(7, "several-edges-to-one-node",
                          fmt::format("{} writes {} through several connectors.",
                                      quoted(q.maps.firstMap()), quoted(*q.index.node(out->dst))),
                          {out->dst});
        bool isPure = false;
        if (auto refusal = classify(q, *out, isPure))
            return refusal;
        if (isPure)
            plan.pureOutputs.push_back(out);
        else
            candidates.push_back(out);
    }
    for (const ir::Edge* out : candidates)
        if (auto refusal = examine(q, *out, plan))
            return refusal;
    return std::nullopt;
}

MaybeRefusal checkSharing(const FusionQuestion& q, FusionPlan& plan) {
    const auto singleUse = analysis::singleUseData(*q.maps.sdfg);
    for (Intermediate& i : plan.intermediates) {
        const auto& name = i.access->as<ir::AccessNode>()->data;
        const auto* data = q.maps.sdfg->data(name);
        const auto others = [&](const auto& edges, auto end, NodeId expected) {
            return std::ranges::any_of(edges,
                                       [&](const ir::Edge* e) { return e->*end != expected; });
        };
        i.shared = q.options.assumeAlwaysShared || !data || !data->transient ||
                   others(q.index.inEdges(i.access->id), &ir::Edge::src, q.maps.firstExit->id) ||
                   others(q.index.outEdges(i.access->id), &ir::Edge::dst, q.maps.secondEntry->id) ||
                   !singleUse.contains(name);
        if (!i.shared)
            continue;
        if (q.options.requireExclusiveIntermediates)
            return refuse(11, "shared-intermediate",
                          fmt::format("'{}' is used elsewhere too, and "
                                      "require-exclusive-intermediates is set.",
                                      name),
                          {i.access->id});
        for (const auto& node : q.index.state().nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (q.options.strictDataflow && access && access->data == name &&
                node->id != i.access->id && analysis::reaches(q.index, i.access->id, node->id))
                return refuse(11, "used-downstream",
                              fmt::format("'{}' appears again later in the state, and "
                                          "strict-dataflow is set.",
                                          name),
                              {i.access->id, node->id});
        }
    }
    return std::nullopt;
}

} // namespace mw::transforms

// Conditions 7 to 9 of the vertical fusion: what the first map writes and the second reads.

#include "core/analysis/analysis.h"
#include "core/analysis/certain_writes.h"
#include "core/ir/connectors.h"
#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/toolkit/accesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

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
    const ir::Node& target = *q.index().node(out.dst);
    const auto second = quoted(q.maps.secondMap());
    isPure = !q.index().reaches(target.id, q.maps.secondEntry->id);
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
    if (isView(q.sdfg(), target))
        return refuse(7, "view", fmt::format("{} between the maps is a view.", quoted(target)),
                      {target.id});
    const auto* data = q.sdfg().data(target.as<ir::AccessNode>()->data);
    if (!data || (data->kind != ir::DataKind::array && data->kind != ir::DataKind::scalar))
        return refuse(
            7, "not-an-array",
            fmt::format("{} between the maps is neither an array nor a scalar.", quoted(target)),
            {target.id});
    for (const ir::Edge* edge : q.index().inEdges(target.id))
        if (edge->id != out.id && q.index().reaches(q.maps.firstExit->id, edge->src))
            return refuse(7, "written-twice",
                          fmt::format("{} is written by {} and again by something after it.",
                                      quoted(target), quoted(q.maps.firstMap())),
                          {target.id, edge->src});
    for (const ir::Edge* edge : q.index().outEdges(target.id)) {
        const bool direct = edge->dst == q.maps.secondEntry->id;
        if (!direct && q.index().reaches(edge->dst, q.maps.secondEntry->id))
            return refuse(7, "cycle",
                          fmt::format("{} also reaches {} through {}: fusing would make a cycle.",
                                      quoted(target), second, quoted(*q.index().node(edge->dst))),
                          {target.id, edge->dst});
        if (direct && edge->memlet.empty())
            return refuse(
                7, "ordering-dependency",
                fmt::format("An ordering edge leads from {} to {}.", quoted(target), second),
                {target.id});
        if (direct && !ir::isPassIn(edge->dstConnector))
            return refuse(7, "dynamic-range",
                          fmt::format("{} sets the range of {}.", quoted(target), second),
                          {target.id, edge->dst});
    }
    return std::nullopt;
}

/// A region at an edge somewhere inside the scope of `entry`, seen from directly inside it.
Subset liftedTo(const FusionQuestion& q, NodeId entry, const ir::Edge& edge, Subset region,
                const std::string& container) {
    const ir::Node& src = *q.index().node(edge.src);
    const auto* data = q.sdfg().data(container);
    for (NodeId at = src.isEntry() ? src.id : q.index().scope(src.id); at && at != entry;
         at = q.index().scope(at))
        if (const auto* map = q.index().node(at)->as<ir::MapEntry>(); map && data)
            region = analysis::propagateSubset(region, map->map, *data);
    return region;
}

MaybeRefusal unknownRegion(const Intermediate& found, const char* verb, const ir::Map& map) {
    return refuse(8, "unknown-region",
                  fmt::format("The region of {} that one iteration of {} {} is not known or "
                              "strided.",
                              quoted(*found.access), quoted(map), verb),
                  {found.access->id});
}

/// Condition 8 for one edge on the producer's side, from the first exit inwards: it accumulates
/// nothing and stays inside what the producer's own edge says.
MaybeRefusal checkProducerEdge(FusionQuestion& q, const ir::Edge& edge, const Intermediate& found) {
    const auto& first = q.maps.firstMap();
    const std::vector<ElementId> at = {found.access->id, edge.src};
    if (isView(q.sdfg(), *q.index().node(edge.src)))
        return refuse(8, "view", fmt::format("{} is written from a view.", quoted(*found.access)),
                      at);
    if (edge.memlet.dynamic)
        return refuse(8, "dynamic-producer",
                      fmt::format("{} writes {} conditionally or an unknown number of times.",
                                  quoted(first), quoted(*found.access)),
                      at);
    if (!edge.memlet.wcr.empty())
        return refuse(8, "accumulating-producer",
                      fmt::format("{} accumulates into {}.", quoted(first), quoted(*found.access)),
                      at);
    const auto region = analysis::destinationSubset(q.index(), edge);
    if (!region || hasStep(*region))
        return unknownRegion(found, "writes", first);
    const Subset lifted = liftedTo(q, q.maps.firstEntry->id, edge, *region, found.data());
    if (const Verdict verdict = q.relation.covers(found.part.region, lifted); !verdict.holds())
        return refuse(8, verdict, "writes-more-than-said",
                      fmt::format("Inside {}, {} is written at [{}], outside the [{}] that its "
                                  "edge names.",
                                  quoted(first), quoted(*found.access), symbolic::print(lifted),
                                  symbolic::print(found.part.region)),
                      at);
    return std::nullopt;
}

/// Condition 8: one plain producer with a known region, which it fills whatever happens, and which
/// no other iteration touches.
MaybeRefusal findProducer(FusionQuestion& q, Intermediate& found) {
    const auto inner = analysis::innerEdges(q.index(), *found.outEdge);
    const auto& first = q.maps.firstMap();
    const auto data = quoted(*found.access);
    const std::vector<ElementId> at = {found.access->id, q.maps.firstEntry->id};
    if (inner.size() != 1)
        return refuse(8, "several-producers",
                      fmt::format("{} writes {} in {} places of its body.", quoted(first), data,
                                  inner.size()),
                      at);
    found.producer = inner.front();
    const auto written = analysis::destinationSubset(q.index(), *found.producer);
    if (!written || hasStep(*written))
        return unknownRegion(found, "writes", first);
    found.part.region = *written;
    for (const ir::Edge* edge : analysis::branchesAbove(q.index(), *found.producer))
        if (auto refusal = checkProducerEdge(q, *edge, found))
            return refusal;
    for (const Range& range : written->dims)
        if (mentionsAny(extentOf(range), first.params))
            return refuse(8, "varying-size",
                          fmt::format("{} writes a differently large part of {} in each iteration.",
                                      quoted(first), data),
                          at);
    const auto certain = analysis::certainWrites(q.sdfg(), q.index(), *found.producer);
    if (!q.relation.coveredBy(certain, found.part.region)) {
        return refuseUncertain(
            8, "partial-producer",
            fmt::format("It is not certain that every iteration of {} writes all of {}[{}].",
                        quoted(first), found.data(), symbolic::print(found.part.region)),
            at);
    }
    if (const Verdict verdict = q.relation.disjointIterations(found.part.region); !verdict.holds())
        return refuse(8, verdict, "iterations-overlap",
                      fmt::format("Different iterations of {} write the same elements of {}: what "
                                  "{} reads is the last one's.",
                                  quoted(first), data, quoted(q.maps.secondMap())),
                      at);
    return std::nullopt;
}

/// Condition 9 for one edge on the consumer's side, from the second entry inwards.
MaybeRefusal checkConsumerEdge(FusionQuestion& q, const ir::Edge& edge, const Intermediate& found) {
    const auto& name = found.data();
    const std::vector<ElementId> at = {found.access->id, q.maps.firstEntry->id,
                                       q.maps.secondEntry->id};
    const auto read = analysis::sourceSubset(q.index(), edge);
    if (!read || hasStep(*read))
        return refuse(9, "unknown-region",
                      fmt::format("The region of {} that {} reads is not known or strided.",
                                  quoted(*found.access), quoted(q.maps.secondMap())),
                      at);
    const Subset region = q.inFirst(liftedTo(q, q.maps.secondEntry->id, edge, *read, name));
    if (const Verdict verdict = q.relation.covers(found.part.region, region); !verdict.holds())
        return refuse(9, verdict, "not-covered",
                      fmt::format("{} reads {}[{}], but the same iteration of {} writes only [{}].",
                                  quoted(q.maps.secondMap()), name, symbolic::print(region),
                                  quoted(q.maps.firstMap()), symbolic::print(found.part.region)),
                      at);
    return std::nullopt;
}

/// Condition 9: each consumer reads only what the same iteration of the first map has written.
MaybeRefusal findConsumers(FusionQuestion& q, Intermediate& found) {
    for (const ir::Edge* edge : q.index().outEdges(found.access->id)) {
        if (edge->dst != q.maps.secondEntry->id)
            continue;
        found.entryEdges.push_back(edge);
        for (const ir::Edge* consumer : analysis::innerEdges(q.index(), *edge)) {
            for (const ir::Edge* inner : analysis::branchesBelow(q.index(), *consumer))
                if (auto refusal = checkConsumerEdge(q, *inner, found))
                    return refusal;
            found.consumers.push_back(consumer);
        }
    }
    return std::nullopt;
}

MaybeRefusal examine(FusionQuestion& q, const ir::Edge& out, FusionPlan& plan) {
    Intermediate found;
    found.outEdge = &out;
    found.access = q.index().node(out.dst);
    if (auto refusal = findProducer(q, found))
        return refusal;
    if (auto refusal = findConsumers(q, found))
        return refusal;
    if (auto refusal = checkTemporary(q, found))
        return refusal;
    plan.intermediates.push_back(std::move(found));
    return std::nullopt;
}

} // namespace

MaybeRefusal findIntermediates(FusionQuestion& q, FusionPlan& plan) {
    std::set<NodeId> targets;
    std::vector<const ir::Edge*> candidates;
    for (const ir::Edge* out : q.index().outEdges(q.maps.firstExit->id)) {
        if (!targets.insert(out->dst).second)
            return refuse(7, "several-edges-to-one-node",
                          fmt::format("{} writes {} through several connectors.",
                                      quoted(q.maps.firstMap()), quoted(*q.index().node(out->dst))),
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

} // namespace mw::transforms

// Condition 6 of the vertical fusion: containers that both maps touch from outside.

#include "core/analysis/analysis.h"
#include "transforms/map_fusion_vertical/plan.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mw::transforms {

namespace {

struct OuterData {
    AccessEdges read1, written1, read2, written2;

    bool writes(const std::string& data) const {
        return written1.contains(data) || written2.contains(data);
    }
};

/// The same container at one side of one map through two access nodes: only harmless for pure
/// inputs, whose nodes are interchangeable.
MaybeRefusal checkOneNodeEach(const FusionQuestion& q, const OuterData& outer) {
    const auto check = [&](const AccessEdges& side, bool reads,
                           const ir::Map& map) -> MaybeRefusal {
        for (const auto& [data, edges] : side) {
            const auto nodes = outerEnds(q.index(), edges);
            const bool pureInput =
                reads && !outer.writes(data) && std::ranges::all_of(nodes, [&](NodeId id) {
                    return q.index().inEdges(id).empty();
                });
            if (nodes.size() > 1 && !pureInput)
                return refuse(6, "several-nodes-of-data",
                              fmt::format("{} {} '{}' through several access nodes.", quoted(map),
                                          reads ? "reads" : "writes", data),
                              {nodes.begin(), nodes.end()});
        }
        return std::nullopt;
    };
    const auto& first = q.maps.firstMap();
    const auto& second = q.maps.secondMap();
    if (auto refusal = check(outer.read1, true, first))
        return refusal;
    if (auto refusal = check(outer.written1, false, first))
        return refusal;
    if (auto refusal = check(outer.read2, true, second))
        return refusal;
    return check(outer.written2, false, second);
}

/// All regions of one container that the two bodies touch, in terms of the first map's parameters;
/// they must be one and the same region in each iteration.
MaybeRefusal checkPointwise(FusionQuestion& q, const std::string& data,
                            const std::vector<const ir::Edge*>& first,
                            const std::vector<const ir::Edge*>& second, const std::string& code) {
    std::vector<symbolic::Subset> regions;
    std::vector<ElementId> elements;
    bool known = true;
    const auto collect = [&](const ir::Edge* outer, bool rename) {
        elements.push_back(outerEnd(q.index(), *outer));
        const bool reads = q.index().node(outer->dst)->isEntry();
        for (const ir::Edge* inner : analysis::innerEdges(q.index(), *outer)) {
            const auto region = reads ? analysis::sourceSubset(q.index(), *inner)
                                      : analysis::destinationSubset(q.index(), *inner);
            known = known && region.has_value();
            if (region)
                regions.push_back(rename ? q.inFirst(*region) : *region);
        }
    };
    for (const ir::Edge* edge : first)
        collect(edge, false);
    for (const ir::Edge* edge : second)
        collect(edge, true);
    const auto sentence = fmt::format(
        "'{}' is read and written by the fused maps, but not element by element.", data);
    if (!known)
        return refuse(6, code, sentence, elements);
    for (std::size_t i = 1; i < regions.size(); ++i)
        if (const Verdict verdict = q.relation.same(regions[0], regions[i]); !verdict.holds())
            return refuse(6, verdict, code, sentence, elements);
    if (regions.empty())
        return std::nullopt;
    if (const Verdict verdict = q.relation.disjointIterations(regions[0]); !verdict.holds())
        return refuse(6, verdict, "iterations-overlap",
                      fmt::format("Different iterations of the fused maps read and write the same "
                                  "elements of '{}'.",
                                  data),
                      elements);
    return std::nullopt;
}

/// A view of something that one of the maps writes under another name.
MaybeRefusal checkViews(const FusionQuestion& q, const OuterData& outer) {
    for (const auto* side : {&outer.read1, &outer.written1, &outer.read2, &outer.written2}) {
        const bool writes = side == &outer.written1 || side == &outer.written2;
        for (const auto& [data, edges] : *side) {
            const ir::Node& node = *q.index().node(outerEnd(q.index(), *edges.front()));
            if (!isView(q.sdfg(), node))
                continue;
            const std::string real = rootData(q.index(), q.sdfg(), node);
            const bool clash =
                real.empty() || outer.writes(real) ||
                (writes && (outer.read1.contains(real) || outer.read2.contains(real)));
            if (clash)
                return refuse(6, "view",
                              fmt::format("'{}' is a view of '{}', which the maps also use under "
                                          "its own name.",
                                          data, real),
                              {node.id});
        }
    }
    return std::nullopt;
}

MaybeRefusal checkExchanged(FusionQuestion& q, const OuterData& outer, const std::string& data) {
    const auto written = outerEnds(q.index(), outer.written1.at(data));
    const auto read = outerEnds(q.index(), outer.read2.at(data));
    if (written != read)
        return refuse(6, "exchange-through-different-nodes",
                      fmt::format("{} writes '{}' to one access node and {} reads it from another.",
                                  quoted(q.maps.firstMap()), data, quoted(q.maps.secondMap())),
                      {written.front(), read.front()});
    if (const auto again = outer.read1.find(data); again != outer.read1.end()) {
        auto all = again->second;
        std::ranges::copy(outer.written1.at(data), std::back_inserter(all));
        return checkPointwise(q, data, all, {}, "exchange-not-pointwise");
    }
    return std::nullopt;
}

MaybeRefusal checkInOut(FusionQuestion& q, const OuterData& outer, const std::string& data) {
    const auto& reads = outer.read1.at(data);
    const auto& writes = outer.written2.at(data);
    const NodeId node = outerEnd(q.index(), *reads.front());
    if (isView(q.sdfg(), *q.index().node(node)))
        return refuse(6, "view", fmt::format("'{}' is input and output and a view.", data), {node});
    return checkPointwise(q, data, reads, writes, "in-out-not-pointwise");
}

/// Two arguments that may be one and the same memory count as one container.
MaybeRefusal checkAliases(const FusionQuestion& q, const OuterData& outer) {
    if (twinsIn(q.maps.at).empty())
        return std::nullopt;
    // A view is what it looks at; where that is not known, checkViews has refused.
    const auto real = [&](const std::string& data, const auto& edges) {
        const ir::Node& node = *q.index().node(outerEnd(q.index(), *edges.front()));
        return isView(q.sdfg(), node) ? rootData(q.index(), q.sdfg(), node) : data;
    };
    const auto clash = [&](const AccessEdges& one, const AccessEdges& other) -> MaybeRefusal {
        for (const auto& [a, edgesOfA] : one)
            for (const auto& [b, edgesOfB] : other)
                if (mayBeOne(q.maps.at, real(a, edgesOfA), real(b, edgesOfB)))
                    return refuse(6, "may-alias",
                                  fmt::format("'{}' and '{}' may be the same memory.", a, b),
                                  {outerEnd(q.index(), *edgesOfA.front()),
                                   outerEnd(q.index(), *edgesOfB.front())});
        return std::nullopt;
    };
    if (auto refusal = clash(outer.written1, outer.read2))
        return refusal;
    if (auto refusal = clash(outer.written1, outer.written2))
        return refusal;
    return clash(outer.read1, outer.written2);
}

} // namespace

MaybeRefusal checkOuterData(FusionQuestion& q) {
    const OuterData outer{
        accessEdges(q.index(), *q.maps.firstEntry), accessEdges(q.index(), *q.maps.firstExit),
        accessEdges(q.index(), *q.maps.secondEntry), accessEdges(q.index(), *q.maps.secondExit)};
    if (auto refusal = checkOneNodeEach(q, outer))
        return refusal;
    if (auto refusal = checkViews(q, outer))
        return refusal;
    if (auto refusal = checkAliases(q, outer))
        return refusal;
    for (const auto& [data, edges] : outer.written1)
        if (const auto other = outer.written2.find(data); other != outer.written2.end())
            return refuse(
                6, "both-write",
                fmt::format("Both {} and {} write '{}'.", quoted(q.maps.firstMap()),
                            quoted(q.maps.secondMap()), data),
                {outerEnd(q.index(), *edges.front()), outerEnd(q.index(), *other->second.front())});
    for (const auto& [data, edges] : outer.written1)
        if (outer.read2.contains(data))
            if (auto refusal = checkExchanged(q, outer, data))
                return refusal;
    for (const auto& [data, edges] : outer.read1)
        if (outer.written2.contains(data))
            if (auto refusal = checkInOut(q, outer, data))
                return refusal;
    return std::nullopt;
}

} // namespace mw::transforms

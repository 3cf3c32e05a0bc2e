#include "core/analysis/analysis.h"
#include "transforms/map_fusion_conditions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using AccessEdges = std::map<std::string, std::vector<const ir::Edge*>>;

/// Edges between a scope node and the access nodes outside, by container.
AccessEdges accessEdges(const ir::StateIndex& index, const ir::Node& scopeNode) {
    AccessEdges found;
    const bool entry = scopeNode.isEntry();
    for (const ir::Edge* edge :
         entry ? index.inEdges(scopeNode.id) : index.outEdges(scopeNode.id)) {
        const ir::Node* other = index.node(entry ? edge->src : edge->dst);
        const auto* access = other ? other->as<ir::AccessNode>() : nullptr;
        if (access && !edge->memlet.empty())
            found[access->data].push_back(edge);
    }
    return found;
}

NodeId outerEnd(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* src = index.node(edge.src);
    return src && src->as<ir::AccessNode>() ? edge.src : edge.dst;
}

std::vector<NodeId> nodesOf(const ir::StateIndex& index,
                            const std::vector<const ir::Edge*>& edges) {
    std::vector<NodeId> nodes;
    for (const ir::Edge* edge : edges)
        if (const NodeId id = outerEnd(index, *edge); std::ranges::find(nodes, id) == nodes.end())
            nodes.push_back(id);
    return nodes;
}

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
            const auto nodes = nodesOf(q.index, edges);
            const bool pureInput =
                reads && !outer.writes(data) &&
                std::ranges::all_of(nodes, [&](NodeId id) { return q.index.inEdges(id).empty(); });
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
        elements.push_back(outerEnd(q.index, *outer));
        const bool reads = q.index.node(outer->dst)->isEntry();
        for (const ir::Edge* inner : analysis::innerEdges(q.index, *outer)) {
            const auto region = reads ? analysis::sourceSubset(q.index, *inner)
                                      : analysis::destinationSubset(q.index, *inner);
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
    return std::nullopt;
}

/// The container that a view stands for; empty when that is not clear, the view's own name never.
std::string viewed(const ir::StateIndex& index, const ir::Node& view) {
    for (const ir::Edge* edge : index.inEdges(view.id))
        if (const auto* source = index.node(edge->src)->as<ir::AccessNode>())
            return source->data;
    for (const ir::Edge* edge : index.outEdges(view.id))
        if (const auto* target = index.node(edge->dst)->as<ir::AccessNode>())
            return target->data;
    return {};
}

/// A view of something that one of the maps writes under another name.
MaybeRefusal checkViews(const FusionQuestion& q, const OuterData& outer) {
    for (const auto* side : {&outer.read1, &outer.written1, &outer.read2, &outer.written2}) {
        const bool writes = side == &outer.written1 || side == &outer.written2;
        for (const auto& [data, edges] : *side) {
            const ir::Node& node = *q.index.node(outerEnd(q.index, *edges.front()));
            if (!isView(*q.maps.sdfg, node))
                continue;
            const std::string real = viewed(q.index, node);
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
    const auto written = nodesOf(q.index, outer.written1.at(data));
    const auto read = nodesOf(q.index, outer.read2.at(data));
    if (written != read)
        return refuse(6, "exchange-through-different-nodes",
                      fmt::format("{} writes '{}' to one access node and {} reads it from another.",
                                  quoted(q.maps.firstMap()), data, quoted(q.maps.secondMap())),
                      {written.front(), read.front()});
    if (isView(*q.maps.sdfg, *q.index.node(written.front())))
        return refuse(6, "view", fmt::format("'{}' between the maps is a view.", data),
                      {written.front()});
    if (outer.written2.contains(data) && outer.read1.contains(data))
        return refuse(6, "in-out-and-exchange",
                      fmt::format("'{}' is exchanged between the maps and also their input and "
                                  "output.",
                                  data),
                      {written.front()});
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
    const NodeId node = outerEnd(q.index, *reads.front());
    if (isView(*q.maps.sdfg, *q.index.node(node)))
        return refuse(6, "view", fmt::format("'{}' is input and output and a view.", data), {node});
    return checkPointwise(q, data, reads, writes, "in-out-not-pointwise");
}

} // namespace

MaybeRefusal checkOuterData(FusionQuestion& q) {
    const OuterData outer{
        accessEdges(q.index, *q.maps.firstEntry), accessEdges(q.index, *q.maps.firstExit),
        accessEdges(q.index, *q.maps.secondEntry), accessEdges(q.index, *q.maps.secondExit)};
    if (auto refusal = checkOneNodeEach(q, outer))
        return refusal;
    if (auto refusal = checkViews(q, outer))
        return refusal;
    for (const auto& [data, edges] : outer.written1)
        if (const auto other = outer.written2.find(data); other != outer.written2.end())
            return refuse(
                6, "both-write",
                fmt::format("Both {} and {} write '{}'.", quoted(q.maps.firstMap()),
                            quoted(q.maps.secondMap()), data),
                {outerEnd(q.index, *edges.front()), outerEnd(q.index, *other->second.front())});
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

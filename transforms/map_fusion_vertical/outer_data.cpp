#include "core/analysis/analysis.h"
#include "transforms/map_fusion_vertical/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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
            const ir::Node& node = *q.index.node(outerEnd(q.index, *edges.front()));
            if (!isView(q.maps.sdfg(), node))
                continue;
            const std::string real = rootData(q.index, q.maps.sdfg(), node);
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
    if (isView(q.maps.sdfg(), *q.index.node(written.front())))
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
    if (isView(q.maps.sdfg(), *q.index.node(node)))
        return refuse(6, "view", fmt::format("'{}' is input and output and a view.", data), {node});
    return checkPointwise(q, data, reads, writes, "in-out-not-pointwise");
}

/// Two arguments that may be one and the same memory count as one container.
MaybeRefusal checkAliases(const FusionQuestion& q, const OuterData& outer) {
    const auto mayAlias = [&](const std::string& data) {
        const auto* container = q.maps.sdfg().data(analysis::containerOf(data));
        return container && container->mayAlias;
    };
    const auto clash = [&](const AccessEdges& one, const AccessEdges& other) -> MaybeRefusal {
        for (const auto& [a, edgesOfA] : one)
            for (const auto& [b, edgesOfB] : other)
                if (a != b && mayAlias(a) && mayAlias(b))
                    return refuse(6, "may-alias",
                                  fmt::format("'{}' and '{}' may be the same memory.", a, b),
                                  {outerEnd(q.index, *edgesOfA.front()),
                                   outerEnd(q.index, *edgesOfB.front())});
        return std::nullopt;
    };
    if (auto refusal = clash(outer.written1, outer.read2))
        return refusal;
    if (auto refusal = clash(outer.written1, outer.written2))
        return refusal;
    return clash(outer.read1, outer.written2);
}

/// What one map does to the containers outside of it: the regions by container. Views count as what
/// they look at, of which the region is then not known.
using Regions = std::map<std::string, std::vector<std::optional<symbolic::Subset>>>;
struct Touched {
    Regions read, written;
};

std::optional<symbolic::Subset> regionOf(const FusionQuestion& q, const ir::Edge& edge,
                                         const ir::Node& access, bool reads) {
    if (isView(q.maps.sdfg(), access))
        return std::nullopt;
    if (const auto outer = analysis::outerMemlet(q.index, q.maps.sdfg(), edge))
        return outer->subset;
    return reads ? analysis::sourceSubset(q.index, edge)
                 : analysis::destinationSubset(q.index, edge);
}

Touched touchedBy(const FusionQuestion& q, const ir::Node& entry, const ir::Node& exit) {
    Touched touched;
    for (const bool reads : {true, false})
        for (const auto& [data, edges] : accessEdges(q.index, reads ? entry : exit))
            for (const ir::Edge* edge : edges) {
                const ir::Node& access = *q.index.node(outerEnd(q.index, *edge));
                (reads ? touched.read : touched.written)[rootData(q.index, q.maps.sdfg(), access)]
                    .push_back(regionOf(q, *edge, access, reads));
            }
    return touched;
}

/// Whether a map touches the container, or one that is not known and may be it.
bool concerns(const Regions& regions, const std::string& data) {
    return !regions.empty() && (data.empty() || regions.contains(data) || regions.contains(""));
}

/// The region may share an element with one that a map touches.
bool mayMeet(FusionQuestion& q, const Regions& regions, const std::string& data,
             const std::optional<symbolic::Subset>& region) {
    for (const auto& [name, touched] : regions) {
        if (name != data && !name.empty() && !data.empty())
            continue;
        for (const auto& one : touched)
            if (!one || !region || !q.relation.disjoint(*one, *region))
                return true;
    }
    return false;
}

} // namespace

std::string rootData(const ir::StateIndex& index, const ir::Sdfg& sdfg, const ir::Node& access) {
    const ir::Node* at = &access;
    for (std::size_t steps = index.state().nodes.size(); at && steps > 0; --steps) {
        if (!isView(sdfg, *at))
            return at->as<ir::AccessNode>()->data;
        const ir::Edge* viewing = analysis::viewingEdge(index, *at).edge;
        if (!viewing)
            return {};
        const auto path = analysis::memletPath(index, *viewing);
        at = index.node(viewing->dst == at->id ? path.front()->src : path.back()->dst);
        if (!at || !at->as<ir::AccessNode>())
            return {};
    }
    return {};
}

namespace {

/// One of the two maps, and whether something else in the state conflicts with it.
struct Side {
    const ir::Node& entry;
    const ir::Node& exit;
    Touched touched;

    bool concerns(const std::string& data, bool writes) const {
        return transforms::concerns(touched.written, data) ||
               (writes && transforms::concerns(touched.read, data));
    }
    bool conflicts(FusionQuestion& q, const ir::Edge& edge, const ir::Node& access,
                   const std::string& data, bool writes) const {
        const NodeId user = writes ? edge.src : edge.dst;
        if (!concerns(data, writes) || analysis::reaches(q.index, user, entry.id) ||
            analysis::reaches(q.index, exit.id, user))
            return false;
        const auto region = regionOf(q, edge, access, !writes);
        return mayMeet(q, touched.written, data, region) ||
               (writes && mayMeet(q, touched.read, data, region));
    }
};

} // namespace

/// Maps that become one also move to one place in the order of the state. What touches the same
/// containers elsewhere in the state must have its place by the dataflow: an order that only the
/// file's order of nodes decides could turn round.
MaybeRefusal checkUnorderedAccesses(FusionQuestion& q) {
    const ir::StateIndex& index = q.index;
    const Side first{*q.maps.firstEntry, *q.maps.firstExit,
                     touchedBy(q, *q.maps.firstEntry, *q.maps.firstExit)};
    const Side second{*q.maps.secondEntry, *q.maps.secondExit,
                      touchedBy(q, *q.maps.secondEntry, *q.maps.secondExit)};
    const std::set<NodeId> ours{first.entry.id, first.exit.id, second.entry.id, second.exit.id};
    for (const auto& node : index.state().nodes) {
        if (!node->as<ir::AccessNode>() || index.scope(node->id) != index.scope(first.entry.id))
            continue;
        const std::string data = rootData(index, q.maps.sdfg(), *node);
        for (const bool writes : {false, true}) {
            if (!first.concerns(data, writes) && !second.concerns(data, writes))
                continue;
            for (const ir::Edge* edge :
                 writes ? index.inEdges(node->id) : index.outEdges(node->id)) {
                const NodeId user = writes ? edge->src : edge->dst;
                if (edge->memlet.empty() || ours.contains(user) ||
                    !(first.conflicts(q, *edge, *node, data, writes) ||
                      second.conflicts(q, *edge, *node, data, writes)))
                    continue;
                return refuse(6, "unordered-access",
                              fmt::format("'{}' is also {} by {}, which the dataflow puts neither "
                                          "before nor after the maps.",
                                          data, writes ? "written" : "read",
                                          quoted(*index.node(user))),
                              {node->id, user});
            }
        }
    }
    return std::nullopt;
}

MaybeRefusal checkOuterData(FusionQuestion& q) {
    const OuterData outer{
        accessEdges(q.index, *q.maps.firstEntry), accessEdges(q.index, *q.maps.firstExit),
        accessEdges(q.index, *q.maps.secondEntry), accessEdges(q.index, *q.maps.secondExit)};
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

// Edges: both ends exist, and their memlets name data that is there.
#include "core/ir/predicates.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

namespace mw::validate {

namespace {

const ir::AccessNode* accessOf(const ir::Node* node) {
    return node ? node->as<ir::AccessNode>() : nullptr;
}

bool isStructure(const StateContext& c, const ir::AccessNode* access) {
    const auto* data = access ? c.in.sdfg.data(analysis::containerOf(access->data)) : nullptr;
    return data && (data->kind == ir::DataKind::structure || !data->members.empty());
}

/// The memlet names the data of the node, or a member of it, or the connector at that end.
bool names(const StateContext& c, const ir::AccessNode* access, const std::string& connector,
           const std::string& data) {
    return access && (access->data == data || connector == data || isStructure(c, access));
}

/// The two ends of an edge's memlet path.
struct Path {
    const ir::Edge& first;
    const ir::Edge& last;
    const ir::Node* source; ///< null: not there
    const ir::Node* target;
};

Path pathOf(const StateContext& c, const ir::Edge& edge) {
    const ir::Edge &first = c.ends.first(edge), &last = c.ends.last(edge);
    return {first, last, c.index.node(first.src), c.index.node(last.dst)};
}

/// 20: the memlet names the container at one end of its path.
void checkData(const StateContext& c, const ir::Edge& edge, const Path& path, Findings& findings) {
    const auto& [first, last, begin, end] = path;
    if (!begin || !end)
        return; // what leads nowhere is said at the end of the path
    const auto* source = accessOf(begin);
    const auto* target = accessOf(end);
    if ((source || target) && !names(c, source, first.srcConnector, edge.memlet.data) &&
        !names(c, target, last.dstConnector, edge.memlet.data))
        findings.error("memlet-of-other-data",
                       fmt::format("The memlet names '{}', but the edge leads from {} to {}: name "
                                   "the container at one of its ends.",
                                   edge.memlet.data, called(c, *c.index.node(first.src)),
                                   called(c, *c.index.node(last.dst))),
                       {edge.id});
}

/// 20: a nested SDFG works on containers.
void checkNestedEnd(const StateContext& c, const ir::Edge& edge, const Path& path,
                    Findings& findings) {
    const ir::Node *source = path.source, *target = path.target;
    if (!source || !target)
        return;
    const bool bad = (source->as<ir::NestedSdfg>() && !target->as<ir::AccessNode>()) ||
                     (target->as<ir::NestedSdfg>() && !source->as<ir::AccessNode>());
    // Once per path, at the edge of the nested SDFG itself.
    if (bad && (source->id == edge.src || target->id == edge.dst))
        findings.error("nested-without-container",
                       fmt::format("Data flows between {} and {} without a container: a nested "
                                   "SDFG reads and writes access nodes only.",
                                   called(c, *source), called(c, *target)),
                       {edge.id});
}

/// One element, and the code gets its value instead of a pointer.
bool isValue(const StateContext& c, const ir::Edge& edge) {
    const auto isPointer = [](const ir::Node* node, const std::string& connector, bool input) {
        const auto& connectors = input ? node->in : node->out;
        const auto found = connectors.find(connector);
        return found != connectors.end() && found->second.scalar == ir::ScalarType::other;
    };
    const auto [first, last, source, target] = pathOf(c, edge);
    if (!source || !target || isPointer(source, first.srcConnector, false) ||
        isPointer(target, last.dstConnector, true))
        return false;
    const bool unbounded = edge.memlet.dynamic && edge.memlet.volume.isInteger(0);
    return !unbounded && edge.memlet.subset && edge.memlet.subset->volume().isInteger(1);
}

/// 21: host code cannot take values from device memory.
void checkHostAccess(const StateContext& c, const ir::Edge& edge, const ir::DataDescriptor& data,
                     Findings& findings) {
    if (!ir::isDeviceStorage(data.storage))
        return;
    const ir::Node& src = *c.index.node(edge.src);
    const ir::Node& dst = *c.index.node(edge.dst);
    if (!(src.as<ir::Tasklet>() || dst.as<ir::Tasklet>() || dst.as<ir::MapEntry>()) ||
        !isValue(c, edge))
        return;
    // The scopes that the path goes through count, and those around it.
    Surroundings around = surroundings(c, c.index.scope(edge.dst));
    for (const ir::Edge* at = &c.ends.first(edge); at; at = c.ends.after(*at))
        for (const NodeId id : {at->src, at->dst}) {
            const ir::Node* node = c.index.node(id);
            const ir::Node* entry =
                node && node->isExit() ? c.index.node(ir::entryOf(*node)) : node;
            if (entry && entry->isEntry())
                around.enter(*entry);
        }
    if (!around.onDevice && !around.scheduleOpen)
        findings.error("host-reads-device",
                       fmt::format("'{}' is stored in {}, but used as a value between {} and {} on "
                                   "the host: copy it to a host container, or do this in a GPU "
                                   "map.",
                                   edge.memlet.data, ir::name(data.storage), called(c, src),
                                   called(c, dst)),
                       {edge.id});
}

/// The scope that an edge runs in, seen from its source and from its destination.
NodeId scopeAfter(const StateContext& c, const ir::Node& src) {
    if (src.isEntry())
        return src.id;
    return src.isExit() ? c.index.scope(ir::entryOf(src)) : c.index.scope(src.id);
}
NodeId scopeBefore(const StateContext& c, const ir::Node& dst) {
    return dst.isExit() ? ir::entryOf(dst) : c.index.scope(dst.id);
}

/// 22: an ordering edge at a connector that wants data.
void checkEmpty(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    const ir::Node& src = *c.index.node(edge.src);
    const ir::Node& dst = *c.index.node(edge.dst);
    const bool between = src.isCode() && dst.isCode();
    const bool carries = (src.as<ir::Tasklet>() && !edge.srcConnector.empty()) ||
                         (dst.as<ir::Tasklet>() && !edge.dstConnector.empty());
    if (carries && !between)
        findings.error("empty-memlet",
                       fmt::format("An edge between {} and {} carries no data, but has a "
                                   "connector: give it a memlet or take it off the connector.",
                                   called(c, src), called(c, dst)),
                       {edge.id});
}

void checkEdge(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    const ir::Node* src = c.index.node(edge.src);
    const ir::Node* dst = c.index.node(edge.dst);
    if (!src || !dst) {
        findings.error("edge-to-missing-node",
                       fmt::format("An edge {} leads to a node that is not there.", where(c)),
                       {edge.id});
        return;
    }
    if (!c.index.hasCycle() && scopeAfter(c, *src) != scopeBefore(c, *dst))
        findings.error("edge-across-scopes", // 23
                       fmt::format("An edge leads from {} to {}, which is in another scope: lead "
                                   "it through the entry or exit.",
                                   called(c, *src), called(c, *dst)),
                       {edge.id});
    if (edge.memlet.empty())
        return checkEmpty(c, edge, findings);
    const auto* data = c.in.sdfg.data(analysis::containerOf(edge.memlet.data));
    if (!data) {
        findings.error("memlet-of-missing-container", // 19
                       fmt::format("A memlet {} names '{}', which is no container: name another.",
                                   where(c), edge.memlet.data),
                       {edge.id});
        return;
    }
    const Path path = pathOf(c, edge);
    checkNestedEnd(c, edge, path, findings);
    checkData(c, edge, path, findings);
    checkHostAccess(c, edge, *data, findings);
    checkRegions(c, edge, findings);
}

} // namespace

void checkEdges(const StateContext& c, Findings& findings) {
    for (const ir::Edge* edge : c.edges)
        checkEdge(c, *edge, findings);
}

} // namespace mw::validate

#include "core/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;

std::string called(const StateContext& c, const ir::Node& node) {
    return fmt::format("the {} '{}' in state '{}' of {}", ir::kindName(node), ir::displayName(node),
                       c.block.label, c.in.sdfg.name);
}

/// 18: edges and connectors of one side of one node.
void checkSide(const StateContext& c, const ir::Node& node, bool input, Findings& findings) {
    std::map<std::string, int, std::less<>> uses;
    const auto& connectors = input ? node.in : node.out;
    for (const ir::Edge* edge : input ? c.index.inEdges(node.id) : c.index.outEdges(node.id)) {
        const auto& name = input ? edge->dstConnector : edge->srcConnector;
        if (name.empty())
            continue;
        ++uses[name];
        // Access nodes have connectors for views only, and old files do not list these.
        if (!connectors.contains(name) && !node.as<ir::AccessNode>() && !node.as<ir::UnknownNode>())
            findings.error("edge-to-missing-connector",
                           fmt::format("An edge uses the connector '{}', which {} does not have.",
                                       name, called(c, node)),
                           {edge->id, node.id});
    }
    for (const auto& [name, type] : connectors) {
        const auto count = uses.contains(name) ? uses.at(name) : 0;
        if (count == 0)
            findings.error(
                "dangling-connector",
                fmt::format("The connector '{}' of {} has no edge.", name, called(c, node)),
                {node.id});
        const bool single = input ? !node.isExit() : node.isExit() || node.isCode();
        if (count > 1 && single)
            findings.error(
                "connector-with-several-edges",
                fmt::format("The connector '{}' of {} has {} edges.", name, called(c, node), count),
                {node.id});
    }
}

/// 13: IN_x and OUT_x of scope nodes come in pairs.
void checkPairs(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto check = [&](const ir::Connectors& from, const ir::Connectors& to,
                           std::string_view prefix, std::string_view partner) {
        for (const auto& [name, type] : from)
            if (name.starts_with(prefix) &&
                !to.contains(std::string(partner) + name.substr(prefix.size())))
                findings.error("unpaired-connector",
                               fmt::format("The connector '{}' of {} has no partner on the other "
                                           "side.",
                                           name, called(c, node)),
                               {node.id});
    };
    check(node.in, node.out, "IN_", "OUT_");
    check(node.out, node.in, "OUT_", "IN_");
}

/// 17: names of connectors. Files of the old generation may break this rule.
void checkNames(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto severity = c.in.oldGeneration ? Severity::warning : Severity::error;
    const bool exempt = node.as<ir::NestedSdfg>() || node.as<ir::LibraryNode>();
    for (const auto& [name, type] : node.in)
        if (node.out.contains(name) && !exempt)
            findings.add(severity, "connector-both-ways",
                         fmt::format("'{}' is an input and an output connector of {}.", name,
                                     called(c, node)),
                         {node.id});
    if (node.isEntry() || node.as<ir::NestedSdfg>())
        return;
    const auto& sdfg = c.in.sdfg;
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors)
            if (sdfg.symbols.contains(name) || sdfg.constants.contains(name) ||
                sdfg.arrays.contains(name))
                findings.add(severity, "connector-name-taken",
                             fmt::format("The connector '{}' of {} is also a symbol, constant or "
                                         "container.",
                                         name, called(c, node)),
                             {node.id});
}

/// 20: the memlet names the container at one end of its path.
void checkData(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    const auto path = memletPath(c.index, edge);
    const auto* source = c.index.node(path.front()->src)->as<ir::AccessNode>();
    const auto* target = c.index.node(path.back()->dst)->as<ir::AccessNode>();
    const auto names = [&](const ir::AccessNode* access) {
        if (!access)
            return false;
        const auto* data = c.in.sdfg.data(containerOf(access->data));
        return access->data == edge.memlet.data || (data && data->kind == ir::DataKind::structure);
    };
    if ((source || target) && !names(source) && !names(target))
        findings.error("memlet-of-other-data",
                       fmt::format("The memlet names '{}', but the edge leads from {} to {}.",
                                   edge.memlet.data, called(c, *c.index.node(edge.src)),
                                   called(c, *c.index.node(edge.dst))),
                       {edge.id});
}

/// 23: rank and bounds, as far as they are plain to see.
void checkRegion(const StateContext& c, const ir::Edge& edge, const symbolic::Subset& subset,
                 const ir::DataDescriptor& data, const std::string& name, Findings& findings) {
    const bool sized = data.kind == ir::DataKind::array || data.kind == ir::DataKind::scalar;
    if (!sized || data.shape.empty())
        return;
    if (subset.rank() != data.rank()) {
        findings.error("subset-rank",
                       fmt::format("The region [{}] of '{}' in state '{}' has {} dimensions, the "
                                   "container {}.",
                                   symbolic::print(subset), name, c.block.label, subset.rank(),
                                   data.rank()),
                       {edge.id});
        return;
    }
    if (edge.memlet.allowOutOfBounds || edge.memlet.dynamic)
        return;
    for (std::size_t d = 0; d < subset.rank(); ++d) {
        const Expr offset = d < data.offset.size() ? data.offset[d] : Expr(0);
        const auto low = (subset.dims[d].begin + offset).asInteger();
        const auto beyond = (subset.dims[d].end + offset - data.shape[d]).asInteger();
        if ((low && *low < 0) || (beyond && *beyond >= 0))
            findings.error("out-of-bounds",
                           fmt::format("The region [{}] reaches outside of '{}' with shape [{}] in "
                                       "dimension {}.",
                                       symbolic::print(subset), name,
                                       symbolic::print(data.shape[d]), d),
                           {edge.id});
    }
}

/// 23: both ends of a copy have as many elements.
void checkCopy(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    const auto& memlet = edge.memlet;
    if (!memlet.subset || !memlet.otherSubset || memlet.allowOutOfBounds)
        return;
    const auto difference =
        symbolic::expand(memlet.subset->volume() - memlet.otherSubset->volume());
    if (difference.isInteger() && difference.value() != 0)
        findings.error(
            "copy-size",
            fmt::format("A copy of '{}' in state '{}' moves [{}] to [{}]: the numbers of "
                        "elements differ.",
                        memlet.data, c.block.label, symbolic::print(*memlet.subset),
                        symbolic::print(*memlet.otherSubset)),
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

void checkEdge(const StateContext& c, const ir::Edge& edge, Findings& findings) {
    const ir::Node* src = c.index.node(edge.src);
    const ir::Node* dst = c.index.node(edge.dst);
    if (!src || !dst) {
        findings.error("edge-to-missing-node",
                       fmt::format("An edge in state '{}' of {} leads to a node that is not there.",
                                   c.block.label, c.in.sdfg.name),
                       {edge.id});
        return;
    }
    if (!c.index.hasCycle() && scopeAfter(c, *src) != scopeBefore(c, *dst))
        findings.error("edge-across-scopes",
                       fmt::format("An edge leads from {} to {}, which is in another scope.",
                                   called(c, *src), called(c, *dst)),
                       {edge.id});
    if (edge.memlet.empty()) {
        const bool between = src->isCode() && dst->isCode();
        const bool carries = (src->as<ir::Tasklet>() && !edge.srcConnector.empty()) ||
                             (dst->as<ir::Tasklet>() && !edge.dstConnector.empty());
        if (carries && !between)
            findings.error("empty-memlet", // 22
                           fmt::format("An edge between {} and {} carries no data, but has a "
                                       "connector.",
                                       called(c, *src), called(c, *dst)),
                           {edge.id});
        return;
    }
    const auto* data = c.in.sdfg.data(containerOf(edge.memlet.data));
    if (!data) {
        findings.error("memlet-of-missing-container", // 19
                       fmt::format("A memlet in state '{}' of {} names '{}', which is no "
                                   "container.",
                                   c.block.label, c.in.sdfg.name, edge.memlet.data),
                       {edge.id});
        return;
    }
    checkData(c, edge, findings);
    if (edge.memlet.subset)
        checkRegion(c, edge, *edge.memlet.subset, *data, edge.memlet.data, findings);
    if (src->as<ir::AccessNode>() && dst->as<ir::AccessNode>())
        checkCopy(c, edge, findings);
}

} // namespace

void checkConnectors(const StateContext& c, Findings& findings) {
    for (const auto& node : c.state.nodes) {
        checkSide(c, *node, true, findings);
        checkSide(c, *node, false, findings);
        if (node->isEntry() || node->isExit())
            checkPairs(c, *node, findings);
        checkNames(c, *node, findings);
    }
}

void checkEdges(const StateContext& c, Findings& findings) {
    for (const auto& edge : c.state.edges)
        checkEdge(c, *edge, findings);
}

} // namespace mw::analysis

#include "core/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

std::string where(const StateContext& c) {
    return fmt::format("in state '{}' of {}", c.block.label, c.in.sdfg.name);
}

/// 14, 15: an access node and its container.
void checkAccess(const StateContext& c, const ir::Node& node, const ir::AccessNode& access,
                 Findings& findings) {
    const auto* data = c.in.sdfg.data(containerOf(access.data));
    if (!data) {
        findings.error("no-such-container",
                       fmt::format("An access node {} names '{}', which is no container.", where(c),
                                   access.data),
                       {node.id});
        return;
    }
    if (!c.in.holder || data->transient)
        return;
    const bool in = c.in.holder->in.contains(access.data);
    const bool out = c.in.holder->out.contains(access.data);
    if (!in && !out)
        findings.error("missing-connector",
                       fmt::format("'{}' {} comes from outside, but the nested SDFG has no "
                                   "connector of that name.",
                                   access.data, where(c)),
                       {node.id, c.in.holder->id});
    else if (!out && !c.index.inEdges(node.id).empty() &&
             std::ranges::any_of(c.index.inEdges(node.id),
                                 [](const ir::Edge* e) { return !e->memlet.empty(); }))
        findings.error("write-to-input",
                       fmt::format("'{}' is written {}, but is only an input of the nested SDFG.",
                                   access.data, where(c)),
                       {node.id, c.in.holder->id});
}

/// 24: a map's own properties.
void checkMap(const StateContext& c, const ir::Node& node, const ir::Map& map, Findings& findings) {
    if (map.params.empty() || map.params.size() != map.range.rank())
        findings.error("map-parameters",
                       fmt::format("The map '{}' {} has {} parameters and {} ranges.", map.label,
                                   where(c), map.params.size(), map.range.rank()),
                       {node.id});
    for (const auto& range : map.range.dims) {
        const auto step = range.step.asInteger();
        if (step && *step <= 0)
            findings.error(
                "map-step",
                fmt::format("The map '{}' {} has the step {}.", map.label, where(c), *step),
                {node.id});
        const auto size = (range.end - range.begin + symbolic::Expr(1)).asInteger();
        if (size && *size <= 0)
            findings.warning("empty-map",
                             fmt::format("The map '{}' {} has no iteration.", map.label, where(c)),
                             {node.id});
    }
}

/// 13: entries and exits belong together.
void checkScopeNode(const StateContext& c, const ir::Node& node, Findings& findings) {
    const NodeId partner = node.isEntry() ? ir::exitOf(node) : ir::entryOf(node);
    const ir::Node* other = c.index.node(partner);
    const bool mutual =
        other && (node.isEntry() ? ir::entryOf(*other) : ir::exitOf(*other)) == node.id;
    if (!mutual)
        findings.error("unpaired-scope",
                       fmt::format("The {} '{}' {} has no partner.", ir::kindName(node),
                                   ir::displayName(node), where(c)),
                       {node.id});
}

/// 14 (warning): a temporary that nothing in the SDFG ever writes.
void checkNeverWritten(const StateContext& c, Findings& findings) {
    for (const auto& node : c.state.nodes) {
        const auto* access = node->as<ir::AccessNode>();
        const auto* data = access ? c.in.sdfg.data(access->data) : nullptr;
        if (!data || !data->transient || access->setZero || data->kind != ir::DataKind::array ||
            !c.index.inEdges(node->id).empty())
            continue;
        bool written = false;
        ir::forEachBlock(c.in.sdfg.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>(); state && !written)
                written = accessSets(*state).written.contains(access->data);
        });
        if (!written)
            findings.warning("never-written",
                             fmt::format("The temporary '{}' is read {} but never written.",
                                         access->data, where(c)),
                             {node->id});
    }
}

/// Canonical form, rule 8: one access node for each temporary in a state.
void checkCanonical(const StateContext& c, Findings& findings) {
    std::map<std::string, std::vector<ElementId>> nodes;
    for (const auto& node : c.state.nodes) {
        const auto* access = node->as<ir::AccessNode>();
        const auto* data = access ? c.in.sdfg.data(access->data) : nullptr;
        if (data && data->transient)
            nodes[access->data].push_back(node->id);
    }
    for (const auto& [data, ids] : nodes)
        if (ids.size() > 1)
            findings.hint("temporary-in-several-nodes",
                          fmt::format("The temporary '{}' has {} access nodes {}; the canonical "
                                      "form has one.",
                                      data, ids.size(), where(c)),
                          ids);
}

} // namespace

void checkNodes(const StateContext& c, Findings& findings) {
    if (c.index.hasCycle())
        findings.error("dataflow-cycle", fmt::format("The dataflow {} has a cycle.", where(c)),
                       {c.index.topological().back(), c.block.id});
    for (const auto& node : c.state.nodes) {
        if (const auto* access = node->as<ir::AccessNode>())
            checkAccess(c, *node, *access, findings);
        if (const auto* entry = node->as<ir::MapEntry>())
            checkMap(c, *node, entry->map, findings);
        if (node->isEntry() || node->isExit())
            checkScopeNode(c, *node, findings);
        const bool isolated =
            c.index.inEdges(node->id).empty() && c.index.outEdges(node->id).empty();
        if (isolated && !node->isCode() && !node->as<ir::UnknownNode>())
            findings.error("isolated-node",
                           fmt::format("The {} '{}' {} has no edges.", ir::kindName(*node),
                                       ir::displayName(*node), where(c)),
                           {node->id});
    }
    checkNeverWritten(c, findings);
    if (c.in.hints)
        checkCanonical(c, findings);
}

/// 26: the border of a nested SDFG.
void checkNested(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    const auto called = fmt::format("The nested SDFG '{}' {}", nested.label, where(c));
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors) {
            const auto* data = nested.sdfg->data(name);
            if (!data)
                findings.error("connector-without-container",
                               fmt::format("{} has a connector '{}' but no container of that name "
                                           "inside.",
                                           called, name),
                               {node.id});
            else if (data->transient)
                findings.error("connector-to-temporary",
                               fmt::format("{} has a connector '{}' that is a temporary inside.",
                                           called, name),
                               {node.id});
        }
    for (const auto& [name, data] : nested.sdfg->arrays)
        if (!data->transient && !node.in.contains(name) && !node.out.contains(name))
            findings.error("container-without-connector",
                           fmt::format("{} has no connector for '{}', which is no temporary "
                                       "inside.",
                                       called, name),
                           {node.id});
    for (const auto& symbol : usedSymbols(*nested.sdfg))
        if (!nested.symbolMapping.contains(symbol))
            findings.error("missing-symbol",
                           fmt::format("{} uses the symbol '{}' but is given no value for it.",
                                       called, symbol),
                           {node.id});
}

} // namespace mw::analysis

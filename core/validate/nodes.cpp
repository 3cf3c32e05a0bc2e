// Nodes by themselves: labels, maps, tasklets, scopes.
#include "core/ir/connectors.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

void checkLabel(const StateContext& c, const ir::Node& node, const std::string& label,
                Findings& findings) {
    if (!isValidName(label))
        findings.error("invalid-name",
                       fmt::format("The label of {} is no identifier: rename it.", called(c, node)),
                       {node.id}, "label");
}

/// 24: a map's own properties.
void checkMap(const StateContext& c, const ir::Node& node, const ir::Map& map, Findings& findings) {
    checkLabel(c, node, map.label, findings);
    if (map.params.empty() || map.params.size() != map.range.rank())
        findings.error("map-parameters",
                       fmt::format("{} has {} parameters and {} ranges: it needs one range for "
                                   "each of at least one parameter.",
                                   called(c, node), map.params.size(), map.range.rank()),
                       {node.id}, "params");
    for (const auto& param : map.params)
        if (!isValidName(param))
            findings.error("invalid-name",
                           fmt::format("The parameter '{}' of {} is no identifier: rename it.",
                                       param, called(c, node)),
                           {node.id}, "params");
    for (auto param = map.params.begin(); param != map.params.end(); ++param)
        if (std::find(map.params.begin(), param, *param) != param)
            findings.error("map-parameters",
                           fmt::format("{} has two parameters with the name '{}': rename one.",
                                       called(c, node), *param),
                           {node.id}, "params");
    bool empty = false;
    for (const auto& range : map.range.dims) {
        const auto step = range.step.asInteger();
        if (step && *step <= 0)
            findings.error("map-step",
                           fmt::format("{} has the step {}: a map needs a positive one.",
                                       called(c, node), *step),
                           {node.id}, "range");
        else
            empty = empty || (c.in.options.warnings && c.in.certainty.less(range.end, range.begin));
    }
    if (empty)
        findings.warning("empty-map",
                         fmt::format("{} has no iteration: its range [{}] is empty.",
                                     called(c, node), symbolic::print(map.range)),
                         {node.id}, "range");
}

/// 13: entries and exits belong together.
void checkScopeNode(const StateContext& c, const ir::Node& node, Findings& findings) {
    const NodeId partner = node.isEntry() ? ir::exitOf(node) : ir::entryOf(node);
    const ir::Node* other = c.index.node(partner);
    const bool mutual =
        other && (node.isEntry() ? ir::entryOf(*other) : ir::exitOf(*other)) == node.id;
    if (!mutual)
        findings.error("unpaired-scope",
                       fmt::format("{} has no {}: a scope needs both ends.", called(c, node),
                                   node.isEntry() ? "exit" : "entry"),
                       {node.id});
}

/// 16, 24: a consume scope.
void checkConsume(const StateContext& c, const ir::Node& node, const ir::ConsumeEntry& consume,
                  Findings& findings) {
    checkLabel(c, node, consume.label, findings);
    const std::string in = ir::passIn("stream"), out = ir::passOut("stream");
    if (!node.in.contains(in))
        findings.error(
            "consume-stream",
            fmt::format("{} has no connector {}: it consumes nothing.", called(c, node), in),
            {node.id}, connectorPlace(true, in));
    if (!node.out.contains(out))
        findings.error("consume-stream",
                       fmt::format("{} has no connector {}: the elements reach nothing inside.",
                                   called(c, node), out),
                       {node.id}, connectorPlace(false, out));
}

/// 25, 26: names of connectors that become names in code.
void checkConnectorNames(const StateContext& c, const ir::Node& node, Findings& findings) {
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors)
            if (!isValidName(name))
                findings.error("invalid-name",
                               fmt::format("The connector '{}' of {} is no identifier: rename it.",
                                           name, called(c, node)),
                               {node.id}, connectorPlace(connectors == &node.in, name));
}

void checkNode(const StateContext& c, const ir::Node& node, Findings& findings) {
    if (const auto* entry = node.as<ir::MapEntry>())
        checkMap(c, node, entry->map, findings);
    if (const auto* consume = node.as<ir::ConsumeEntry>())
        checkConsume(c, node, *consume, findings);
    if (node.isEntry() || node.isExit())
        checkScopeNode(c, node, findings);
    if (const auto* tasklet = node.as<ir::Tasklet>()) {
        checkLabel(c, node, tasklet->label, findings);
        checkConnectorNames(c, node, findings);
        checkTasklet(c, node, findings);
    }
    if (const auto* nested = node.as<ir::NestedSdfg>()) {
        checkLabel(c, node, nested->label, findings);
        checkConnectorNames(c, node, findings);
    }
    if (node.as<ir::LibraryNode>() || node.as<ir::UnknownNode>())
        checkLibraryNode(c, node, findings);
}

/// 12
void checkIsolated(const StateContext& c, const ir::Node& node, Findings& findings) {
    const bool isolated = c.index.inEdges(node.id).empty() && c.index.outEdges(node.id).empty();
    if (isolated && !node.isCode() && !node.as<ir::UnknownNode>())
        findings.error("isolated-node",
                       fmt::format("{} has no edges: connect it or remove it.", called(c, node)),
                       {node.id});
}

} // namespace

void checkNodes(const StateContext& c, Findings& findings) {
    if (c.index.hasCycle()) // 11
        findings.error(
            "dataflow-cycle",
            fmt::format("The dataflow {} has a cycle: a state must be acyclic.", where(c)),
            {c.index.topological().back(), c.block.id});
    for (const ir::Node* node : c.nodes) {
        checkNode(c, *node, findings);
        checkIsolated(c, *node, findings);
    }
}

} // namespace mw::validate

// Connectors: named once, paired at scopes, with an edge each.
#include "core/ir/connectors.h"

#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

/// One side of one node.
struct Side {
    const ir::Node& node;
    bool input;

    const ir::Connectors& connectors() const { return input ? node.in : node.out; }
    const std::string& nameAt(const ir::Edge& edge) const {
        return input ? edge.dstConnector : edge.srcConnector;
    }
    std::string place(const std::string& name) const { return connectorPlace(input, name); }
    /// At most one edge per connector: all inputs but those of exits; outputs of exits and code.
    bool single() const { return input ? !node.isExit() : node.isExit() || node.isCode(); }
};

/// 18: edges and connectors of one side of one node.
void checkSide(const StateContext& c, const Side& side, Findings& findings) {
    const ir::Node& node = side.node;
    const auto edges = side.input ? c.index.inEdges(node.id) : c.index.outEdges(node.id);
    std::vector<std::string_view> used;
    used.reserve(edges.size());
    for (const ir::Edge* edge : edges) {
        const auto& name = side.nameAt(*edge);
        if (name.empty())
            continue;
        used.push_back(name);
        // Access nodes have connectors for views only, and old files do not list these.
        if (!side.connectors().contains(name) && !node.as<ir::AccessNode>() &&
            !node.as<ir::UnknownNode>())
            findings.error("edge-to-missing-connector",
                           fmt::format("An edge uses the connector '{}', which {} does not have: "
                                       "add it.",
                                       name, called(c, node)),
                           {edge->id, node.id}, side.place(name));
    }
    std::ranges::sort(used);
    for (const auto& [name, type] : side.connectors()) {
        const auto [first, last] =
            std::equal_range(used.begin(), used.end(), std::string_view(name));
        const auto uses = last - first;
        if (uses == 0)
            findings.error("dangling-connector",
                           fmt::format("The connector '{}' of {} has no edge: connect it or remove "
                                       "it.",
                                       name, called(c, node)),
                           {node.id}, side.place(name));
        if (uses > 1 && side.single())
            findings.error("connector-with-several-edges",
                           fmt::format("The connector '{}' of {} has {} edges: it can have one.",
                                       name, called(c, node), uses),
                           {node.id}, side.place(name));
    }
}

/// 13: IN_x and OUT_x of scope nodes come in pairs.
void checkPairs(const StateContext& c, const Side& side, Findings& findings) {
    const auto& others = side.input ? side.node.out : side.node.in;
    for (const auto& [name, type] : side.connectors()) {
        const auto wanted = ir::partner(name, side.input);
        if (wanted && !others.contains(*wanted))
            findings.error("unpaired-connector",
                           fmt::format("The connector '{}' of {} has no partner '{}' on the other "
                                       "side.",
                                       name, called(c, side.node), *wanted),
                           {side.node.id}, side.place(name));
    }
}

/// 17: names of connectors. Files of the old generation may break this rule.
void checkNames(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto severity = c.in.oldGeneration ? Severity::warning : Severity::error;
    const bool exempt = node.as<ir::NestedSdfg>() || node.as<ir::LibraryNode>();
    for (const auto& [name, type] : node.in)
        if (node.out.contains(name) && !exempt)
            findings.add(severity, "connector-both-ways",
                         fmt::format("'{}' is an input and an output connector of {}: rename one.",
                                     name, called(c, node)),
                         {node.id}, connectorPlace(true, name));
    if (node.isEntry() || node.as<ir::NestedSdfg>())
        return;
    const auto& sdfg = c.in.sdfg;
    for (const bool input : {true, false}) {
        const Side side{node, input};
        for (const auto& [name, type] : side.connectors())
            if (c.in.facts.declares(name))
                findings.add(severity, "connector-name-taken",
                             fmt::format("The connector '{}' of {} is also a {} of {}: rename it.",
                                         name, called(c, node),
                                         sdfg.arrays.contains(name)    ? "container"
                                         : sdfg.symbols.contains(name) ? "symbol"
                                                                       : "constant",
                                         sdfg.name),
                             {node.id}, side.place(name));
    }
}

} // namespace

void checkConnectors(const StateContext& c, Findings& findings) {
    for (const ir::Node* node : c.nodes) {
        for (const bool input : {true, false}) {
            const Side side{*node, input};
            checkSide(c, side, findings);
            if (node->isEntry() || node->isExit())
                checkPairs(c, side, findings);
        }
        checkNames(c, *node, findings);
    }
}

} // namespace mw::validate

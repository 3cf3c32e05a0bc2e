// Nested SDFGs: connectors, symbol mappings, types at the border.
#include "core/analysis/unresolved_conflict.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

/// A nested SDFG and what is inside.
struct Nested {
    const StateContext& c;
    const ir::Node& node;
    const ir::NestedSdfg& nested;
    const ir::Sdfg& inner;
    Findings& findings;

    std::string text() const { return called(c, node); }
    bool hasConnector(const std::string& name) const {
        return node.in.contains(name) || node.out.contains(name);
    }
};

/// Connectors against the containers and symbols inside.
void checkConnectors(const Nested& n) {
    analysis::NameSet all;
    for (const auto* connectors : {&n.node.in, &n.node.out})
        for (const auto& [name, type] : *connectors)
            all.insert(name);
    for (const auto& name : all) {
        const std::string place = connectorPlace(n.node.in.contains(name), name);
        const auto* data = n.inner.data(name);
        if (n.inner.symbols.contains(name))
            n.findings.error("connector-is-symbol",
                             fmt::format("The connector '{}' of {} is a symbol inside: pass it "
                                         "through the symbol mapping.",
                                         name, n.text()),
                             {n.node.id}, place);
        else if (!data)
            n.findings.error("connector-without-container",
                             fmt::format("{} has a connector '{}', but no container of that name "
                                         "inside.",
                                         n.text(), name),
                             {n.node.id}, place);
        else if (data->transient)
            n.findings.error("connector-to-temporary",
                             fmt::format("{} has a connector '{}' that is a temporary inside: "
                                         "make it non-transient.",
                                         n.text(), name),
                             {n.node.id}, place);
    }
    for (const auto& [name, data] : n.inner.arrays)
        if (!data->transient && !n.hasConnector(name))
            n.findings.error("container-without-connector",
                             fmt::format("{} has no connector for '{}', which is no temporary "
                                         "inside.",
                                         n.text(), name),
                             {n.node.id}, "sdfg/_arrays/" + name);
}

/// The containers at the far ends of the edges of one connector.
analysis::NameSet boundTo(const Nested& n, const std::string& connector, bool input) {
    analysis::NameSet found;
    for (const ir::Edge* edge :
         input ? n.c.index.inEdges(n.node.id) : n.c.index.outEdges(n.node.id)) {
        if ((input ? edge->dstConnector : edge->srcConnector) != connector)
            continue;
        const ir::Node* end = input ? n.c.ends.source(*edge) : n.c.ends.target(*edge);
        if (const auto* access = end ? end->as<ir::AccessNode>() : nullptr)
            found.insert(access->data);
    }
    return found;
}

/// A connector on both sides is one container.
void checkInOut(const Nested& n) {
    for (const auto& [name, type] : n.node.in) {
        if (!n.node.out.contains(name))
            continue;
        const analysis::NameSet in = boundTo(n, name, true);
        const analysis::NameSet out = boundTo(n, name, false);
        if (!std::ranges::includes(out, in))
            n.findings.error("different-in-and-out",
                             fmt::format("The connector '{}' of {} reads '{}' and writes '{}': it "
                                         "must be one container.",
                                         name, n.text(), fmt::join(in, "', '"),
                                         fmt::join(out, "', '")),
                             {n.node.id}, connectorPlace(true, name));
    }
}

void checkMapping(const Nested& n) {
    const analysis::NameSet& used = n.c.in.shared.symbols.of(n.nested.sdfg);
    for (const auto& symbol : used)
        if (!n.nested.symbolMapping.contains(symbol) && !n.hasConnector(symbol))
            n.findings.error("missing-symbol",
                             fmt::format("{} uses the symbol '{}' but is given no value for it: "
                                         "add it to the symbol mapping.",
                                         n.text(), symbol),
                             {n.node.id}, "symbol_mapping/" + symbol);
    for (const auto& [symbol, value] : n.nested.symbolMapping)
        if (n.hasConnector(symbol))
            n.findings.warning("mapping-of-connector",
                               fmt::format("{} maps the symbol '{}', which is a connector: the "
                                           "mapping has no effect.",
                                           n.text(), symbol),
                               {n.node.id}, "symbol_mapping/" + symbol);
        else if (n.c.in.options.hints && !used.contains(symbol) &&
                 !n.inner.symbols.contains(symbol) &&
                 !n.c.in.shared.symbols.assignedIn(n.inner).contains(symbol))
            n.findings.hint("unused-mapping",
                            fmt::format("{} is given a value for '{}', which it does not use.",
                                        n.text(), symbol),
                            {n.node.id}, "symbol_mapping/" + symbol);
}

} // namespace

/// 26: the border of a nested SDFG.
void checkNested(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto& nested = *node.as<ir::NestedSdfg>();
    const Nested n{c, node, nested, *nested.sdfg, findings};
    checkConnectors(n);
    checkInOut(n);
    checkMapping(n);
    const ir::Edge* edge =
        c.in.options.warnings ? analysis::unresolvedConflict(c.index, node) : nullptr;
    if (edge)
        findings.warning(
            "unresolved-conflict",
            fmt::format("In {}, {}.", n.text(), analysis::unresolvedConflictText(*edge, node)),
            {edge->id});
}

} // namespace mw::validate

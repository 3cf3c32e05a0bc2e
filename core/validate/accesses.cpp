// Access nodes: containers that exist, views, references, borders of scopes.
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

bool carriesData(const ir::Edge* edge) {
    return !edge->memlet.empty();
}

/// 15: what a nested SDFG gets from outside.
void checkBorder(const StateContext& c, const ir::Node& node, const std::string& name,
                 Findings& findings) {
    const bool in = c.in.holder->in.contains(name);
    const bool out = c.in.holder->out.contains(name);
    if (!in && !out)
        findings.error("missing-connector",
                       fmt::format("'{}' {} comes from outside, but the nested SDFG has no "
                                   "connector of that name: add it or make it a temporary.",
                                   name, where(c)),
                       {node.id, c.in.holder->id});
    else if (!out && std::ranges::any_of(c.index.inEdges(node.id), carriesData))
        findings.error("write-to-input",
                       fmt::format("'{}' is written {}, but is only an input of the nested SDFG: "
                                   "add an output connector.",
                                   name, where(c)),
                       {node.id, c.in.holder->id});
}

/// 14: a view names one container that it shows.
void checkView(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto viewing = analysis::viewingEdge(c.index, node);
    if (!viewing.edge)
        findings.error("ambiguous-view",
                       fmt::format("Nothing says what {} is a view of: mark one edge to a "
                                   "container with the connector 'views'.",
                                   called(c, node)),
                       {node.id});
    else if (viewing.guessed)
        findings.warning("guessed-view",
                         fmt::format("{} could be a view of either side; the input is taken: mark "
                                     "the edge with the connector 'views'.",
                                     called(c, node)),
                         {node.id});
}

/// 14: an access node and its container.
void checkAccess(const StateContext& c, const ir::Node& node, const ir::AccessNode& access,
                 Findings& findings) {
    const std::string name(analysis::containerOf(access.data));
    const auto* data = c.in.sdfg.data(name);
    if (!data) {
        findings.error("no-such-container",
                       fmt::format("An access node {} names '{}', which is no container: add it "
                                   "or name another.",
                                   where(c), access.data),
                       {node.id});
        return;
    }
    if (data->kind == ir::DataKind::view)
        checkView(c, node, findings);
    if (c.in.holder && !data->transient)
        checkBorder(c, node, name, findings);
}

} // namespace

void checkAccesses(const StateContext& c, Findings& findings) {
    for (const ir::Node* node : c.nodes)
        if (const auto* access = node->as<ir::AccessNode>())
            checkAccess(c, *node, *access, findings);
}

} // namespace mw::validate

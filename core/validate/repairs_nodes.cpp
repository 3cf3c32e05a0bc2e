// Repairs of nodes and connectors.
#include "core/ir/connectors.h"
#include "core/validate/repairs.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

// Repairs of nodes and their connectors.

namespace {

const ir::DType kUntyped{ir::ScalarType::none, {}};

/// A connector that a finding names.
struct Connector {
    bool input = false;
    std::string name;

    const ir::Connectors& of(const ir::Node& node) const { return input ? node.in : node.out; }
    ir::Connectors& of(ir::Node& node) const { return input ? node.in : node.out; }
};

std::optional<Connector> connectorOf(const Case& c) {
    if (c.at.kind != ir::ElementKind::node && c.at.kind != ir::ElementKind::edge)
        return std::nullopt;
    if (const auto name = c.after("in_connectors/"); !name.empty())
        return Connector{true, name};
    if (const auto name = c.after("out_connectors/"); !name.empty())
        return Connector{false, name};
    return std::nullopt;
}

bool hasEdge(const ir::State& state, const ir::Node& node, const Connector& connector) {
    return std::ranges::any_of(state.edges, [&](const ir::EdgePtr& edge) {
        return connector.input ? edge->dst == node.id && edge->dstConnector == connector.name
                               : edge->src == node.id && edge->srcConnector == connector.name;
    });
}

/// `OUT_x` of `IN_x` and the reverse, for nodes where they come in pairs.
std::optional<Connector> partnerOf(const ir::Node& node, const Connector& connector) {
    const auto partner = ir::partner(connector.name, connector.input);
    if ((!node.isEntry() && !node.isExit()) || !partner)
        return std::nullopt;
    return Connector{!connector.input, *partner};
}

/// Nothing inside the node needs the connector.
bool isFree(const ir::Node& node, const Connector& connector) {
    if (const auto* tasklet = node.as<ir::Tasklet>()) {
        analysis::NameSet used;
        analysis::collectIdentifiers(tasklet->code.text, used);
        return !used.contains(connector.name);
    }
    if (const auto* nested = node.as<ir::NestedSdfg>()) {
        const auto* data = nested->sdfg ? nested->sdfg->data(connector.name) : nullptr;
        const Connector other{!connector.input, connector.name};
        return nested->sdfg && (!data || data->transient) && !other.of(node).contains(other.name);
    }
    return !node.as<ir::LibraryNode>() && !node.as<ir::ConsumeEntry>() &&
           !node.as<ir::UnknownNode>();
}

Repair removing(const Case& c, const std::vector<Connector>& connectors) {
    const BlockId state = c.state();
    const NodeId id = c.at.node->id;
    return {fmt::format("Remove the connector '{}'", connectors.front().name),
            [=](ir::Editor& editor) {
                ir::Node& node = editor.node(state, id);
                for (const auto& each : connectors)
                    each.of(node).erase(each.name);
            }};
}

} // namespace

/// A connector without edges, and its partner if that has none either.
std::optional<Repair> removeConnector(const Case& c) {
    const auto connector = connectorOf(c);
    if (!connector || !c.at.node || !connector->of(*c.at.node).contains(connector->name))
        return std::nullopt;
    const ir::Node& node = *c.at.node;
    const auto& state = *c.at.block->as<ir::State>();
    if (hasEdge(state, node, *connector) || !isFree(node, *connector))
        return std::nullopt;
    std::vector<Connector> gone{*connector};
    if (const auto partner = partnerOf(node, *connector);
        partner && partner->of(node).contains(partner->name)) {
        if (hasEdge(state, node, *partner))
            return std::nullopt;
        gone.push_back(*partner);
    }
    return removing(c, gone);
}

/// The connector that an edge already uses, where the inside of the node knows it.
std::optional<Repair> addConnector(const Case& c) {
    const auto connector = connectorOf(c);
    if (!connector || c.finding.location.elements.size() < 2)
        return std::nullopt;
    const auto* place = c.index.find(c.finding.location.elements[1]);
    const ir::Node* node = place ? place->node : nullptr;
    if (!node || connector->of(*node).contains(connector->name) ||
        !hasEdge(*place->block->as<ir::State>(), *node, *connector))
        return std::nullopt;
    const auto partner = partnerOf(*node, *connector);
    const auto* tasklet = node->as<ir::Tasklet>();
    analysis::NameSet used;
    if (tasklet)
        analysis::collectIdentifiers(tasklet->code.text, used);
    const auto* nested = node->as<ir::NestedSdfg>();
    const auto* data = nested && nested->sdfg ? nested->sdfg->data(connector->name) : nullptr;
    const bool known = (partner && partner->of(*node).contains(partner->name)) ||
                       used.contains(connector->name) || (data && !data->transient);
    const Connector other{!connector->input, connector->name};
    if (!known || (tasklet && other.of(*node).contains(connector->name)))
        return std::nullopt;
    return Repair{fmt::format("Add the connector '{}'", connector->name),
                  [=, state = BlockId{place->parent.value}, id = node->id](ir::Editor& editor) {
                      connector->of(editor.node(state, id))[connector->name] = kUntyped;
                  }};
}

/// The missing partner where an edge uses it; else the lone connector goes if it has no edge.
std::optional<Repair> pairConnector(const Case& c) {
    const auto connector = connectorOf(c);
    if (!connector || !c.at.node || !connector->of(*c.at.node).contains(connector->name))
        return std::nullopt;
    const ir::Node& node = *c.at.node;
    const auto& state = *c.at.block->as<ir::State>();
    const auto partner = partnerOf(node, *connector);
    if (!partner || partner->of(node).contains(partner->name))
        return std::nullopt;
    if (hasEdge(state, node, *partner))
        return Repair{fmt::format("Add the connector '{}'", partner->name),
                      [=, block = c.state(), id = node.id](ir::Editor& editor) {
                          partner->of(editor.node(block, id))[partner->name] = kUntyped;
                      }};
    if (hasEdge(state, node, *connector))
        return std::nullopt;
    return removing(c, {*connector});
}

std::optional<Repair> removeIsolatedNode(const Case& c) {
    if (c.at.kind != ir::ElementKind::node || !c.at.node->as<ir::AccessNode>())
        return std::nullopt;
    const NodeId id = c.at.node->id;
    for (const auto& edge : c.at.block->as<ir::State>()->edges)
        if (edge->src == id || edge->dst == id)
            return std::nullopt;
    return Repair{fmt::format("Remove the access node '{}'", ir::displayName(*c.at.node)),
                  [=, state = c.state()](ir::Editor& editor) { editor.removeNode(state, id); }};
}

/// A symbol of the same name around the nested SDFG.
std::optional<Repair> addMapping(const Case& c) {
    const auto symbol = c.after("symbol_mapping/");
    const auto* nested = c.at.node ? c.at.node->as<ir::NestedSdfg>() : nullptr;
    if (symbol.empty() || !nested || nested->symbolMapping.contains(symbol))
        return std::nullopt;
    const ir::StateIndex index(*c.at.block->as<ir::State>());
    bool known = c.at.sdfg->symbols.contains(symbol) || c.at.sdfg->constants.contains(symbol);
    for (NodeId scope = index.scope(c.at.node->id); scope && !known; scope = index.scope(scope))
        if (const auto* map = index.node(scope)->as<ir::MapEntry>())
            known = std::ranges::find(map->map.params, symbol) != map->map.params.end();
    if (!known)
        return std::nullopt;
    return Repair{fmt::format("Map '{0}' to the symbol '{0}' outside", symbol),
                  [=, state = c.state(), id = c.at.node->id](ir::Editor& editor) {
                      auto& inner = *editor.node(state, id).as<ir::NestedSdfg>();
                      inner.symbolMapping[symbol] = symbolic::Expr::symbol(symbol);
                  }};
}

std::optional<Repair> removeMapping(const Case& c) {
    const auto symbol = c.after("symbol_mapping/");
    const auto* nested = c.at.node ? c.at.node->as<ir::NestedSdfg>() : nullptr;
    if (symbol.empty() || !nested || !nested->symbolMapping.contains(symbol))
        return std::nullopt;
    return Repair{fmt::format("Remove the mapping of '{}'", symbol),
                  [=, state = c.state(), id = c.at.node->id](ir::Editor& editor) {
                      editor.node(state, id).as<ir::NestedSdfg>()->symbolMapping.erase(symbol);
                  }};
}

/// A container that a connector passes in or out becomes an argument of the nested SDFG.
std::optional<Repair> makeArgument(const Case& c) {
    const auto connector = connectorOf(c);
    const auto* nested = c.at.node ? c.at.node->as<ir::NestedSdfg>() : nullptr;
    const auto* data =
        connector && nested && nested->sdfg ? nested->sdfg->data(connector->name) : nullptr;
    if (!data || !data->transient || data->kind == ir::DataKind::view)
        return std::nullopt;
    return Repair{
        fmt::format("Make '{}' inside no temporary", connector->name),
        changeContainer(nested->sdfg->id, connector->name,
                        [](ir::DataDescriptor& descriptor) { descriptor.transient = false; })};
}

/// Says what is taken anyway.
std::optional<Repair> markView(const Case& c) {
    if (c.at.kind != ir::ElementKind::node)
        return std::nullopt;
    const ir::StateIndex index(*c.at.block->as<ir::State>());
    const auto viewing = analysis::viewingEdge(index, *c.at.node);
    if (!viewing.edge || !viewing.guessed || !viewing.edge->dstConnector.empty())
        return std::nullopt;
    return Repair{
        "Mark the input as what is viewed",
        [state = c.state(), node = c.at.node->id, edge = viewing.edge->id](ir::Editor& editor) {
            editor.edge(state, edge).dstConnector = "views";
            editor.node(state, node).in["views"] = kUntyped;
        }};
}

} // namespace mw::validate

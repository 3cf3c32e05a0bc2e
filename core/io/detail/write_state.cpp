// Writes a state.
#include "core/io/detail/fields.h"
#include "core/io/detail/layout.h"
#include "core/io/detail/unsaid_copies.h"
#include "core/io/detail/writer.h"
#include "core/ir/connectors.h"
#include "core/support/overload.h"

#include <algorithm>
#include <set>

namespace mw::io {

using ir::Node;

/// What writing the nodes and edges of one state needs of the state.
struct Writer::StateContext {
    const ir::State& state;
    bool kept = false; ///< nodes and edges stand as they were read
    std::unordered_map<std::uint32_t, std::size_t> positions;
    std::set<NodeId> relabelled; ///< entries whose display text is new
    std::optional<ir::StateIndex> index;
    std::optional<SymbolScopes> types;

    const ir::StateIndex& graph() {
        if (!index)
            index.emplace(state);
        return *index;
    }
    std::optional<std::size_t> position(NodeId id) const {
        const auto found = positions.find(id.value);
        if (found == positions.end())
            return std::nullopt;
        return found->second;
    }
};

namespace {

std::string jsonType(const Node& node) {
    return std::visit(Overload{
                          [](const ir::AccessNode&) -> std::string { return "AccessNode"; },
                          [](const ir::Tasklet&) -> std::string { return "Tasklet"; },
                          [](const ir::MapEntry&) -> std::string { return "MapEntry"; },
                          [](const ir::MapExit&) -> std::string { return "MapExit"; },
                          [](const ir::ConsumeEntry&) -> std::string { return "ConsumeEntry"; },
                          [](const ir::ConsumeExit&) -> std::string { return "ConsumeExit"; },
                          [](const ir::NestedSdfg&) -> std::string { return "NestedSDFG"; },
                          [](const ir::LibraryNode&) -> std::string { return "LibraryNode"; },
                          [](const ir::UnknownNode& n) { return n.typeName; },
                      },
                      node.kind);
}

/// `m[i=0:N, j=0:M]`, as DaCe shows maps.
std::string mapText(const ir::Map& map) {
    std::string text = map.label + '[';
    for (std::size_t i = 0; i < map.params.size() && i < map.range.rank(); ++i)
        text += (i == 0 ? "" : ", ") + map.params[i] + '=' + symbolic::print(map.range.dims[i]);
    return text + ']';
}

/// The `label` beside the attributes: what viewers show.
std::string displayText(const Node& node) {
    return std::visit(Overload{
                          [](const ir::AccessNode& n) { return n.data; },
                          [](const ir::MapEntry& n) { return mapText(n.map); },
                          [](const ir::ConsumeEntry& n) {
                              return n.label + '[' + n.peIndex + "=0:" + symbolic::print(n.numPes) +
                                     ']';
                          },
                          [](const ir::MapExit&) { return std::string(); },
                          [](const ir::ConsumeExit&) { return std::string(); },
                          [](const auto& n) { return n.label; },
                      },
                      node.kind);
}

} // namespace

void Writer::stateParts(const ir::State& state, const ir::Origin* origin, Json& out) {
    StateContext context{state, origin && origin->layout == layoutOf(state), {}, {}, {}, {}};
    for (std::size_t i = 0; i < state.nodes.size(); ++i)
        context.positions.emplace(state.nodes[i]->id.value, i);
    if (!context.kept)
        markChanged();
    if (encoder_.dialect() == symbolic::Dialect::dollar)
        context.types.emplace(state, symbolTypes_);

    Json nodes = Json::array();
    for (const auto& item : state.nodes)
        nodes.push_back(node(*item, context));
    for (std::size_t i = 0; i < state.nodes.size(); ++i) {
        const NodeId entry = ir::entryOf(*state.nodes[i]);
        const auto shown = context.positions.find(entry.value); // what both show is the map's
        if (shown != context.positions.end() &&
            (!context.kept || context.relabelled.contains(entry)))
            nodes[i]["label"] = nodes[shown->second]["label"];
    }
    Json edges = Json::array();
    for (const auto& item : state.edges)
        edges.push_back(edge(*item, context));
    if (!context.kept)
        out["scope_dict"] = scopeDict(context);
    out["nodes"] = std::move(nodes);
    out["edges"] = std::move(edges);
}

Json Writer::node(const Node& node, StateContext& context) {
    const ir::Origin* origin = node.origin.get();
    if (context.types)
        encoder_.setSymbolTypes(context.types->at(node));
    Json out = start(origin, Json{{"type", jsonType(node)}, {"label", ""}});
    bool relabel = !origin;
    if (!node.as<ir::UnknownNode>() || !origin) {
        relabel |= kindFields(node, origin, out);
        attributeFields(origin, out, [&](auto& io) { describeConnectors(io, node); });
    }
    scopeKeys(node, context, out);
    if (relabel) {
        out["label"] = displayText(node);
        if (node.isEntry())
            context.relabelled.insert(node.id);
    }
    if (node.isExit() && !origin)
        context.relabelled.insert(ir::entryOf(node));
    return out;
}

/// Fields of the node's own kind. Returns whether the text that viewers show may be another.
bool Writer::kindFields(const Node& node, const ir::Origin* origin, Json& out) {
    const auto write = [&](auto describe) { return attributeFields(origin, out, describe); };
    return std::visit(
        Overload{
            [&](const ir::AccessNode& n) {
                return write([&](auto& io) { describeAccessNode(io, n); });
            },
            [&](const ir::Tasklet& n) { return write([&](auto& io) { describeTasklet(io, n); }); },
            [&](const ir::MapEntry& n) { return write([&](auto& io) { describeMap(io, n.map); }); },
            [&](const ir::ConsumeEntry& n) {
                return write([&](auto& io) { describeConsume(io, n); });
            },
            [&](const ir::NestedSdfg& n) {
                const bool changed = write([&](auto& io) { describeNestedSdfg(io, n); });
                if (n.sdfg)
                    out["attributes"]["sdfg"] = sdfg(*n.sdfg);
                return changed;
            },
            [&](const ir::LibraryNode& n) {
                bool changed = write([&](auto& io) { describeLibraryNode(io, n); });
                changed |= libraryProperties(n, origin, out);
                return changed;
            },
            [](const auto&) { return false; },
        },
        node.kind);
}

bool Writer::libraryProperties(const ir::LibraryNode& library, const ir::Origin* origin,
                               Json& out) {
    const Json* old = origin ? find(origin->json, "classpath") : nullptr;
    bool changed = !old || *old != library.classpath;
    if (changed)
        out["classpath"] = library.classpath;
    const Json* attributes = origin ? find(origin->json, "attributes") : nullptr;
    for (const auto& [key, text] : library.properties) {
        const Json* stated = attributes ? find(*attributes, key.c_str()) : nullptr;
        if (stated && stated->dump() == text)
            continue;
        Json value = Json::parse(text, nullptr, false);
        out["attributes"][key] = value.is_discarded() ? Json(text) : std::move(value);
        changed = true;
    }
    if (changed)
        markChanged();
    return changed;
}

/// `id`, `scope_entry`, `scope_exit`: positions in the node list, the latter two as text or null.
void Writer::scopeKeys(const Node& node, StateContext& context, Json& out) {
    if (context.kept)
        return;
    const ir::StateIndex& graph = context.graph();
    NodeId entry = graph.scope(node.id);
    NodeId exit;
    if (node.isExit()) {
        entry = ir::entryOf(node);
        exit = node.id;
    } else if (node.isEntry()) {
        exit = ir::exitOf(node);
    } else if (const Node* around = entry ? graph.node(entry) : nullptr) {
        exit = ir::exitOf(*around);
    }
    setPosition(out, "id", context.position(node.id), false);
    setPosition(out, "scope_entry", context.position(entry), true);
    setPosition(out, "scope_exit", context.position(exit), true);
}

Json Writer::scopeDict(StateContext& context) {
    const ir::StateIndex& graph = context.graph();
    const auto positionsIn = [&](NodeId entry) {
        Json list = Json::array();
        for (const NodeId child : graph.children(entry))
            list.push_back(*context.position(child));
        return list;
    };
    Json out{{"-1", positionsIn({})}};
    for (std::size_t i = 0; i < context.state.nodes.size(); ++i)
        if (context.state.nodes[i]->isEntry())
            out[std::to_string(i)] = positionsIn(context.state.nodes[i]->id);
    return out;
}

Json Writer::edge(const ir::Edge& edge, StateContext& context) {
    const ir::Origin* origin = edge.origin.get();
    if (context.types)
        encoder_.setSymbolTypes(context.types->at(edge));
    Json out = start(origin, Json{{"type", "MultiConnectorEdge"},
                                  {"attributes", Json::object()},
                                  {"src", nullptr},
                                  {"dst", nullptr},
                                  {"dst_connector", nullptr},
                                  {"src_connector", nullptr}});
    if (!context.kept) {
        setPosition(out, "src", context.position(edge.src), true);
        setPosition(out, "dst", context.position(edge.dst), true);
    }
    fields(origin, origin ? &origin->json : nullptr, out, [&](auto& io) {
        io.nullable("dst_connector", edge.dstConnector);
        io.nullable("src_connector", edge.srcConnector);
    });
    out["attributes"]["data"] = memlet(edge, context);
    return out;
}

/// The memlet with the other region of a copy said or left open, as it means the same in the DaCe
/// that is written for.
ir::Memlet Writer::spelt(const ir::Edge& edge, StateContext& context) {
    ir::Memlet memlet = edge.memlet;
    const ir::DaceRules& rules = encoder_.spelling().rules;
    const Json* old = memlet.origin ? find(memlet.origin->json, "attributes") : nullptr;
    const Json* said = old ? find(*old, "other_subset") : nullptr;
    const bool wasOpen = old && (!said || said->is_null());
    if (!rules.sameIndices || (memlet.otherSubset && !wasOpen))
        return memlet;
    const auto open = unsaidOtherSubset(edge, context.graph(), *sdfg_, rules);
    if (memlet.otherSubset == open)
        memlet.otherSubset.reset();
    else if (open && !memlet.otherSubset &&
             open != unsaidOtherSubset(edge, context.graph(), *sdfg_, {}))
        memlet.otherSubset = unsaidOtherSubset(edge, context.graph(), *sdfg_, {});
    return memlet;
}

Json Writer::memlet(const ir::Edge& edge, StateContext& context) {
    const ir::Memlet& memlet = edge.memlet;
    const ir::Origin* origin = memlet.origin.get();
    Json out = start(origin, Json{{"type", "Memlet"}, {"attributes", Json::object()}});
    std::optional<symbolic::Subset> whole;
    const Json* old = origin ? find(origin->json, "attributes") : nullptr;
    const Json* subset = old ? find(*old, "subset") : nullptr;
    if (old && (!subset || subset->is_null()))
        whole = wholeContainer(*sdfg_, memlet.data);
    const ir::Memlet written = spelt(edge, context);
    const bool changed =
        attributeFields(origin, out, [&](auto& io) { describeMemlet(io, written, whole); });
    const Json* stated = old ? find(*old, "is_data_src") : nullptr;
    std::optional<bool> wasSource;
    const bool sourceKept = !stated || (decoder(origin->spelling).decode(*stated, wasSource) &&
                                        wasSource == memlet.isDataSource);
    if (changed || !origin || !sourceKept) {
        derivedMemletKeys(edge, context, out["attributes"]);
        markChanged();
    }
    return out;
}

namespace {

bool holdsData(const Node* node, const std::string& data) {
    const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
    return access && access->data == data;
}

/// Whether `subset` describes the source side.
bool isDataSource(const ir::Edge& edge, const ir::StateIndex& graph) {
    const std::string& data = edge.memlet.data;
    const bool atSource = holdsData(farSource(edge, graph), data);
    const bool atDestination = holdsData(farDestination(edge, graph), data);
    if (atSource != atDestination)
        return atSource;
    return edge.memlet.isDataSource.value_or(true);
}

} // namespace

/// Attributes that DaCe derives from the others and always writes.
void Writer::derivedMemletKeys(const ir::Edge& edge, StateContext& context, Json& attributes) {
    const ir::Memlet& memlet = edge.memlet;
    const bool source = isDataSource(edge, context.graph());
    attributes["src_subset"] = encoder_.encode(source ? memlet.subset : memlet.otherSubset);
    attributes["dst_subset"] = encoder_.encode(source ? memlet.otherSubset : memlet.subset);
    attributes["is_data_src"] = source;
    attributes["num_accesses"] = memlet.dynamic ? Json(-1) : encoder_.encode(memlet.volume);
}

} // namespace mw::io

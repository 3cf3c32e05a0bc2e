// Reads a state: nodes, connectors, edges, memlets.
#include "core/io/detail/fields.h"
#include "core/io/detail/layout.h"
#include "core/io/detail/reader.h"
#include "core/io/detail/unsaid_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::io {

using ir::Node;

namespace {

/// Attributes that every library node has; the others are properties of its class.
constexpr std::array<std::string_view, 8> kLibraryFrame{
    "name",          "label",          "implementation", "schedule",
    "in_connectors", "out_connectors", "debuginfo",      "guid"};

} // namespace

ir::State Reader::state(Json& json, const Path& at) {
    ir::State state;
    Json* nodes = list(json, at, "nodes");
    Json* edges = list(json, at, "edges");
    if (failed() || !countElements(nodes->size() + edges->size(), at))
        return state;
    std::vector<NodeId> ids(nodes->size());
    for (NodeId& id : ids)
        id = newId<NodeId>();
    // A nested SDFG reads states of its own in between.
    const auto* outer = std::exchange(nodes_, &ids);
    const Path nodesAt = at / "nodes";
    for (std::size_t i = 0; i < ids.size() && !failed(); ++i)
        state.nodes.push_back(node((*nodes)[i], nodesAt.at(i), ids[i]));
    const Path edgesAt = at / "edges";
    for (std::size_t i = 0; i < edges->size() && !failed(); ++i)
        state.edges.push_back(edge((*edges)[i], edgesAt.at(i)));
    nodes_ = outer;
    if (!failed())
        joinScopes(state.nodes, nodesAt);
    if (!failed())
        sayCopies(state, *sdfg_, decoder_.spelling().rules);
    *nodes = nullptr;
    *edges = nullptr;
    return state;
}

ir::NodePtr Reader::node(Json& json, const Path& place, NodeId id) {
    const Path at = place.as(json);
    const auto type = typeOf(json, at);
    auto result = std::make_shared<Node>();
    result->id = id;
    if (!type || !attributesOf(json, at))
        return result;
    result->kind = nodeKind(json, at, *type);
    const Path attributesAt = at / "attributes";
    FieldReader io(*this, json["attributes"], attributesAt);
    describeConnectors(io, *result);
    auto origin = newOrigin();
    origin->json = std::move(json);
    result->origin = std::move(origin);
    return result;
}

template <class T, class Describe>
T Reader::described(const Json& json, const Path& at, Describe describe) {
    T value;
    const Path attributesAt = at / "attributes";
    FieldReader io(*this, *find(json, "attributes"), attributesAt);
    describe(io, value);
    return value;
}

Node::Kind Reader::nodeKind(Json& json, const Path& at, const std::string& type) {
    if (type == "AccessNode")
        return described<ir::AccessNode>(json, at,
                                         [](auto& io, auto& n) { describeAccessNode(io, n); });
    if (type == "Tasklet")
        return described<ir::Tasklet>(json, at, [](auto& io, auto& n) { describeTasklet(io, n); });
    if (type == "MapEntry") {
        ir::MapEntry entry;
        entry.map = described<ir::Map>(json, at, [](auto& io, auto& m) { describeMap(io, m); });
        if (!failed() && entry.map.params.size() != entry.map.range.rank())
            fail(at / "attributes" / "range", "invalid-value",
                 fmt::format("has {} parameters but {} ranges", entry.map.params.size(),
                             entry.map.range.rank()));
        entry.exit = partner(json, at, "scope_exit");
        return entry;
    }
    if (type == "MapExit")
        return ir::MapExit{partner(json, at, "scope_entry")};
    if (type == "ConsumeEntry") {
        auto entry = described<ir::ConsumeEntry>(json, at,
                                                 [](auto& io, auto& n) { describeConsume(io, n); });
        entry.exit = partner(json, at, "scope_exit");
        return entry;
    }
    if (type == "ConsumeExit")
        return ir::ConsumeExit{partner(json, at, "scope_entry")};
    if (type == "NestedSDFG")
        return nestedSdfg(json, at);
    if (type == "LibraryNode")
        return libraryNode(json, at);
    ir::UnknownNode unknown{type, {}};
    if (const Json* label = find(json, "label"); label && label->is_string())
        unknown.label = label->get<std::string>();
    return unknown;
}

ir::LibraryNode Reader::libraryNode(const Json& json, const Path& at) {
    auto library =
        described<ir::LibraryNode>(json, at, [](auto& io, auto& n) { describeLibraryNode(io, n); });
    if (const Json* classpath = find(json, "classpath");
        classpath && !decoder_.decode(*classpath, library.classpath))
        failToDecode(at, "classpath");
    for (const auto& [key, value] : json["attributes"].items())
        if (std::ranges::find(kLibraryFrame, key) == kLibraryFrame.end())
            library.properties.emplace(key, value.dump());
    return library;
}

ir::NestedSdfg Reader::nestedSdfg(Json& json, const Path& at) {
    auto nested =
        described<ir::NestedSdfg>(json, at, [](auto& io, auto& n) { describeNestedSdfg(io, n); });
    Json* inner = find(json["attributes"], "sdfg");
    const Json* external = find(json["attributes"], "ext_sdfg_path");
    const bool isExternal = external && !external->is_null();
    if (!inner || inner->is_null()) {
        if (!isExternal)
            fail(at / "attributes", "missing-key", "has no 'sdfg'");
        return nested;
    }
    nested.sdfg = sdfg(*inner, at / "attributes" / "sdfg");
    *inner = nullptr;
    return nested;
}

/// The node that `key` names; 0 for null or absent (the other end of the scope may name it).
NodeId Reader::partner(const Json& json, const Path& at, const char* key) {
    const Json* value = find(json, key);
    if (!value && std::string_view(key) == "scope_exit") {
        // Before 0.10 a list with the one exit.
        const Json* exits = find(json, "scope_exits");
        if (exits && exits->is_array() && !exits->empty())
            value = &exits->front();
    }
    if (!value || value->is_null())
        return {};
    int index = 0;
    if (!decoder_.decode(*value, index)) {
        failToDecode(at, key);
        return {};
    }
    if (index < 0 || static_cast<std::size_t>(index) >= nodes_->size()) {
        fail(at / key, "scope-without-partner",
             fmt::format("'{}' is node {}, but there are only {}", key, index, nodes_->size()));
        return {};
    }
    return (*nodes_)[static_cast<std::size_t>(index)];
}

namespace {

/// The other end of a scope as the node states it; null for nodes that open or close none.
NodeId* partnerOf(Node& node) {
    if (auto* mapEntry = node.as<ir::MapEntry>())
        return &mapEntry->exit;
    if (auto* mapExit = node.as<ir::MapExit>())
        return &mapExit->entry;
    if (auto* consumeEntry = node.as<ir::ConsumeEntry>())
        return &consumeEntry->exit;
    if (auto* consumeExit = node.as<ir::ConsumeExit>())
        return &consumeExit->entry;
    return nullptr;
}

bool canPair(const Node& a, const Node& b) {
    const bool isMap = a.as<ir::MapEntry>() || a.as<ir::MapExit>();
    const bool otherIsMap = b.as<ir::MapEntry>() || b.as<ir::MapExit>();
    return isMap == otherIsMap && a.isEntry() != b.isEntry() && (b.isEntry() || b.isExit());
}

} // namespace

/// Entries and exits must name each other; where only one of the two does, the other one learns it.
void Reader::joinScopes(std::vector<ir::NodePtr>& nodes, const Path& at) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        // Every node here was just made by the reader and is not shared yet.
        const NodeId* partner = partnerOf(const_cast<Node&>(*nodes[i])); // NOLINT
        if (!partner || !*partner)
            continue;
        // Ids of one state's nodes are consecutive.
        const ir::NodePtr& other = nodes[partner->value - nodes.front()->id.value];
        NodeId* back = partnerOf(const_cast<Node&>(*other)); // NOLINT
        if (back && !*back)
            *back = nodes[i]->id;
        if (!back || *back != nodes[i]->id || !canPair(*nodes[i], *other)) {
            const bool isEntry = nodes[i]->isEntry();
            const Path place = at.at(i).as(nodes[i]->origin->json);
            fail(place / (isEntry ? "scope_exit" : "scope_entry"), "scope-without-partner",
                 fmt::format("its {} is said to be node {}, which is not so",
                             isEntry ? "exit" : "entry", partner->value - nodes.front()->id.value));
            return;
        }
    }
}

ir::EdgePtr Reader::edge(Json& json, const Path& place) {
    const Path at = place.as(json);
    auto result = std::make_shared<ir::Edge>();
    result->id = newId<EdgeId>();
    if (!typeOf(json, at))
        return result;
    Json* attributes = attributesOf(json, at);
    const auto src = position(json, at, "src", nodes_->size(), "node");
    const auto dst = position(json, at, "dst", nodes_->size(), "node");
    if (failed())
        return result;
    result->src = (*nodes_)[*src];
    result->dst = (*nodes_)[*dst];
    FieldReader io(*this, json, at);
    io.nullable("src_connector", result->srcConnector);
    io.nullable("dst_connector", result->dstConnector);
    Json* data = find(*attributes, "data");
    const Path attributesAt = at / "attributes";
    if (!data) {
        fail(attributesAt, "missing-key", "has no 'data' (its memlet)");
        return result;
    }
    result->memlet = memlet(*data, attributesAt / "data");
    *data = nullptr;
    auto origin = newOrigin();
    origin->json = std::move(json);
    result->origin = std::move(origin);
    return result;
}

ir::Memlet Reader::memlet(Json& json, const Path& at) {
    ir::Memlet result;
    const auto type = typeOf(json, at);
    const Json* attributes = type ? attributesOf(json, at) : nullptr;
    if (!attributes)
        return result;
    if (*type != "Memlet") {
        fail(at / "type", "wrong-type", fmt::format("should be a Memlet, but is a '{}'", *type));
        return result;
    }
    const Path attributesAt = at / "attributes";
    FieldReader io(*this, *attributes, attributesAt);
    std::optional<symbolic::Subset> whole;
    const Json* data = find(*attributes, "data");
    const Json* subset = find(*attributes, "subset");
    if (data && data->is_string() && (!subset || subset->is_null()))
        whole = wholeContainer(*sdfg_, data->get_ref<const std::string&>());
    describeMemlet(io, result, whole);
    io.field("is_data_src", result.isDataSource, std::optional<bool>());
    auto origin = newOrigin();
    origin->json = std::move(json);
    result.origin = std::move(origin);
    return result;
}

} // namespace mw::io

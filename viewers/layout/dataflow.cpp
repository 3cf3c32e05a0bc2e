// Lays out the content of a state: nodes and memlets, with maps as boxes around theirs.
#include "viewers/layout/dataflow.h"

#include "core/conventions/conventions.h"
#include "core/ir/connectors.h"
#include "core/ir/index.h"
#include "core/support/overload.h"
#include "viewers/layout/control_flow.h"
#include "viewers/layout/gather_rows.h"
#include "viewers/layout/labels.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

namespace mw::layout {

namespace {

constexpr std::size_t kMaxName = 40;
constexpr std::size_t kMaxCodeColumns = 44;
constexpr std::size_t kMaxCodeLines = 3;
constexpr double kPinSize = 6;
constexpr double kCollapsedWidth = 120;

/// `IN_x` and `OUT_x` are the two sides of the same connector x of a scope.
std::string connectorName(const std::string& connector) {
    if (ir::isPassIn(connector))
        return std::string(ir::passedIn(connector));
    return ir::isPassOut(connector) ? std::string(ir::passedOut(connector)) : connector;
}

/// Lays out the scopes of one state, innermost first.
class StateBuilder {
public:
    StateBuilder(const Context& context, const ir::Sdfg& sdfg, const ir::State& state)
        : context_(context), sdfg_(sdfg), index_(state) {
        for (const auto& node : state.nodes)
            if (!node->isExit())
                children_[index_.scope(node->id)].push_back(node.get());
        for (const auto& edge : state.edges)
            edges_[scopeOf(*edge)].push_back(edge.get());
    }

    Piece content(NodeId entry);
    Piece isolated(const ir::Node& scope);

private:
    struct Scope : ScopeItems {
        std::unordered_map<std::uint32_t, int> item; ///< node id (exits too) -> graph node
        std::map<std::string, int> top;              ///< connector -> graph node
        std::map<std::string, int> bottom;
        std::map<std::pair<int, std::string>, int> bundles;
    };

    NodeId scopeOf(const ir::Edge& edge) const;
    void addItems(Scope& scope, NodeId entry);
    void addEdge(Scope& scope, NodeId entry, const ir::Edge& edge);
    int pin(Scope& scope, const ir::Edge& edge, ScopeNode::Pin pin) const;
    int bundle(Scope& scope, int from, const ir::Edge& edge) const;
    void addLines(Scope& scope, Placement& placement, Piece& content) const;
    void addPins(const Scope& scope, const Placement& placement, Piece& content) const;

    Piece nodePiece(const ir::Node& node);
    Piece accessPiece(const ir::Node& node, const ir::AccessNode& access) const;
    Piece taskletPiece(const ir::Node& node, const ir::Tasklet& tasklet) const;
    Piece scopePiece(const ir::Node& node, Box box);
    Piece nestedPiece(const ir::Node& node, const ir::NestedSdfg& nested) const;
    Piece plainPiece(const ir::Node& node, BoxKind kind, std::string title,
                     std::vector<std::string> lines) const;

    const Context& context_;
    const ir::Sdfg& sdfg_;
    ir::StateIndex index_;
    std::map<NodeId, std::vector<const ir::Node*>> children_;
    std::map<NodeId, std::vector<const ir::Edge*>> edges_;
};

NodeId StateBuilder::scopeOf(const ir::Edge& edge) const {
    const ir::Node* src = index_.node(edge.src);
    if (!src)
        return {};
    if (src->isEntry())
        return src->id;
    return src->isExit() ? index_.scope(ir::entryOf(*src)) : index_.scope(src->id);
}

void StateBuilder::addItems(Scope& scope, NodeId entry) {
    for (const ir::Node* node : children_[entry]) {
        const int item = static_cast<int>(scope.pieces.size());
        scope.pieces.push_back(nodePiece(*node));
        scope.nodes.push_back(node);
        scope.graph.nodes.push_back(
            {scope.pieces.back().size, ScopeNode::Pin::none, context_.placeBefore(node->id)});
        scope.item[node->id.value] = item;
        if (const NodeId exit = node->isEntry() ? ir::exitOf(*node) : NodeId{})
            scope.item[exit.value] = item;
    }
}

/// Of the connector at which an edge comes from the border, or goes to it.
int StateBuilder::pin(Scope& scope, const ir::Edge& edge, ScopeNode::Pin pin) const {
    const bool isTop = pin == ScopeNode::Pin::top;
    auto& pins = isTop ? scope.top : scope.bottom;
    const std::string name = connectorName(isTop ? edge.srcConnector : edge.dstConnector);
    const auto [found, isNew] = pins.emplace(name, static_cast<int>(scope.graph.nodes.size()));
    if (isNew)
        scope.graph.nodes.push_back({{kPinSize, 0}, pin});
    auto& before = scope.graph.nodes[static_cast<std::size_t>(found->second)].before;
    if (const auto ends = context_.endsBefore(edge.id); ends && !before)
        before = Rect{isTop ? ends->first : ends->second, 0, 0, 0};
    return found->second;
}

/// Edges of an access node, or of one connector, carry the same data.
int StateBuilder::bundle(Scope& scope, int from, const ir::Edge& edge) const {
    const ir::Node* src = index_.node(edge.src);
    const std::string key = src && src->as<ir::AccessNode>() ? std::string() : edge.srcConnector;
    const int next = static_cast<int>(scope.bundles.size());
    return scope.bundles.emplace(std::pair{from, key}, next).first->second;
}

void StateBuilder::addEdge(Scope& scope, NodeId entry, const ir::Edge& edge) {
    const ir::Node* src = index_.node(edge.src);
    const ir::Node* dst = index_.node(edge.dst);
    if (!src || !dst)
        return;
    const bool fromBorder = src->id == entry;
    const bool toBorder = dst->isExit() && ir::entryOf(*dst) == entry;
    // The frame says already that everything inside comes after the entry and before the exit.
    if ((fromBorder && edge.srcConnector.empty()) || (toBorder && edge.dstConnector.empty()))
        return;
    const auto itemOf = [&](NodeId id) {
        const auto found = scope.item.find(id.value);
        return found == scope.item.end() ? -1 : found->second;
    };
    ScopeEdge e;
    e.from = fromBorder ? pin(scope, edge, ScopeNode::Pin::top) : itemOf(edge.src);
    e.to = toBorder ? pin(scope, edge, ScopeNode::Pin::bottom) : itemOf(edge.dst);
    if (e.from < 0 || e.to < 0)
        return; // crosses scopes without connectors: an invalid graph, reported by validation
    e.bundle = bundle(scope, e.from, edge);
    const auto place = [](const std::map<std::string, double>& places,
                          const std::string& connector) -> std::optional<double> {
        const auto found = places.find(connectorName(connector));
        return found == places.end() ? std::nullopt : std::optional(found->second);
    };
    if (!fromBorder && !edge.srcConnector.empty())
        e.fromX = place(scope.pieces[static_cast<std::size_t>(e.from)].lower, edge.srcConnector);
    if (!toBorder && !edge.dstConnector.empty())
        e.toX = place(scope.pieces[static_cast<std::size_t>(e.to)].upper, edge.dstConnector);
    scope.graph.edges.push_back(e);
    scope.edges.push_back(&edge);
}

void StateBuilder::addLines(Scope& scope, Placement& placement, Piece& content) const {
    for (std::size_t e = 0; e < scope.edges.size(); ++e) {
        const ir::Edge& edge = *scope.edges[e];
        Line line;
        line.id = edge.id;
        line.from = edge.src;
        line.to = edge.dst;
        line.data = edge.memlet.data;
        line.kind = edge.memlet.empty()       ? LineKind::ordering
                    : edge.memlet.wcr.empty() ? LineKind::data
                                              : LineKind::conflict;
        line.curve = std::move(placement.curves[e]);
        if (const auto found = scope.segments.find(e); found != scope.segments.end())
            found->second.lengthen(line.curve, placement);
        const auto& curve = line.curve;
        if (!curve.empty()) // beside the last piece, where edges of a bundle have parted
            line.labelAt = curve.size() >= 4 ? curve[curve.size() - 4] : curve.front();
        content.lines.push_back(std::move(line));
    }
}

void StateBuilder::addPins(const Scope& scope, const Placement& placement, Piece& content) const {
    const auto middle = [&](int item) {
        return placement.nodes[static_cast<std::size_t>(item)].x + kPinSize / 2;
    };
    for (const auto& [name, item] : scope.top)
        content.upper[name] = middle(item);
    for (const auto& [name, item] : scope.bottom)
        content.lower[name] = middle(item);
}

Piece StateBuilder::content(NodeId entry) {
    Piece content;
    if (context_.stopped())
        return content;
    Scope scope;
    addItems(scope, entry);
    for (const ir::Edge* edge : edges_[entry])
        addEdge(scope, entry, *edge);
    if (const auto moved = gatherRows(scope); !moved.empty())
        for (auto* pins : {&scope.top, &scope.bottom})
            for (auto& [name, item] : *pins)
                item = moved[static_cast<std::size_t>(item)];
    Placement placement = context_.place(scope.graph);
    content.size = placement.size;
    for (std::size_t i = 0; i < scope.pieces.size(); ++i)
        insert(content, std::move(scope.pieces[i]), placement.nodes[i], -1);
    addLines(scope, placement, content);
    addPins(scope, placement, content);
    return content;
}

/// Of the nodes beside the scope, the containers at its border stay, and the edges to it.
Piece StateBuilder::isolated(const ir::Node& scope) {
    const NodeId around = index_.scope(scope.id);
    const NodeId end = scope.isEntry() ? ir::exitOf(scope) : scope.id;
    const auto touches = [&](const ir::Edge* edge) {
        return edge->dst == scope.id || edge->src == end;
    };
    std::erase_if(edges_[around], [&](const ir::Edge* edge) { return !touches(edge); });
    std::set<NodeId> kept{scope.id};
    for (const ir::Edge* edge : edges_[around])
        for (const NodeId id : {edge->src, edge->dst})
            if (const auto* node = index_.node(id); node && node->as<ir::AccessNode>())
                kept.insert(id);
    std::erase_if(children_[around],
                  [&](const ir::Node* node) { return !kept.contains(node->id); });
    return content(around);
}

Piece StateBuilder::accessPiece(const ir::Node& node, const ir::AccessNode& access) const {
    Box box;
    box.id = node.id;
    box.kind = accessKind(sdfg_, access.data);
    box.title = elided(shortData(access.data), kMaxName);
    box.data = access.data;
    const double sign = box.kind == BoxKind::table ? 16 : 0;
    return leaf(box, {std::ceil(context_.width(box.title)) + 2 * kTextMargin + 4 + sign,
                      box.kind == BoxKind::scalar ? kNodeHeight - 4 : kNodeHeight});
}

Piece StateBuilder::plainPiece(const ir::Node& node, BoxKind kind, std::string title,
                               std::vector<std::string> lines) const {
    Box box;
    box.id = node.id;
    box.kind = kind;
    box.title = std::move(title);
    box.lines = std::move(lines);
    const double widest = std::max(context_.width(box.title), context_.width(box.lines));
    const auto count = static_cast<double>(box.lines.size() + (box.title.empty() ? 0 : 1));
    const double height = std::max(count, 1.0) * context_.options.lineHeight + 9;
    return leaf(std::move(box), {std::ceil(widest) + 2 * kTextMargin, height});
}

Piece StateBuilder::taskletPiece(const ir::Node& node, const ir::Tasklet& tasklet) const {
    auto lines = shortCode(tasklet.code, kMaxCodeLines, kMaxCodeColumns);
    if (lines.empty())
        lines.push_back(elided(tasklet.label, kMaxName));
    return plainPiece(node, BoxKind::tasklet, {}, std::move(lines));
}

Piece StateBuilder::nestedPiece(const ir::Node& node, const ir::NestedSdfg& nested) const {
    Box box;
    box.id = node.id;
    box.kind = BoxKind::nested;
    box.title = elided(nested.label, kMaxName);
    box.expandable = nested.sdfg != nullptr;
    box.collapsed = nested.sdfg && context_.isCollapsedNested(node.id);
    if (nested.noInline)
        box.tag = "no inline";
    if (box.collapsed || !nested.sdfg) {
        box.lines.push_back(nested.sdfg ? contentText(*nested.sdfg) : "in another file");
        const Size size{std::ceil(std::max(headerWidth(context_, box), kCollapsedWidth)),
                        headerHeight(context_, box)};
        box.header = size.h;
        return leaf(std::move(box), size);
    }
    Piece inner = regionContent(context_, *nested.sdfg, nested.sdfg->body, true);
    return enclosed(context_, {std::move(box), false, 0}, std::move(inner));
}

Piece StateBuilder::scopePiece(const ir::Node& node, Box box) {
    box.id = node.id;
    box.expandable = true;
    box.collapsed = context_.isCollapsed(node.id);
    const NodeId exit = ir::exitOf(node);
    Piece piece;
    if (box.collapsed) {
        box.lines.push_back(counted(children_[node.id].size(), "node") + " inside");
        const Size size{std::ceil(std::max(headerWidth(context_, box), kCollapsedWidth)),
                        headerHeight(context_, box) + kFooter};
        box.header = size.h - kFooter;
        piece = leaf(std::move(box), size);
    } else {
        piece = enclosed(context_, {std::move(box), true, kFooter}, content(node.id));
        const double bottom = piece.size.h;
        const double header = piece.boxes[0].header;
        for (const auto& [name, x] : piece.upper) {
            piece.ports.push_back({{x, 0}, 0, false});
            piece.ports.push_back({{x, header}, 0, true});
        }
        for (const auto& [name, x] : piece.lower) {
            piece.ports.push_back({{x, bottom - kFooter}, 0, true});
            piece.ports.push_back({{x, bottom}, 0, false});
        }
    }
    if (exit)
        piece.standIns[exit] = node.id;
    return piece;
}

std::vector<std::string> rangeLines(const ir::Map& map) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < map.params.size() && i < map.range.dims.size(); ++i)
        lines.push_back(elided(rangeLine(map.params[i], map.range.dims[i]), 72));
    return lines;
}

Box mapBox(const ir::Map& map, const std::string* name) {
    Box box;
    box.kind = BoxKind::map;
    box.title = elided(name ? *name : map.label.substr(0, map.label.find('[')), kMaxName);
    box.lines = rangeLines(map);
    if (map.schedule != ir::Schedule::Default)
        box.tag = std::string(ir::name(map.schedule));
    if (!map.gpuBlockSize.empty()) {
        box.tag += box.tag.empty() ? "" : " ";
        for (std::size_t i = 0; i < map.gpuBlockSize.size(); ++i)
            box.tag += (i > 0 ? "\u00d7" : "") + std::to_string(map.gpuBlockSize[i]);
    }
    return box;
}

Box consumeBox(const ir::ConsumeEntry& consume) {
    Box box;
    box.kind = BoxKind::consume;
    box.title = elided(consume.label, kMaxName);
    box.lines = {consume.peIndex + " of " + symbolic::print(consume.numPes)};
    return box;
}

Piece StateBuilder::nodePiece(const ir::Node& node) {
    return std::visit(
        Overload{
            [&](const ir::AccessNode& access) { return accessPiece(node, access); },
            [&](const ir::Tasklet& tasklet) { return taskletPiece(node, tasklet); },
            [&](const ir::MapEntry& entry) {
                return scopePiece(node, mapBox(entry.map, context_.nameOf(node.id)));
            },
            [&](const ir::ConsumeEntry& entry) { return scopePiece(node, consumeBox(entry)); },
            [&](const ir::NestedSdfg& nested) { return nestedPiece(node, nested); },
            [&](const ir::LibraryNode& library) {
                const auto* name = context_.nameOf(node.id);
                const auto label = elided(library.label, kMaxName);
                return name && *name != library.label
                           ? plainPiece(node, BoxKind::library, elided(*name, kMaxName), {label})
                           : plainPiece(node, BoxKind::library, label, {});
            },
            [&](const ir::UnknownNode& unknown) {
                return plainPiece(node, BoxKind::unknown, elided(unknown.label, kMaxName),
                                  {unknown.typeName});
            },
            [&](const ir::MapExit&) { return Piece{}; },
            [&](const ir::ConsumeExit&) { return Piece{}; },
        },
        node.kind);
}

} // namespace

Piece stateContent(const Context& context, const ir::Sdfg& sdfg, const ir::State& state) {
    return StateBuilder(context, sdfg, state).content({});
}

Piece isolatedContent(const Context& context, const ir::Sdfg& sdfg, const ir::State& state,
                      const ir::Node& scope) {
    return StateBuilder(context, sdfg, state).isolated(scope);
}

BoxKind accessKind(const ir::Sdfg& sdfg, std::string_view data) {
    if (conventions::holdsTable(data))
        return BoxKind::table;
    const auto* descriptor = sdfg.data(data.substr(0, data.find('.')));
    if (!descriptor)
        return BoxKind::temporary;
    if (descriptor->isSingleElement())
        return BoxKind::scalar;
    return descriptor->transient ? BoxKind::temporary : BoxKind::argument;
}

} // namespace mw::layout

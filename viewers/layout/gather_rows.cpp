// Puts the access nodes that belong to one node of their scope into rows beside it.
#include "viewers/layout/gather_rows.h"

#include "viewers/layout/argument_rows.h"
#include "viewers/layout/order.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mw::layout {

namespace {

/// Access nodes, in order, that only feed one node or only come out of it.
struct GatheredRow {
    int beside = 0; ///< graph node
    bool below = false;
    std::vector<int> members;
};

bool isAbove(const Rect& a, const Rect& b) {
    return a.bottom() <= b.y && a.x < b.right() && b.x < a.right();
}

/// Whether a member was above (below) a node that the members as a whole were not.
bool turnsAround(const ScopeItems& scope, const std::vector<int>& members) {
    std::vector<std::optional<Rect>> places;
    for (const int member : members)
        places.push_back(scope.graph.nodes[static_cast<std::size_t>(member)].before);
    const auto all = around(places);
    for (std::size_t i = 0; all && i < scope.pieces.size(); ++i) {
        const auto& other = scope.graph.nodes[i].before;
        if (!other || std::ranges::find(members, static_cast<int>(i)) != members.end())
            continue;
        for (const auto& place : places)
            if (place && ((isAbove(*place, *other) && !isAbove(*all, *other)) ||
                          (isAbove(*other, *place) && !isAbove(*other, *all))))
                return true;
    }
    return false;
}

/// Members that were elsewhere stay there, so that none changes sides with what stood between.
void leaveOut(const ScopeItems& scope, GatheredRow& row) {
    const auto distance = [&](int member) { // from the node beside them
        const auto& place = scope.graph.nodes[static_cast<std::size_t>(member)].before;
        return place ? (row.below ? place->y : -place->y) : std::numeric_limits<double>::lowest();
    };
    while (row.members.size() > 1 && turnsAround(scope, row.members))
        row.members.erase(std::ranges::max_element(row.members, {}, distance));
}

/// Of a nested SDFG in any case, so that they stand in the order of their use; of maps, whose
/// connectors have places, where they need more than a row.
std::vector<GatheredRow> rowsOf(const ScopeItems& scope) {
    constexpr int kNone = -1, kSeveral = -2;
    const auto count = scope.pieces.size();
    std::vector<int> before(count, kNone), after(count, kNone);
    const auto note = [count](std::vector<int>& of, int node, int other) {
        if (static_cast<std::size_t>(node) >= count)
            return;
        int& known = of[static_cast<std::size_t>(node)];
        known = known == kNone || known == other ? other : kSeveral;
    };
    for (const auto& edge : scope.graph.edges) {
        note(after, edge.from, edge.to);
        note(before, edge.to, edge.from);
    }
    std::map<std::pair<int, bool>, GatheredRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const bool feeds = before[i] == kNone && after[i] >= 0;
        const bool comesOut = after[i] == kNone && before[i] >= 0;
        const int beside = feeds ? after[i] : before[i];
        if ((!feeds && !comesOut) || static_cast<std::size_t>(beside) >= count ||
            !scope.nodes[i]->as<ir::AccessNode>())
            continue;
        const auto* node = scope.nodes[static_cast<std::size_t>(beside)];
        if (!node->as<ir::NestedSdfg>() && !node->isEntry())
            continue;
        auto& row = rows[{beside, comesOut}];
        row.beside = beside;
        row.below = comesOut;
        row.members.push_back(static_cast<int>(i));
    }
    std::vector<GatheredRow> found;
    for (auto& [key, row] : rows) {
        leaveOut(scope, row);
        double width = 0;
        for (const int member : row.members)
            width += scope.pieces[static_cast<std::size_t>(member)].size.w;
        const auto at = static_cast<std::size_t>(row.beside);
        const bool nested = scope.nodes[at]->as<ir::NestedSdfg>() != nullptr;
        if (row.members.size() > 1 && (nested || isWideRow(width, scope.pieces[at].size.w)))
            found.push_back(std::move(row));
    }
    return found;
}

/// By member, where the node beside it uses it: in a nested SDFG, or from the left.
std::map<int, int> orderOf(const ScopeItems& scope, const GatheredRow& row) {
    const auto* node = scope.nodes[static_cast<std::size_t>(row.beside)];
    const auto* nested = node->as<ir::NestedSdfg>();
    const auto uses = nested && nested->sdfg ? orderOfUse(*nested->sdfg, row.below)
                                             : std::map<std::string, int>();
    std::map<int, int> order;
    for (std::size_t e = 0; e < scope.edges.size(); ++e) {
        const auto& edge = scope.graph.edges[e];
        const int member = row.below ? edge.to : edge.from;
        if ((row.below ? edge.from : edge.to) != row.beside)
            continue;
        const auto& connector =
            row.below ? scope.edges[e]->srcConnector : scope.edges[e]->dstConnector;
        const auto use = uses.find(connector);
        const auto x = row.below ? edge.fromX : edge.toX;
        const int at = nested ? (use == uses.end() ? static_cast<int>(uses.size()) : use->second)
                              : static_cast<int>(x.value_or(0));
        const auto [known, isNew] = order.emplace(member, at);
        if (!isNew)
            known->second = std::min(known->second, at);
    }
    return order;
}

} // namespace

std::vector<int> gatherRows(ScopeItems& scope) {
    const auto rows = rowsOf(scope);
    if (rows.empty())
        return {};
    const auto count = scope.pieces.size();
    struct Place {
        int node = 0;
        double x = 0;
        std::vector<Point> segment;
    };
    std::map<int, Place> places;                             // of members
    std::vector<std::pair<Piece, std::optional<Rect>>> made; // and its place before
    for (const auto& row : rows) {
        const auto order = orderOf(scope, row);
        auto members = row.members;
        std::ranges::stable_sort(members, {}, [&order](int member) { return order.at(member); });
        std::vector<std::optional<Rect>> before;
        for (const int member : members)
            before.push_back(scope.graph.nodes[static_cast<std::size_t>(member)].before);
        members = keptInReadingOrder(std::move(members), before);
        std::vector<Piece> pieces;
        for (const int member : members)
            pieces.push_back(std::move(scope.pieces[static_cast<std::size_t>(member)]));
        auto all =
            argumentRows(std::move(pieces),
                         scope.pieces[static_cast<std::size_t>(row.beside)].size.w, row.below);
        for (std::size_t i = 0; i < members.size(); ++i)
            places[members[i]] = {static_cast<int>(made.size()), all.x[i],
                                  std::move(all.segments[i])};
        made.push_back({std::move(all.piece), around(before)});
    }
    // Other nodes, then rows, then connectors of the scope.
    ScopeGraph graph;
    std::vector<Piece> pieces;
    std::vector<int> moved(scope.graph.nodes.size());
    const auto keep = [&](std::size_t old) {
        moved[old] = static_cast<int>(graph.nodes.size());
        graph.nodes.push_back(scope.graph.nodes[old]);
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (places.contains(static_cast<int>(i)))
            continue;
        keep(i);
        pieces.push_back(std::move(scope.pieces[i]));
    }
    for (auto& [member, place] : places)
        place.node += static_cast<int>(graph.nodes.size());
    for (auto& [piece, before] : made) {
        graph.nodes.push_back({piece.size, ScopeNode::Pin::none, before});
        pieces.push_back(std::move(piece));
    }
    for (std::size_t i = count; i < scope.graph.nodes.size(); ++i)
        keep(i);
    for (std::size_t e = 0; e < scope.graph.edges.size(); ++e) {
        auto edge = scope.graph.edges[e];
        const auto from = places.find(edge.from), to = places.find(edge.to);
        edge.from = moved[static_cast<std::size_t>(edge.from)];
        edge.to = moved[static_cast<std::size_t>(edge.to)];
        if (from != places.end()) {
            edge.from = from->second.node;
            edge.fromX = from->second.x;
            scope.segments[e] = {edge.from, false, from->second.segment};
        }
        if (to != places.end()) {
            edge.to = to->second.node;
            edge.toX = to->second.x;
            scope.segments[e] = {edge.to, true, to->second.segment};
        }
        graph.edges.push_back(edge);
    }
    scope.graph = std::move(graph);
    scope.pieces = std::move(pieces);
    return moved;
}

void RowSegment::lengthen(std::vector<Point>& line, const Placement& placement) const {
    if (curve.empty() || line.empty())
        return;
    auto own = curve;
    for (auto& point : own)
        point = point + placement.nodes[static_cast<std::size_t>(rows)];
    if (below) {
        line.insert(line.end(), own.begin() + 1, own.end());
    } else {
        own.insert(own.end(), line.begin() + 1, line.end());
        line = std::move(own);
    }
}

} // namespace mw::layout

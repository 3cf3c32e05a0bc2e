// First and last edge of memlet paths of a state: scope nodes are looked at once, when a path leads
// through them.
#include "core/analysis/path_ends.h"

#include "core/ir/connectors.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace mw::analysis {

namespace {

using ir::Edge;

using NamedEnds = std::vector<std::pair<std::string_view, const Edge*>>;

/// Edges by what they pass, those of one name in edge order.
NamedEnds byName(std::span<const Edge* const> edges, std::string Edge::*connector,
                 std::string_view (*passed)(std::string_view)) {
    NamedEnds named;
    for (const Edge* edge : edges)
        if (const auto name = passed(edge->*connector); !name.empty())
            named.emplace_back(name, edge);
    std::ranges::stable_sort(named, {}, &NamedEnds::value_type::first);
    return named;
}

const Edge* firstOf(const NamedEnds& named, std::string_view name) {
    const auto found = std::ranges::lower_bound(named, name, {}, &NamedEnds::value_type::first);
    return found != named.end() && found->first == name ? found->second : nullptr;
}

} // namespace

PathEnds::PathEnds(const ir::StateIndex& index)
    : index_(index), steps_(index.edgeCount()), linked_(index.size()) {}

/// A path that splits inside a scope goes on with the first of its edges, as memletPath() does.
void PathEnds::link(const ir::Node& scopeNode) const {
    const NamedEnds in = byName(index_.inEdges(scopeNode.id), &Edge::dstConnector, ir::passedIn);
    const NamedEnds out = byName(index_.outEdges(scopeNode.id), &Edge::srcConnector, ir::passedOut);
    for (const auto& [name, edge] : in)
        steps_[index_.edgePosition(edge->id)].after = firstOf(out, name);
    for (const auto& [name, edge] : out)
        steps_[index_.edgePosition(edge->id)].before = firstOf(in, name);
}

const Edge* PathEnds::step(const Edge& edge, const Edge* Steps::*way) const {
    const std::size_t at = index_.position(way == &Steps::before ? edge.src : edge.dst);
    if (at == ir::StateIndex::npos)
        return nullptr;
    const ir::Node& node = index_.nodeAt(at);
    if (!node.isEntry() && !node.isExit())
        return nullptr;
    if (!linked_[at]) {
        linked_[at] = true;
        link(node);
    }
    return steps_[index_.edgePosition(edge.id)].*way;
}

const Edge& PathEnds::end(const Edge& edge, const Edge* Steps::*way) const {
    const Edge* at = &edge;
    // A cycle through scope nodes exists in broken graphs only: the count bounds the walk.
    for (std::size_t steps = index_.edgeCount(); steps > 0; --steps) {
        const Edge* further = step(*at, way);
        if (!further)
            break;
        at = further;
    }
    return *at;
}

} // namespace mw::analysis

// First and last edge of every memlet path of a state, in one pass.
#include "core/analysis/path_ends.h"

#include "core/ir/connectors.h"

#include <algorithm>
#include <string_view>

namespace mw::analysis {

namespace {

using ir::Edge;

using Named = std::vector<std::pair<std::string_view, const Edge*>>;

/// Edges by what they pass, those of one name in edge order.
Named byName(std::span<const Edge* const> edges, std::string Edge::*connector,
             std::string_view (*passed)(std::string_view)) {
    Named named;
    for (const Edge* edge : edges)
        if (const auto name = passed(edge->*connector); !name.empty())
            named.emplace_back(name, edge);
    std::ranges::stable_sort(named, {}, &Named::value_type::first);
    return named;
}

const Edge* firstOf(const Named& named, std::string_view name) {
    const auto found = std::ranges::lower_bound(named, name, {}, &Named::value_type::first);
    return found != named.end() && found->first == name ? found->second : nullptr;
}

} // namespace

PathEnds::PathEnds(const ir::StateIndex& index) : index_(index) {
    const auto& edges = index.state().edges;
    positions_.reserve(edges.size());
    for (std::uint32_t i = 0; i < edges.size(); ++i)
        positions_.emplace_back(edges[i]->id.value, i);
    std::ranges::sort(positions_);
    before_.resize(edges.size());
    after_.resize(edges.size());
    for (const auto& node : index.state().nodes)
        if (node->isEntry() || node->isExit())
            link(*node);
    first_ = follow(before_);
    last_ = follow(after_);
}

std::size_t PathEnds::position(const Edge& edge) const {
    const auto found = std::ranges::lower_bound(positions_, edge.id.value, {},
                                                &std::pair<std::uint32_t, std::uint32_t>::first);
    return found->second;
}

/// A path that splits inside a scope goes on with the first of its edges, as memletPath() does.
void PathEnds::link(const ir::Node& scopeNode) {
    const Named in = byName(index_.inEdges(scopeNode.id), &Edge::dstConnector, ir::passedIn);
    const Named out = byName(index_.outEdges(scopeNode.id), &Edge::srcConnector, ir::passedOut);
    for (const auto& [name, edge] : in)
        after_[position(*edge)] = firstOf(out, name);
    for (const auto& [name, edge] : out)
        before_[position(*edge)] = firstOf(in, name);
}

std::vector<const Edge*> PathEnds::follow(const std::vector<const Edge*>& next) const {
    const auto& edges = index_.state().edges;
    std::vector<const Edge*> ends(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Edge* at = edges[i].get();
        // A cycle through scope nodes exists in broken graphs only: the count bounds the walk.
        for (std::size_t steps = edges.size(); steps > 0; --steps) {
            const Edge* further = next[position(*at)];
            if (!further)
                break;
            at = further;
        }
        ends[i] = at;
    }
    return ends;
}

} // namespace mw::analysis

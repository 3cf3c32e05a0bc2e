// Memlet paths through scopes, and order between nodes.
#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"

#include <algorithm>
#include <set>

namespace mw::analysis {

namespace {

using ir::Edge;
using ir::Node;
using ir::passedIn;
using ir::passedOut;
using ir::StateIndex;

bool isScopeNode(const Node* node) {
    return node && (node->isEntry() || node->isExit());
}

/// The edge before `edge` through the scope node that it leaves; the first one of several.
const Edge* before(const StateIndex& index, const Edge& edge) {
    const auto name = passedOut(edge.srcConnector);
    if (name.empty() || !isScopeNode(index.node(edge.src)))
        return nullptr;
    for (const Edge* candidate : index.inEdges(edge.src))
        if (passedIn(candidate->dstConnector) == name)
            return candidate;
    return nullptr;
}

/// The edges after `edge` through the scope node that it enters.
std::vector<const Edge*> after(const StateIndex& index, const Edge& edge) {
    std::vector<const Edge*> found;
    const auto name = passedIn(edge.dstConnector);
    if (name.empty() || !isScopeNode(index.node(edge.dst)))
        return found;
    for (const Edge* candidate : index.outEdges(edge.dst))
        if (passedOut(candidate->srcConnector) == name)
            found.push_back(candidate);
    return found;
}

/// All edges before `edge` through the exit node that it leaves.
std::vector<const Edge*> allBefore(const StateIndex& index, const Edge& edge) {
    std::vector<const Edge*> found;
    const auto name = passedOut(edge.srcConnector);
    if (name.empty() || !isScopeNode(index.node(edge.src)))
        return found;
    for (const Edge* candidate : index.inEdges(edge.src))
        if (passedIn(candidate->dstConnector) == name)
            found.push_back(candidate);
    return found;
}

// A cycle through scope nodes exists in broken graphs only; the number of edges bounds every walk.
std::size_t limit(const StateIndex& index) {
    return index.edgeCount() + 1;
}

bool isAccessTo(const Node* node, const std::string& data) {
    const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
    if (!access)
        return false;
    // `s.member` may be read from the node of the structure itself.
    return access->data == data ||
           (data.size() > access->data.size() && data.starts_with(access->data) &&
            data[access->data.size()] == '.');
}

} // namespace

std::vector<const Edge*> memletPath(const StateIndex& index, const Edge& edge) {
    std::vector<const Edge*> path;
    for (const Edge* at = &edge; at && path.size() < limit(index); at = before(index, *at))
        path.push_back(at);
    std::reverse(path.begin(), path.end());
    const std::size_t bound = path.size() + limit(index);
    for (auto next = after(index, edge); !next.empty() && path.size() < bound;
         next = after(index, *path.back()))
        path.push_back(next.front());
    return path;
}

std::vector<const Edge*> innerEdges(const StateIndex& index, const Edge& outer) {
    const Node* dst = index.node(outer.dst);
    if (dst && dst->isEntry() && ir::isPassIn(outer.dstConnector))
        return after(index, outer);
    const Node* src = index.node(outer.src);
    return src && src->isExit() ? allBefore(index, outer) : std::vector<const Edge*>{};
}

std::vector<const Edge*> branchesBelow(const StateIndex& index, const Edge& edge) {
    std::vector<const Edge*> found{&edge};
    for (std::size_t i = 0; i < found.size() && found.size() < limit(index); ++i)
        if (const Node* dst = index.node(found[i]->dst); dst && dst->isEntry())
            for (const Edge* next : after(index, *found[i]))
                found.push_back(next);
    return found;
}

std::vector<const Edge*> branchesAbove(const StateIndex& index, const Edge& edge) {
    std::vector<const Edge*> found{&edge};
    for (std::size_t i = 0; i < found.size() && found.size() < limit(index); ++i)
        if (const Node* src = index.node(found[i]->src); src && src->isExit())
            for (const Edge* next : allBefore(index, *found[i]))
                found.push_back(next);
    return found;
}

bool isDataSource(const StateIndex& index, const Edge& edge) {
    const auto path = memletPath(index, edge);
    const bool source = isAccessTo(index.node(path.front()->src), edge.memlet.data);
    const bool destination = isAccessTo(index.node(path.back()->dst), edge.memlet.data);
    if (source != destination)
        return source;
    return edge.memlet.isDataSource.value_or(true);
}

std::optional<symbolic::Subset> sourceSubset(const StateIndex& index, const Edge& edge) {
    return isDataSource(index, edge) ? edge.memlet.subset : edge.memlet.otherSubset;
}

std::optional<symbolic::Subset> destinationSubset(const StateIndex& index, const Edge& edge) {
    return isDataSource(index, edge) ? edge.memlet.otherSubset : edge.memlet.subset;
}

} // namespace mw::analysis

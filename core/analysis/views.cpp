// Which edge of a view says what it looks at.
#include "core/analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

namespace {

using ir::Edge;

const ir::AccessNode* producer(const ir::StateIndex& index, const Edge& edge) {
    const ir::Node* node = index.node(memletPath(index, edge).front()->src);
    return node ? node->as<ir::AccessNode>() : nullptr;
}

const ir::AccessNode* consumer(const ir::StateIndex& index, const Edge& edge) {
    const ir::Node* node = index.node(memletPath(index, edge).back()->dst);
    return node ? node->as<ir::AccessNode>() : nullptr;
}

std::vector<const Edge*> carrying(std::span<const Edge* const> edges) {
    std::vector<const Edge*> found;
    std::ranges::copy_if(edges, std::back_inserter(found),
                         [](const Edge* e) { return !e->memlet.empty(); });
    return found;
}

/// One edge on each side, and data at the far end of both.
ViewingEdge betweenData(const ir::StateIndex& index, const std::string& view, const Edge& in,
                        const Edge& out) {
    if (in.dstConnector == "views")
        return {&in};
    if (out.srcConnector == "views")
        return {&out};
    const bool inNamesView = in.memlet.data == view;
    const bool outNamesView = out.memlet.data == view;
    if (inNamesView && outNamesView)
        return {};
    if (inNamesView != outNamesView)
        return {inNamesView ? &out : &in};
    if (index.node(in.src)->isEntry())
        return {&in};
    if (index.node(out.dst)->isExit())
        return {&out};
    return {&in, true};
}

} // namespace

std::string unlikeViewText(const std::string& view, ir::ScalarType seen, ir::ScalarType stored) {
    return fmt::format(
        "the view '{}' sees elements of {} as {}: only a view of elements of the same "
        "size can be computed with",
        view, ir::name(stored), ir::name(seen));
}

ViewingEdge viewingEdge(const ir::StateIndex& index, const ir::Node& view) {
    const auto* access = view.as<ir::AccessNode>();
    const auto in = carrying(index.inEdges(view.id));
    const auto out = carrying(index.outEdges(view.id));
    if (!access)
        return {};
    if (in.size() == 1 && out.size() != 1)
        return {producer(index, *in[0]) ? in[0] : nullptr};
    if (out.size() == 1 && in.size() != 1)
        return {consumer(index, *out[0]) ? out[0] : nullptr};
    if (in.size() != 1 || out.size() != 1)
        return {};
    const bool fromData = producer(index, *in[0]) != nullptr;
    const bool toData = consumer(index, *out[0]) != nullptr;
    if (fromData && toData)
        return betweenData(index, access->data, *in[0], *out[0]);
    return {fromData ? in[0] : toData ? out[0] : nullptr};
}

} // namespace mw::analysis

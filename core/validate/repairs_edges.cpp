// Repairs of edges and memlets.
#include "core/validate/certainty.h"
#include "core/validate/repairs.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

// Repairs of memlets.

std::optional<Repair> recomputeVolume(const Case& c) {
    const ir::Edge* edge = c.at.edge;
    if (!edge || !edge->memlet.subset || edge->memlet.dynamic)
        return std::nullopt;
    const auto volume = edge->memlet.subset->volume();
    if (volume == edge->memlet.volume)
        return std::nullopt;
    return Repair{fmt::format("Set the volume to {}", symbolic::print(volume)),
                  [volume, state = c.state(), id = edge->id](ir::Editor& editor) {
                      editor.edge(state, id).memlet.volume = volume;
                  }};
}

namespace {

/// The wider region would be an error of its own: then the mistake is inside the map.
bool reachesOutside(const ir::Sdfg& sdfg, const std::string& name, const symbolic::Subset& region) {
    const auto* data = sdfg.data(name);
    Certainty certainty(sdfg);
    for (std::size_t d = 0; data && d < region.rank() && d < data->rank(); ++d)
        if (certainty.less(region.dims[d].begin, 0) ||
            certainty.atLeast(region.dims[d].end, data->shape[d]))
            return true;
    return false;
}

} // namespace

/// The memlets outside the map from those inside.
std::optional<Repair> propagateOutwards(const Case& c) {
    const ir::Edge* edge = c.at.edge;
    if (!edge)
        return std::nullopt;
    const ir::StateIndex index(*c.at.block->as<ir::State>());
    const auto needed = analysis::outerMemlet(index, *c.at.sdfg, *edge);
    if (!needed || !needed->subset || needed->subset == edge->memlet.subset ||
        reachesOutside(*c.at.sdfg, edge->memlet.data, *needed->subset))
        return std::nullopt;
    const ir::Node* target = index.node(edge->dst);
    const ir::Node* source = index.node(edge->src);
    const NodeId entry = target->isEntry() ? target->id : ir::entryOf(*source);
    return Repair{"Recompute the memlets outside the map",
                  [entry, state = c.state()](ir::Editor& editor) {
                      analysis::propagateScope(editor, state, entry);
                  }};
}

/// A sum begins with 0.
std::optional<Repair> zeroFirst(const Case& c) {
    const auto* access = c.at.node ? c.at.node->as<ir::AccessNode>() : nullptr;
    if (!access || access->setZero)
        return std::nullopt;
    const ir::StateIndex index(*c.at.block->as<ir::State>());
    const auto isSum = [](std::string lambda) {
        std::erase_if(lambda, [](char ch) { return ch == ' ' || ch == '(' || ch == ')'; });
        const auto body = lambda.substr(std::min(lambda.find(':'), lambda.size()));
        const auto plus = body.find('+');
        return plus != std::string::npos && body.find_first_of("*/-%<>") == std::string::npos &&
               body.find('+', plus + 1) == std::string::npos;
    };
    const auto in = index.inEdges(c.at.node->id);
    if (in.empty() || !std::ranges::all_of(in, [&](const ir::Edge* e) {
            return e->memlet.empty() || isSum(e->memlet.wcr);
        }))
        return std::nullopt;
    return Repair{fmt::format("Let '{}' be zero when it is allocated", access->data),
                  [state = c.state(), id = c.at.node->id](ir::Editor& editor) {
                      editor.node(state, id).as<ir::AccessNode>()->setZero = true;
                  }};
}

} // namespace mw::validate

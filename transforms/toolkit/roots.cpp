// Access nodes by what they stand for, so that nobody who asks about a container has to look at
// every node of a state.

#include "transforms/toolkit/roots.h"

#include "transforms/framework/kept.h"
#include "transforms/toolkit/state_order.h"

#include <algorithm>
#include <map>

namespace mw::transforms {

namespace {

struct Roots {
    std::vector<RootedNode> nodes; ///< in the order of the state
    std::map<std::string, std::vector<std::size_t>, std::less<>> byRoot;
};

Roots rootsOf(const StateView& at) {
    Roots roots;
    for (const auto& node : at.state().nodes) {
        if (!node->as<ir::AccessNode>())
            continue;
        roots.nodes.push_back({node.get(), rootData(*at.index, *at.sdfg, *node)});
        roots.byRoot[roots.nodes.back().root].push_back(roots.nodes.size() - 1);
    }
    return roots;
}

const Roots& rootsIn(const StateView& at) {
    return remembered<struct RootsOfState>(*at.document, at.id, [&] { return rootsOf(at); });
}

/// The nodes of one root, "" for those of which it is not known.
struct NodesOfRoot {
    static std::vector<RootedNode> find(const DocumentView& view,
                                        const std::pair<BlockId, std::string>& key) {
        const Roots& roots = rootsIn(*view.state(key.first));
        std::vector<RootedNode> found;
        if (const auto known = roots.byRoot.find(key.second); known != roots.byRoot.end())
            for (const std::size_t i : known->second)
                found.push_back(roots.nodes[i]);
        return found;
    }
};

} // namespace

std::vector<const RootedNode*> nodesOf(const StateView& at, const analysis::NameSet& containers) {
    const analysis::NameSet& twins = twinsIn(at);
    const bool any = std::ranges::any_of(containers, [&](const auto& container) {
        return container.empty() || twins.contains(analysis::containerOf(container));
    });
    std::vector<const RootedNode*> found;
    if (any) {
        for (const RootedNode& node : rootsIn(at).nodes)
            found.push_back(&node);
        return found;
    }
    const auto choose = [&](const std::string& root) {
        for (const RootedNode& node : asked<NodesOfRoot>(*at.document, std::pair(at.id, root)))
            found.push_back(&node);
    };
    choose("");
    std::ranges::for_each(containers, choose);
    const auto position = [&](const RootedNode* node) {
        return at.index->position(node->node->id);
    };
    std::ranges::sort(found, {}, position);
    return found;
}

const OuterAccesses& outerAccesses(const StateView& at, const ir::Node& entry) {
    return remembered<struct AccessesOfMap>(*at.document, entry.id, [&] {
        return outerAccesses(*at.index, *at.sdfg, entry, *at.index->node(ir::exitOf(entry)));
    });
}

} // namespace mw::transforms

// Temporaries that live in one iteration of a map.

#include "transforms/toolkit/local_container.h"

#include "core/analysis/analysis.h"

#include <algorithm>

namespace mw::transforms {

LocalContainer addLocal(ir::Editor& editor, const StateView& at, NodeId entry,
                        const std::string& container, const Part& part) {
    const auto& data = **at.sdfg->arrays.find(container);
    const std::string wish = container.starts_with("local_") ? container : "local_" + container;
    const NodeId node = addReplacement(editor, at.id, at.sdfg->id, data, part, wish);
    const std::string name = editor.node(at.id, node).as<ir::AccessNode>()->data;
    auto& arrays = editor.sdfg(at.sdfg->id).arrays;
    auto local = **arrays.find(name);
    local.storage = ir::Storage::Register;
    arrays.set(name, std::make_shared<const ir::DataDescriptor>(std::move(local)));
    moveToFront(editor, at, entry);
    return {node, name};
}

void moveToFront(ir::Editor& editor, const StateView& at, NodeId entry) {
    auto& nodes = editor.state(at.id).nodes;
    const auto first = std::ranges::find_if(nodes, [&](const ir::NodePtr& node) {
        return node == nodes.back() || at.index->scope(node->id) == entry;
    });
    std::rotate(first, nodes.end() - 1, nodes.end());
}

void readFromLocal(ir::Editor& editor, const StateView& at, const ir::Edge& edge, const Part& part,
                   const LocalContainer& local) {
    for (const ir::Edge* below : analysis::branchesBelow(*at.index, edge))
        retarget(editor, at.id, *at.index, *at.sdfg, *below, true, part.inReplacement(),
                 local.name);
    ir::Edge& moved = editor.edge(at.id, edge.id);
    moved.src = local.node;
    moved.srcConnector.clear();
}

} // namespace mw::transforms

// A map twice.

#include "transforms/toolkit/copy_map.h"

#include "core/analysis/names.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>
#include <map>
#include <set>

namespace mw::transforms {

namespace {

class MapCopy {
public:
    MapCopy(ir::Editor& editor, const StateView& at, const ir::Node& entry)
        : editor_(editor), at_(at), entry_(entry) {}

    NodeId run();

private:
    void copyContainers();
    void copyNodes();
    void copyEdges();
    ir::Node copyOf(const ir::Node& node);
    void rename(std::string& data) const;
    NodeId copied(NodeId id) const;

    ir::Editor& editor_;
    const StateView& at_;
    const ir::Node& entry_;
    Renaming names_; ///< of containers
    std::map<NodeId, NodeId> ids_;
};

/// Containers may be structures, of which nodes and memlets name members.
void MapCopy::rename(std::string& data) const {
    const auto container = analysis::containerOf(data);
    const auto name = names_.find(container);
    if (name != names_.end())
        data = name->second + data.substr(container.size());
}

void MapCopy::copyContainers() {
    const SdfgId sdfg = at_.sdfg->id;
    for (const auto& [data, node] : dataInside(*at_.index, entry_.id)) {
        const std::string container(analysis::containerOf(data));
        const auto* descriptor = at_.sdfg->arrays.find(container);
        if (!descriptor || names_.contains(container))
            continue;
        const std::string name = freshName(editor_, sdfg, container);
        editor_.sdfg(sdfg).arrays.set(name, *descriptor);
        names_[container] = name;
    }
}

NodeId MapCopy::copied(NodeId id) const {
    const auto found = ids_.find(id);
    return found != ids_.end() ? found->second : id;
}

ir::Node MapCopy::copyOf(const ir::Node& node) {
    ir::Node copy = node;
    copy.id = copied(node.id);
    if (auto* access = copy.as<ir::AccessNode>())
        rename(access->data);
    else if (auto* entry = copy.as<ir::MapEntry>())
        entry->exit = copied(entry->exit);
    else if (auto* exit = copy.as<ir::MapExit>())
        exit->entry = copied(exit->entry);
    else if (auto* nested = copy.as<ir::NestedSdfg>(); nested && nested->sdfg)
        nested->sdfg = editor_.copyWithNewIds(*nested->sdfg);
    return copy;
}

/// Behind the last node of the map: where only the order in the file says what comes first, it is
/// that of the map.
void MapCopy::copyNodes() {
    std::vector<const ir::Node*> nodes{&entry_};
    for (const NodeId id : nodesInside(*at_.index, entry_.id))
        nodes.push_back(at_.index->node(id));
    std::ranges::sort(nodes, {},
                      [&](const ir::Node* node) { return at_.index->position(node->id); });
    for (const ir::Node* node : nodes)
        ids_[node->id] = editor_.newId<NodeId>();
    std::vector<ir::NodePtr> copies;
    for (const ir::Node* node : nodes)
        copies.push_back(std::make_shared<const ir::Node>(copyOf(*node)));
    const ir::Unnoted unnoted; // the last one's place, which the order says that was asked for
    auto& now = editor_.state(at_.id).nodes;
    const auto last = std::ranges::find_if(
        now, [&](const ir::NodePtr& node) { return node->id == nodes.back()->id; });
    now.insert(last + 1, copies.begin(), copies.end());
}

void MapCopy::copyEdges() {
    std::set<EdgeId> touching;
    for (const auto& [id, copy] : ids_)
        for (const auto& edges : {at_.index->inEdges(id), at_.index->outEdges(id)})
            for (const ir::Edge* edge : edges)
                touching.insert(edge->id);
    std::vector<EdgeId> inOrder(touching.begin(), touching.end());
    std::ranges::sort(inOrder, {}, [&](EdgeId id) { return at_.index->edgePosition(id); });
    for (const EdgeId id : inOrder) {
        ir::Edge copy = *at_.index->edge(id);
        copy.src = copied(copy.src);
        copy.dst = copied(copy.dst);
        rename(copy.memlet.data);
        editor_.addEdge(at_.id, std::move(copy));
    }
}

NodeId MapCopy::run() {
    copyContainers();
    copyNodes();
    copyEdges();
    return copied(entry_.id);
}

} // namespace

NodeId copyMap(ir::Editor& editor, const StateView& at, const ir::Node& entry) {
    return MapCopy(editor, at, entry).run();
}

} // namespace mw::transforms

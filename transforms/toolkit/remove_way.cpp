// Takes back the way to a place inside by which nothing is read any more.

#include "core/ir/connectors.h"
#include "transforms/toolkit/dead_output.h"
#include "transforms/toolkit/inwards.h"

#include <algorithm>

namespace mw::transforms {

namespace {

class WayBack {
public:
    WayBack(ir::Editor& editor, const InnerLevels& levels, NodeId kept, std::set<NodeId>& removed)
        : editor_(editor), levels_(levels), kept_(kept), removed_(removed) {}

    void remove(std::size_t level, NodeId node, const std::string& connector) {
        const BlockId block = levels_[level].at.id;
        const ir::State& now = editor_.state(block);
        const auto at = std::ranges::find(now.nodes, node, [](const auto& n) { return n->id; });
        if (at == now.nodes.end() || std::ranges::any_of(now.edges, [&](const ir::EdgePtr& e) {
                return e->src == node && e->srcConnector == connector;
            }))
            return;
        const ir::Node old = **at;
        std::vector<ir::Edge> in;
        for (const auto& edge : now.edges)
            if (edge->dst == node &&
                (!old.isEntry() || edge->dstConnector == ir::passIn(ir::passedOut(connector))))
                in.push_back(*edge);
        if (old.isEntry()) {
            editor_.node(block, node).in.erase(ir::passIn(ir::passedOut(connector)));
            editor_.node(block, node).out.erase(connector);
        } else if (old.as<ir::AccessNode>()) {
            if (node == kept_)
                return;
            removeAccess(level, old);
        }
        for (const ir::Edge& edge : in) {
            if (old.isEntry())
                editor_.removeEdge(block, edge.id);
            remove(level, edge.src, edge.srcConnector);
        }
    }

private:
    void removeAccess(std::size_t level, const ir::Node& node) {
        const std::string& name = node.as<ir::AccessNode>()->data;
        const ir::Sdfg& sdfg = *levels_[level].at.sdfg;
        editor_.removeNode(levels_[level].at.id, node.id);
        removed_.insert(node.id);
        if (isUsed(sdfg, name, removed_))
            return;
        editor_.sdfg(sdfg.id).arrays.erase(name);
        if (level > 0 && !sdfg.data(name)->transient)
            removeArgument(level, name);
    }

    void removeArgument(std::size_t level, const std::string& name) {
        const BlockId outer = levels_[level - 1].at.id;
        const NodeId nested = levels_[level].nested;
        std::vector<ir::Edge> outside;
        for (const auto& edge : editor_.state(outer).edges)
            if (edge->dst == nested && edge->dstConnector == name)
                outside.push_back(*edge);
        editor_.node(outer, nested).in.erase(name);
        for (const ir::Edge& edge : outside) {
            editor_.removeEdge(outer, edge.id);
            remove(level - 1, edge.src, edge.srcConnector);
        }
    }

    ir::Editor& editor_;
    const InnerLevels& levels_;
    NodeId kept_;
    std::set<NodeId>& removed_;
};

} // namespace

void removeWay(ir::Editor& editor, const InnerLevels& levels, const ValueSource& end, NodeId kept,
               std::set<NodeId>& removed) {
    WayBack(editor, levels, kept, removed).remove(levels.size() - 1, end.node, end.connector);
}

} // namespace mw::transforms

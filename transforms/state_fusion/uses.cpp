// What a state does to containers, and between which of its nodes.

#include "transforms/state_fusion/uses.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "transforms/toolkit/accesses.h"

namespace mw::transforms {

namespace {

/// The entry of the outermost scope around a node; 0 at the top level.
NodeId outermost(const ir::StateIndex& index, NodeId node) {
    NodeId scope = index.scope(node);
    while (scope && index.scope(scope))
        scope = index.scope(scope);
    return scope;
}

NodeId beginOf(const ir::Node& node) {
    return node.isExit() ? ir::entryOf(node) : node.id;
}
NodeId endOf(const ir::Node& node) {
    return node.isEntry() ? ir::exitOf(node) : node.id;
}

class Collector {
public:
    Collector(const ir::StateIndex& index, const ir::Sdfg& sdfg) : index_(index), sdfg_(sdfg) {}

    Uses run() {
        for (const auto& node : index_.state().nodes)
            if (node->as<ir::AccessNode>())
                add(*node);
        return std::move(uses_);
    }

private:
    void add(const ir::Node& access) {
        const std::string root = rootData(index_, sdfg_, access);
        auto& uses = uses_[std::string(analysis::containerOf(root))];
        if (const NodeId scope = outermost(index_, access.id)) {
            uses.push_back(
                {&access, !onlyReads(access), scope, ir::exitOf(*index_.node(scope)), {}});
            return;
        }
        const auto* data = sdfg_.data(analysis::containerOf(access.as<ir::AccessNode>()->data));
        const bool takes = !data || data->kind == ir::DataKind::stream;
        for (const ir::Edge* edge : index_.outEdges(access.id))
            if (!edge->memlet.empty())
                uses.push_back(read(access, *edge, takes));
        for (const ir::Edge* edge : index_.inEdges(access.id))
            if (!edge->memlet.empty())
                uses.push_back(written(access, *edge));
    }

    /// Inside a map: a view that nothing is written to.
    bool onlyReads(const ir::Node& access) const {
        const auto viewing =
            isView(sdfg_, access) ? analysis::viewingEdge(index_, access) : analysis::ViewingEdge{};
        return viewing.edge && !viewing.guessed && viewing.edge->dst == access.id &&
               index_.inEdges(access.id).size() == 1;
    }

    /// A copy reads from when its source is come to until its target is.
    Use read(const ir::Node& access, const ir::Edge& edge, bool takes) const {
        const ir::Node& reader = *index_.node(edge.dst);
        const bool copy = reader.as<ir::AccessNode>() != nullptr;
        return {&access, takes, copy ? access.id : reader.id, endOf(reader),
                regionOf(index_, sdfg_, {&edge, &access, true})};
    }

    Use written(const ir::Node& access, const ir::Edge& edge) const {
        return {&access, true, beginOf(*index_.node(edge.src)), access.id,
                regionOf(index_, sdfg_, {&edge, &access, false})};
    }

    const ir::StateIndex& index_;
    const ir::Sdfg& sdfg_;
    Uses uses_;
};

} // namespace

Uses usesOf(const ir::StateIndex& index, const ir::Sdfg& sdfg) {
    return Collector(index, sdfg).run();
}

} // namespace mw::transforms

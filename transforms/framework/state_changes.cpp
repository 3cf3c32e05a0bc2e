// What an edit did to a state, carried on to everything whose validity depends on it.

#include "transforms/framework/state_changes.h"

#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "core/ir/same.h"

#include <algorithm>

namespace mw::transforms {

namespace {

/// A nested SDFG whose node is as it was.
bool changedInsideOnly(const ir::Node& was, const ir::Node& is) {
    return was.as<ir::NestedSdfg>() && is.as<ir::NestedSdfg>() && ir::sameProperties(was, is);
}

std::set<std::uint64_t> symbolicExtents(const ir::Sdfg& sdfg) {
    std::set<std::uint64_t> extents;
    for (const auto& [name, data] : sdfg.arrays)
        for (const auto& extent : data->shape)
            if (!extent.isInteger())
                extents.insert(extent.hash());
    return extents;
}

} // namespace

/// Both tables mostly have the same names in the same order.
ContainerChanges::ContainerChanges(const ir::Sdfg& before, const ir::Sdfg& after) {
    auto next = before.arrays.begin();
    std::size_t known = 0;
    for (const auto& [name, data] : after.arrays) {
        const bool inOrder = next != before.arrays.end() && next->name == name;
        const ir::DataPtr* was = inOrder ? &next->value : before.arrays.find(name);
        if (inOrder)
            ++next;
        if (!was || *was != data)
            changed.insert(name);
        if (was)
            ++known;
        else
            added.insert(name);
        if (data->kind == ir::DataKind::view || data->kind == ir::DataKind::reference)
            aliases.insert(name);
    }
    if (known != before.arrays.size())
        for (const auto& [name, data] : before.arrays)
            if (!after.arrays.contains(name))
                changed.insert(name);
    sameExtents = changed.empty() || symbolicExtents(before) == symbolicExtents(after);
}

bool ContainerChanges::namesConnectorOf(const ir::Node& node) const {
    const auto isAdded = [&](const auto& connector) { return added.contains(connector.first); };
    return !added.empty() &&
           (std::ranges::any_of(node.in, isAdded) || std::ranges::any_of(node.out, isAdded));
}

StateChanges::StateChanges(const ir::StateIndex& before, const ir::StateIndex& after,
                           const ContainerChanges& containers)
    : after_(after), all_(before.hasCycle() || after.hasCycle()),
      allRegions_(!containers.sameExtents), nodes_(after.state().nodes.size(), Change::none) {
    if (all_)
        return;
    compareNodes(before, containers);
    compareEdges(before, containers);
    enterScopes();
    addEdgesOfNodes();
    followPaths();
    addEndsOfEdges();
}

bool StateChanges::node(const ir::Node& node) const {
    return all_ || at(node.id) != Change::none;
}

StateChanges::Change StateChanges::at(NodeId node) const {
    return nodes_[after_.position(node)];
}

void StateChanges::raise(NodeId node, Change change) {
    if (const auto position = after_.position(node); position != ir::StateIndex::npos)
        nodes_[position] = std::max(nodes_[position], change);
}

void StateChanges::add(const ir::Edge& edge, Why why) {
    if (edges_.emplace(&edge, why).second)
        inOrder_.push_back(&edge);
}

/// Which edge a view looks through depends on all of its edges: it counts as changed always.
void StateChanges::compareNodes(const ir::StateIndex& before, const ContainerChanges& containers) {
    const auto raiseBoth = [&](const ir::Node& node) { // both ends of a scope are one
        raise(ir::entryOf(node), Change::itself);
        raise(ir::exitOf(node), Change::itself);
    };
    const auto isNamed = [&](const ir::Node& node) {
        const auto* access = node.as<ir::AccessNode>();
        if (!access || (containers.changed.empty() && containers.aliases.empty()))
            return false;
        const auto data = analysis::containerOf(access->data);
        return containers.changed.contains(data) || containers.aliases.contains(data);
    };
    const auto raiseAt = [&](std::size_t position, Change change) {
        nodes_[position] = std::max(nodes_[position], change);
    };
    const auto& nodes = after_.state().nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const ir::Node& node = *nodes[i];
        const ir::Node* was = before.node(node.id);
        const bool same = was == &node || (was && changedInsideOnly(*was, node));
        if (!same || before.scope(node.id) != after_.scope(node.id) || isNamed(node))
            raiseAt(i, Change::itself);
        else if (was != &node || containers.namesConnectorOf(node))
            raiseAt(i, Change::around);
        if (was != &node)
            raiseBoth(node);
    }
    for (const auto& node : before.state().nodes)
        if (after_.node(node->id) != node.get())
            raiseBoth(*node);
}

void StateChanges::compareEdges(const ir::StateIndex& before, const ContainerChanges& containers) {
    const auto raiseEnds = [&](const ir::Edge& edge) {
        raise(edge.src, Change::around);
        raise(edge.dst, Change::around);
    };
    const auto isNamed = [&](const ir::Edge& edge) {
        return !containers.changed.empty() && !edge.memlet.empty() &&
               (containers.changed.contains(analysis::containerOf(edge.memlet.data)) ||
                containers.changed.contains(edge.memlet.data));
    };
    for (const auto& edge : after_.state().edges) {
        if (before.edge(edge->id) == edge.get() && !isNamed(*edge))
            continue;
        add(*edge, Why::itself);
        raiseEnds(*edge);
    }
    for (const auto& edge : before.state().edges)
        if (after_.edge(edge->id) != edge.get())
            raiseEnds(*edge);
}

/// What is inside a scope that changed, or that stands in one, stands elsewhere now.
void StateChanges::enterScopes() {
    for (const NodeId id : after_.topological())
        if (const NodeId scope = after_.scope(id); scope && at(scope) == Change::itself)
            raise(id, Change::itself);
}

/// A scope node passes on what one of its edges says to others, so that it counts whatever changed.
void StateChanges::addEdgesOfNodes() {
    for (const auto& node : after_.state().nodes) {
        const Change change = at(node->id);
        const bool passes = change == Change::around && (node->isEntry() || node->isExit());
        if (change != Change::itself && !passes)
            continue;
        for (const auto& edges : {after_.inEdges(node->id), after_.outEdges(node->id)})
            for (const ir::Edge* edge : edges)
                add(*edge, Why::around);
    }
}

void StateChanges::followPaths() {
    for (std::size_t i = 0; i < inOrder_.size(); ++i) {
        const ir::Edge& edge = *inOrder_[i];
        if (const auto name = ir::passedIn(edge.dstConnector); !name.empty())
            for (const ir::Edge* next : after_.outEdges(edge.dst))
                if (ir::passedOut(next->srcConnector) == name)
                    add(*next, Why::around);
        if (const auto name = ir::passedOut(edge.srcConnector); !name.empty())
            for (const ir::Edge* previous : after_.inEdges(edge.src))
                if (ir::passedIn(previous->dstConnector) == name)
                    add(*previous, Why::around);
    }
}

/// What code says about its edges is checked at the code.
void StateChanges::addEndsOfEdges() {
    for (const ir::Edge* edge : inOrder_)
        for (const NodeId end : {edge->src, edge->dst})
            if (const ir::Node* node = after_.node(end); node && node->isCode())
                raise(end, Change::around);
}

} // namespace mw::transforms

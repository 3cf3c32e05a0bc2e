// The contents of one condition block move into another.

#include "transforms/fuse_horizontal_condition_blocks/plan.h"

#include <algorithm>

namespace mw::transforms {

namespace {

/// The contents of a state under the names of the first SDFG.
void renameState(ir::State& state, const Renaming& containers) {
    for (auto& node : state.nodes)
        if (const auto* access = node->as<ir::AccessNode>()) {
            auto copy = std::make_shared<ir::Node>(*node);
            copy->as<ir::AccessNode>()->data = containers.find(access->data)->second;
            node = std::move(copy);
        }
    for (auto& edge : state.edges)
        if (!edge->memlet.empty()) {
            auto copy = std::make_shared<ir::Edge>(*edge);
            copy->memlet.data = containers.find(edge->memlet.data)->second;
            edge = std::move(copy);
        }
}

void moveContainers(ir::Editor& editor, const FusePlan& plan) {
    ir::Sdfg& first = editor.sdfg(plan.first.inner().id);
    for (const auto& [name, data] : plan.second.inner().arrays)
        if (!plan.conditionNames.contains(name))
            first.arrays.set(plan.containers.find(name)->second, data);
    for (const auto& [name, type] : plan.second.inner().symbols)
        first.symbols.emplace(name, type);
    auto& mapping =
        editor.node(plan.at.id, plan.first.node->id).as<ir::NestedSdfg>()->symbolMapping;
    for (const auto& [name, value] : plan.second.nested().symbolMapping)
        mapping.emplace(name, value);
}

void moveBranches(ir::Editor& editor, const FusePlan& plan) {
    const auto& branches = plan.second.branches();
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const BlockId from = plan.second.block(i).id;
        renameState(editor.state(from), plan.containers);
        if (i < plan.first.branches().size()) {
            const ir::State moved = editor.state(from);
            ir::State& into = editor.state(plan.first.block(i).id);
            into.nodes.insert(into.nodes.end(), moved.nodes.begin(), moved.nodes.end());
            into.edges.insert(into.edges.end(), moved.edges.begin(), moved.edges.end());
            continue;
        }
        ir::Branch further = branches[i];
        if (further.condition)
            further.condition->text =
                renameIdentifiers(further.condition->text, plan.conditionNames);
        editor.block(plan.first.conditional->id)
            .as<ir::ConditionalBlock>()
            ->branches.push_back(std::move(further));
    }
}

/// The edge leads to, or from, the first from now on.
void moveEdge(ir::Editor& editor, const FusePlan& plan, const ir::Edge& edge, bool in) {
    ir::Edge& moved = editor.edge(plan.at.id, edge.id);
    (in ? moved.dst : moved.src) = plan.first.node->id;
    std::string& connector = in ? moved.dstConnector : moved.srcConnector;
    if (connector.empty())
        return;
    const auto& types = in ? plan.second.node->in : plan.second.node->out;
    const auto type = types.find(connector);
    connector = plan.containers.find(connector)->second;
    ir::Node& node = editor.node(plan.at.id, plan.first.node->id);
    (in ? node.in : node.out)[connector] = type->second;
}

/// What led to and from the second leads to and from the first. Conditions have led there before,
/// and so may have ordering edges.
void moveEdges(ir::Editor& editor, const FusePlan& plan) {
    const auto in = plan.at.index->inEdges(plan.first.node->id),
               out = plan.at.index->outEdges(plan.first.node->id);
    for (const ir::Edge* edge : plan.at.index->inEdges(plan.second.node->id)) {
        const bool ordered =
            std::ranges::any_of(in, [&](const ir::Edge* other) { return other->src == edge->src; });
        if (!plan.conditionNames.contains(edge->dstConnector) && !(edge->memlet.empty() && ordered))
            moveEdge(editor, plan, *edge, true);
    }
    for (const ir::Edge* edge : plan.at.index->outEdges(plan.second.node->id)) {
        const bool ordered = std::ranges::any_of(
            out, [&](const ir::Edge* other) { return other->dst == edge->dst; });
        if (!(edge->memlet.empty() && ordered))
            moveEdge(editor, plan, *edge, false);
    }
}

} // namespace

void moveIntoFirst(ir::Editor& editor, const FusePlan& plan) {
    moveContainers(editor, plan);
    moveBranches(editor, plan);
    moveEdges(editor, plan);
}

} // namespace mw::transforms

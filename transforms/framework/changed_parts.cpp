// What an edit left as it was, so that its validity needs no second look.

#include "transforms/framework/changed_parts.h"

#include "transforms/framework/state_changes.h"

#include <algorithm>
#include <map>

namespace mw::transforms {

namespace {

class Changes {
public:
    Changes(const DocumentView& before, const DocumentView& after)
        : before_(before), after_(after) {}

    /// Unless the state, all containers that it names and everything around it are the same.
    bool state(const ir::Block& block);
    /// Null where something around the SDFG is not the same.
    const std::set<std::string_view>* containers(const ir::Sdfg& sdfg);
    bool node(const ir::Node& node);
    bool edge(const ir::Edge& edge);
    bool region(const ir::Edge& edge);
    /// Unless what is nested in the node and everything around it are the same.
    bool nested(const ir::StateIndex& index, const ir::Node& node);
    std::shared_ptr<const ir::StateIndex> indexOf(const ir::Block& block) const {
        return after_.state(block.id)->index;
    }

private:
    /// What an SDFG sees of the outside, and its own symbols and constants.
    bool sameContext(SdfgId sdfg);
    bool compareContexts(SdfgId sdfg);
    bool sameHolder(const ir::Node& was, const ir::Node& is);
    /// Of the state with this element; nullptr where everything counts as changed.
    const StateChanges* around(ElementId element);
    std::unique_ptr<StateChanges> compareStates(BlockId state);
    const ContainerChanges& containers(const ir::Sdfg& was, const ir::Sdfg& is);
    bool concerns(const ContainerChanges& changes, const StateView& state) const;

    const DocumentView& before_;
    const DocumentView& after_;
    std::map<SdfgId, bool> contexts_;
    std::map<SdfgId, ContainerChanges> containers_;
    std::map<BlockId, std::unique_ptr<StateChanges>> states_;
    struct {
        BlockId state;
        const StateChanges* changes = nullptr;
    } last_; ///< of these
};

/// The scopes around a node are the same maps as before.
bool sameScopes(const ir::StateIndex& before, const ir::StateIndex& after, NodeId node) {
    NodeId was = before.scope(node), is = after.scope(node);
    for (; was && is; was = before.scope(was), is = after.scope(is))
        if (before.node(was) != after.node(is))
            return false;
    return was == is;
}

/// The node of a nested SDFG that was edited inside.
bool Changes::sameHolder(const ir::Node& was, const ir::Node& is) {
    const auto *a = was.as<ir::NestedSdfg>(), *b = is.as<ir::NestedSdfg>();
    const BlockId old = before_.index().find(was.id)->block->id;
    const BlockId now = after_.index().find(is.id)->block->id;
    return a && b && a->symbolMapping == b->symbolMapping && was.in == is.in && was.out == is.out &&
           old == now && sameScopes(*before_.state(old)->index, *after_.state(now)->index, is.id) &&
           sameContext(after_.state(now)->sdfg->id);
}

bool Changes::compareContexts(SdfgId sdfg) {
    const auto* was = before_.index().find(sdfg);
    const auto* is = after_.index().find(sdfg);
    if (!was || was->sdfg->symbols != is->sdfg->symbols ||
        was->sdfg->constants.size() != is->sdfg->constants.size() ||
        was->sdfg->constantArrays != is->sdfg->constantArrays)
        return false;
    if (!was->parent || !is->parent)
        return was->parent == is->parent;
    const auto* before = before_.index().find(was->parent);
    return was->parent == is->parent && before->node &&
           sameHolder(*before->node, *after_.index().find(is->parent)->node);
}

bool Changes::sameContext(SdfgId sdfg) {
    const auto known = contexts_.find(sdfg);
    if (known != contexts_.end())
        return known->second;
    return contexts_[sdfg] = compareContexts(sdfg);
}

const ContainerChanges& Changes::containers(const ir::Sdfg& was, const ir::Sdfg& is) {
    const auto known = containers_.find(is.id);
    return known != containers_.end() ? known->second
                                      : containers_.try_emplace(is.id, was, is).first->second;
}

const std::set<std::string_view>* Changes::containers(const ir::Sdfg& sdfg) {
    const auto* was = before_.index().find(sdfg.id);
    return was && sameContext(sdfg.id) ? &containers(*was->sdfg, sdfg).changed : nullptr;
}

bool Changes::state(const ir::Block& block) {
    const auto* was = before_.index().find(block.id);
    const ir::Sdfg& sdfg = *after_.index().find(block.id)->sdfg;
    if (!was || was->block != &block || was->sdfg->id != sdfg.id || !sameContext(sdfg.id))
        return true;
    const ContainerChanges& changes = containers(*was->sdfg, sdfg);
    return !changes.changed.empty() && concerns(changes, *after_.state(block.id));
}

/// Whether nodes, edges or connectors of the state name what changed.
bool Changes::concerns(const ContainerChanges& changes, const StateView& state) const {
    const auto hasNewName = [&](const ir::NodePtr& node) {
        return changes.namesConnectorOf(*node);
    };
    const auto isChanged = [&](std::string_view name) { return changes.changed.contains(name); };
    return std::ranges::any_of(after_.containers(state)->names, isChanged) ||
           (!changes.added.empty() && std::ranges::any_of(state.state().nodes, hasNewName));
}

std::unique_ptr<StateChanges> Changes::compareStates(BlockId state) {
    const auto was = before_.state(state);
    const StateView is = *after_.state(state);
    if (!was || was->sdfg->id != is.sdfg->id || !sameContext(is.sdfg->id))
        return nullptr;
    return std::make_unique<StateChanges>(*was->index, *is.index, containers(*was->sdfg, *is.sdfg));
}

const StateChanges* Changes::around(ElementId element) {
    const BlockId state = after_.index().find(element)->block->id;
    if (state == last_.state)
        return last_.changes;
    const auto [found, isNew] = states_.try_emplace(state);
    if (isNew)
        found->second = compareStates(state);
    last_ = {state, found->second.get()};
    return last_.changes;
}

bool Changes::node(const ir::Node& node) {
    const StateChanges* changes = around(node.id);
    return !changes || changes->node(node);
}

bool Changes::edge(const ir::Edge& edge) {
    const StateChanges* changes = around(edge.id);
    return !changes || changes->edge(edge);
}

bool Changes::region(const ir::Edge& edge) {
    const StateChanges* changes = around(edge.id);
    return !changes || changes->region(edge);
}

bool Changes::nested(const ir::StateIndex& index, const ir::Node& node) {
    const auto* was = before_.index().find(node.id);
    return !was || was->node != &node || was->sdfg->id != after_.index().find(node.id)->sdfg->id ||
           !sameScopes(*before_.state(was->block->id)->index, index, node.id) ||
           !sameContext(was->sdfg->id);
}

} // namespace

validate::PartChoice changedParts(const DocumentView& before, const DocumentView& after) {
    const auto changes = std::make_shared<Changes>(before, after);
    return {
        .state = [changes](const ir::Block& block) { return changes->state(block); },
        .containers = [changes](const ir::Sdfg& sdfg) { return changes->containers(sdfg); },
        .node = [changes](const ir::Node& node) { return changes->node(node); },
        .edge = [changes](const ir::Edge& edge) { return changes->edge(edge); },
        .region = [changes](const ir::Edge& edge) { return changes->region(edge); },
        .nested = [changes](const ir::StateIndex& index,
                            const ir::Node& node) { return changes->nested(index, node); },
        .index = [changes](const ir::Block& block) { return changes->indexOf(block); },
        .kept = &after.kept(),
    };
}

} // namespace mw::transforms

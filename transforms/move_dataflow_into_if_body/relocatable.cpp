// Which nodes beside a condition block compute for one branch alone.

#include "core/analysis/analysis.h"
#include "transforms/move_dataflow_into_if_body/plan.h"
#include "transforms/toolkit/side_effects.h"

#include <algorithm>

namespace mw::transforms {

namespace {

bool isNumber(const ir::DataDescriptor* data) {
    return data && data->isSingleElement() &&
           (data->isScalar() || data->kind == ir::DataKind::array);
}

/// The only access node of a container in the branches of a block, when one of them has one that
/// nothing leads to.
std::optional<BranchInput> onlyReader(const ConditionBlock& block, const std::string& container) {
    std::optional<BranchInput> found;
    for (std::size_t i = 0; i < block.branches().size(); ++i)
        for (const auto& node : block.state(i).nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access || access->data != container)
                continue;
            if (found)
                return std::nullopt;
            found = BranchInput{container, i, nullptr, node.get()};
        }
    const auto leadsTo = [&](const ir::EdgePtr& edge) { return edge->dst == found->inner->id; };
    if (found && std::ranges::any_of(block.state(found->branch).edges, leadsTo))
        return std::nullopt;
    return found;
}

class RelocationSearch {
public:
    RelocationSearch(const DocumentView& view, const StateView& at, const ConditionBlock& block)
        : at_(at), index_(*at.index), block_(block), scope_(index_.scope(block.node->id)),
          singleUse_(view.singleUseData(at.sdfg)), byName_(view.readByName(block.nested().sdfg)) {}

    Relocatable run();

private:
    std::optional<BranchInput> inputAt(const std::string& connector) const;
    bool isMovable(const ir::Node& node) const;
    bool isOwnTemporary(const ir::AccessNode& access) const;
    std::optional<std::size_t> branchOf(const ir::Node& node) const;
    bool isComputedInside(const ir::Node& node) const;

    const StateView& at_;
    const ir::StateIndex& index_;
    const ConditionBlock& block_;
    NodeId scope_;
    ContainerSet singleUse_;
    ContainerSet byName_;
    Relocatable found_;
};

/// The input, if it is one number that its own container beside the block hands over.
std::optional<BranchInput> RelocationSearch::inputAt(const std::string& connector) const {
    const ir::Edge* only = nullptr;
    for (const ir::Edge* edge : index_.inEdges(block_.node->id))
        if (edge->dstConnector == connector) {
            if (only)
                return std::nullopt;
            only = edge;
        }
    const auto* access = only ? index_.node(only->src)->as<ir::AccessNode>() : nullptr;
    if (!access || only->memlet.data != access->data || byName_.contains(connector) ||
        block_.node->out.contains(connector))
        return std::nullopt;
    const auto *outer = at_.sdfg->data(access->data), *inner = block_.inner().data(connector);
    if (!isNumber(outer) || !isNumber(inner) || !(outer->dtype == inner->dtype))
        return std::nullopt;
    auto input = onlyReader(block_, connector);
    if (input)
        input->edge = only;
    return input;
}

/// A temporary of which this node is the only use.
bool RelocationSearch::isOwnTemporary(const ir::AccessNode& access) const {
    const auto* data = at_.sdfg->data(access.data);
    return data && data->transient && !access.setZero && singleUse_.contains(access.data) &&
           (data->isScalar() || data->kind == ir::DataKind::array);
}

bool RelocationSearch::isMovable(const ir::Node& node) const {
    if (node.id == block_.node->id || index_.scope(node.id) != scope_)
        return false;
    for (const ir::Edge* edge : index_.inEdges(node.id))
        if (edge->memlet.empty() && edge->src != scope_)
            return false;
    for (const ir::Edge* edge : index_.outEdges(node.id))
        if (edge->memlet.empty() || !edge->memlet.wcr.empty())
            return false;
    if (const auto* access = node.as<ir::AccessNode>())
        return isOwnTemporary(*access);
    const bool code =
        node.as<ir::Tasklet>() || node.as<ir::NestedSdfg>() || node.as<ir::LibraryNode>();
    return code && !mayHaveEffect(node);
}

/// The one branch that everything behind the node is about.
std::optional<std::size_t> RelocationSearch::branchOf(const ir::Node& node) const {
    std::optional<std::size_t> branch;
    for (const ir::Edge* edge : index_.outEdges(node.id)) {
        const auto input = std::ranges::find(found_.inputs, edge, &BranchInput::edge);
        const auto behind = found_.branches.find(edge->dst);
        if (input == found_.inputs.end() && behind == found_.branches.end())
            return std::nullopt;
        const std::size_t here = input != found_.inputs.end() ? input->branch : behind->second;
        if (branch && *branch != here)
            return std::nullopt;
        branch = here;
    }
    return branch;
}

/// Of an access node: no code that stays writes it.
bool RelocationSearch::isComputedInside(const ir::Node& node) const {
    return !node.as<ir::AccessNode>() ||
           std::ranges::all_of(index_.inEdges(node.id), [&](const ir::Edge* edge) {
               const ir::Node& source = *index_.node(edge->src);
               return source.as<ir::AccessNode>() || source.isEntry() || found_.has(edge->src);
           });
}

Relocatable RelocationSearch::run() {
    for (const auto& [connector, type] : block_.node->in)
        if (auto input = inputAt(connector))
            found_.inputs.push_back(*input);
    std::vector<NodeId> open; // what is behind each may have been found since it was looked at
    for (const BranchInput& input : found_.inputs)
        open.push_back(input.edge->src);
    while (!open.empty()) {
        const ir::Node* source = index_.node(open.back());
        open.pop_back();
        if (!source)
            continue;
        const ir::Node& node = *source;
        const auto branch = branchOf(node);
        if (!branch || !isMovable(node) || !found_.branches.emplace(node.id, *branch).second)
            continue;
        for (const ir::Edge* edge : index_.inEdges(node.id))
            open.push_back(edge->src);
    }
    const auto stays = [&](const auto& entry) {
        const ir::Node& node = *index_.node(entry.first);
        return !branchOf(node) || !isComputedInside(node);
    };
    for (auto out = std::ranges::find_if(found_.branches, stays); out != found_.branches.end();
         out = std::ranges::find_if(found_.branches, stays))
        found_.branches.erase(out);
    std::erase_if(found_.inputs,
                  [&](const BranchInput& input) { return !found_.has(input.edge->src); });
    const bool code = std::ranges::any_of(
        found_.branches, [&](const auto& entry) { return index_.node(entry.first)->isCode(); });
    return code ? std::move(found_) : Relocatable{};
}

} // namespace

std::vector<const ir::Edge*> Relocatable::border(const ir::StateIndex& index) const {
    std::vector<const ir::Edge*> edges;
    for (const auto& [node, branch] : branches)
        for (const ir::Edge* edge : index.inEdges(node))
            if (!edge->memlet.empty() && !has(edge->src))
                edges.push_back(edge);
    return edges;
}

Relocatable relocatable(const DocumentView& view, const StateView& at,
                        const ConditionBlock& block) {
    return RelocationSearch(view, at, block).run();
}

const ir::Node* sourceOf(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* node = index.node(analysis::memletPath(index, edge).front()->src);
    return node && node->as<ir::AccessNode>() ? node : nullptr;
}

} // namespace mw::transforms

// Nodes move into the branches of a condition block.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/move_dataflow_into_if_body/plan.h"
#include "transforms/toolkit/all_names.h"
#include "transforms/toolkit/inwards.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>

namespace mw::transforms {

namespace {

class Mover {
public:
    Mover(ir::Editor& editor, const MovePlan& plan)
        : editor_(editor), plan_(plan), index_(*plan.at.index),
          taken_(allNames(plan.block.inner())), outside_(allNames(*plan.at.sdfg)) {}

    void run();

private:
    std::string nameInside(const std::string& name);
    void addSymbols();
    void moveTemporaries();
    void moveNodes();
    void moveEdges();
    void feedInputs();
    void removeFromOutside();
    const std::string& argument(const ir::Node& source);
    NodeId readingNode(std::size_t branch, const ir::Node& source);

    BlockId state() const { return plan_.at.id; }
    NodeId block() const { return plan_.block.node->id; }
    SdfgId inner() const { return plan_.block.inner().id; }
    ir::State& branch(std::size_t i) { return editor_.state(plan_.block.block(i).id); }

    ir::Editor& editor_;
    const MovePlan& plan_;
    const ir::StateIndex& index_;
    analysis::NameSet taken_, outside_;
    std::map<std::string, std::string> temporaries_; ///< names inside
    std::map<NodeId, std::string> arguments_;        ///< names inside, by access node outside
    std::map<std::pair<std::size_t, NodeId>, NodeId>
        reading_; ///< by branch and access node outside
};

/// Of a container; no name that anything inside says, nor a new one that what moves says.
std::string Mover::nameInside(const std::string& name) {
    std::string inside = name;
    if (taken_.contains(name)) {
        analysis::NameSet all = taken_;
        all.insert(outside_.begin(), outside_.end());
        inside = freshAmong(all, name);
    }
    taken_.insert(inside);
    return inside;
}

void Mover::addSymbols() {
    const auto& types = plan_.at.sdfg->symbols;
    for (const auto& symbol : plan_.symbols) {
        taken_.insert(symbol);
        if (plan_.block.nested().symbolMapping.contains(symbol))
            continue;
        const auto type = types.find(symbol);
        editor_.sdfg(inner()).symbols[symbol] =
            type != types.end() ? type->second : ir::DType{ir::ScalarType::int64, {}};
        editor_.node(state(), block()).as<ir::NestedSdfg>()->symbolMapping[symbol] =
            symbolic::Expr::symbol(symbol);
    }
}

void Mover::moveTemporaries() {
    for (const auto& [id, branch] : plan_.moved.branches)
        if (const auto* access = index_.node(id)->as<ir::AccessNode>()) {
            const std::string& name = access->data;
            temporaries_[name] = nameInside(name);
            editor_.sdfg(inner()).arrays.set(temporaries_[name], *plan_.at.sdfg->arrays.find(name));
            editor_.sdfg(plan_.at.sdfg->id).arrays.erase(name);
        }
}

/// In the order that they have outside.
void Mover::moveNodes() {
    for (const auto& node : index_.state().nodes) {
        const auto moved = plan_.moved.branches.find(node->id);
        if (moved == plan_.moved.branches.end())
            continue;
        ir::NodePtr inside = node;
        if (const auto* access = node->as<ir::AccessNode>()) {
            auto renamed = std::make_shared<ir::Node>(*node);
            renamed->as<ir::AccessNode>()->data = temporaries_.at(access->data);
            inside = std::move(renamed);
        }
        editor_.removeNode(state(), node->id);
        branch(moved->second).nodes.push_back(std::move(inside));
    }
}

/// The block gets the container of an access node outside, all of it; its name in there.
const std::string& Mover::argument(const ir::Node& source) {
    if (const auto known = arguments_.find(source.id); known != arguments_.end())
        return known->second;
    const std::string& data = source.as<ir::AccessNode>()->data;
    const ir::DataDescriptor& outer = *plan_.at.sdfg->data(data);
    const std::string name = nameInside(data);
    editor_.sdfg(inner()).arrays.set(name,
                                     std::make_shared<const ir::DataDescriptor>(asArgument(outer)));
    editor_.node(state(), block()).in[name] = {ir::ScalarType::none, {}};
    connect(editor_, state(), leadIntoScope(editor_, plan_.at, source, index_.scope(block())),
            block(), name, ir::Memlet::of(data, analysis::wholeContainer(outer)));
    return arguments_[source.id] = name;
}

NodeId Mover::readingNode(std::size_t branch, const ir::Node& source) {
    const auto key = std::pair(branch, source.id);
    if (const auto known = reading_.find(key); known != reading_.end())
        return known->second;
    ir::Node node;
    node.kind = ir::AccessNode{argument(source), false};
    return reading_[key] = editor_.addNode(plan_.block.block(branch).id, std::move(node));
}

void Mover::moveEdges() {
    for (const auto& shared : index_.state().edges) {
        const auto moved = plan_.moved.branches.find(shared->dst);
        if (moved == plan_.moved.branches.end() || shared->memlet.empty())
            continue;
        auto edge = std::make_shared<ir::Edge>(*shared);
        if (plan_.moved.has(edge->src)) {
            edge->memlet.data = temporaries_.at(edge->memlet.data);
        } else {
            const ir::Node& source = *sourceOf(index_, *shared);
            edge->src = readingNode(moved->second, source);
            edge->srcConnector.clear();
            edge->memlet.data = arguments_.at(source.id);
        }
        branch(moved->second).edges.push_back(std::move(edge));
    }
}

/// What was an input is a temporary of the branch, which what moved writes.
void Mover::feedInputs() {
    for (const BranchInput& input : plan_.moved.inputs) {
        const auto& outer = index_.node(input.edge->src)->as<ir::AccessNode>()->data;
        auto data =
            std::make_shared<ir::DataDescriptor>(*plan_.block.inner().data(input.connector));
        data->transient = true;
        editor_.sdfg(inner()).arrays.set(input.connector, std::move(data));
        editor_.node(state(), block()).in.erase(input.connector);
        auto memlet = ir::Memlet::of(temporaries_.at(outer),
                                     analysis::wholeContainer(*plan_.at.sdfg->data(outer)));
        connect(editor_, plan_.block.block(input.branch).id, {input.edge->src, ""}, input.inner->id,
                "", std::move(memlet));
    }
}

/// What led in what moved, and the order that it gave.
void Mover::removeFromOutside() {
    removeUnusedPassages(editor_, state(), index_, index_.scope(block()));
    std::set<NodeId> around{block()};
    for (NodeId at = index_.scope(block()); at; at = index_.scope(at))
        around.insert(at);
    holdInScope(editor_, state(), index_, around);
}

void Mover::run() {
    addSymbols();
    moveTemporaries();
    moveNodes();
    moveEdges();
    feedInputs();
    removeFromOutside();
}

} // namespace

void moveIntoBranches(ir::Editor& editor, const MovePlan& plan) {
    Mover(editor, plan).run();
}

} // namespace mw::transforms

// What of a program no run has reached.
#include "core/interp/coverage.h"

#include "core/ir/index.h"
#include "core/ir/predicates.h"
#include "core/tasklet/tasklet.h"

#include <fmt/format.h>

#include <utility>

namespace mw::interp {

bool Coverage::add(const Coverage& other) {
    const auto size = [this] {
        return blocks.size() + branches.size() + edges.size() + maps.size();
    };
    const std::size_t before = size();
    blocks.insert(other.blocks.begin(), other.blocks.end());
    branches.insert(other.branches.begin(), other.branches.end());
    edges.insert(other.edges.begin(), other.edges.end());
    maps.insert(other.maps.begin(), other.maps.end());
    bool more = size() > before;
    for (const auto& [where, sides] : other.conditions) {
        auto& mine = conditions[where];
        more = more || (sides.held && !mine.held) || (sides.failed && !mine.failed);
        mine = {mine.held || sides.held, mine.failed || sides.failed};
    }
    return more;
}

namespace {

/// Conditions of a tasklet, as Executor::note() keeps them.
void collectConditions(const tasklet::Ast& ast, std::vector<std::string>& texts) {
    if (ast.op == tasklet::Op::select)
        texts.push_back(tasklet::print(*ast.args[1]));
    for (const auto& arg : ast.args)
        collectConditions(*arg, texts);
}

class Walk {
public:
    explicit Walk(const Coverage& coverage) : coverage_(coverage) {}

    void region(const ir::Region& region) {
        for (const auto& edge : region.edges)
            if (!ir::isAlwaysTrue(edge.condition) && !coverage_.edges.contains(edge.id))
                add(fmt::format("the edge with the condition '{}' was never taken",
                                edge.condition.text),
                    edge.condition.text);
        for (const auto& block : region.blocks)
            this->block(*block);
    }
    std::vector<NeverRan> take() { return std::move(found_); }

private:
    void add(std::string sentence, std::string condition) {
        found_.push_back({std::move(sentence), std::move(condition)});
    }

    void block(const ir::Block& block) {
        if (!coverage_.blocks.contains(block.id))
            return; // inside a part that did not run
        if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            branches(block, *conditional);
        } else if (const auto* state = block.as<ir::State>()) {
            const ir::StateIndex index(*state);
            scope(index, NodeId{});
        } else if (const auto* inner = block.region()) {
            region(*inner);
        }
    }

    void branches(const ir::Block& block, const ir::ConditionalBlock& conditional) {
        std::string before; // the condition in front of an else
        for (std::size_t i = 0; i < conditional.branches.size(); ++i) {
            const auto& branch = conditional.branches[i];
            if (branch.condition)
                before = branch.condition->text;
            if (coverage_.branches.contains({block.id, i})) {
                const auto outside = std::exchange(around_, before);
                if (branch.body)
                    this->block(*branch.body);
                around_ = outside;
            } else if (branch.condition) {
                add(fmt::format("the branch '{}' never ran", before), before);
            } else {
                add(fmt::format("the branch 'else' of '{}' never ran", before), before);
            }
        }
        const std::size_t none = conditional.branches.size();
        if (none > 0 && conditional.branches.back().condition &&
            !coverage_.branches.contains({block.id, none}))
            add(fmt::format("'{}' was never false", before), before);
    }

    void scope(const ir::StateIndex& index, NodeId entry) {
        for (const NodeId id : index.children(entry)) {
            const ir::Node& node = *index.node(id);
            if (const auto* map = node.as<ir::MapEntry>()) {
                if (coverage_.maps.contains(id))
                    scope(index, id);
                else
                    add(fmt::format("the map '{}' had no iteration", map->map.label), around_);
            } else if (const auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg) {
                region(nested->sdfg->body);
            } else if (const auto* tasklet = node.as<ir::Tasklet>()) {
                code(id, *tasklet);
            }
        }
    }

    void code(NodeId id, const ir::Tasklet& tasklet) {
        const auto parsed = tasklet::parseBranches(tasklet.code.text);
        if (tasklet.code.language != ir::Language::Python || !parsed)
            return;
        std::vector<std::string> texts;
        for (const auto& statement : parsed->statements) {
            collectConditions(*statement.value, texts);
            if (tasklet::isBranchName(statement.target->text))
                texts.push_back(tasklet::print(*statement.value));
        }
        std::set<std::string> said;
        for (const auto& text : texts) {
            const auto sides = coverage_.conditions.find({id, text});
            if (sides == coverage_.conditions.end() || !said.insert(text).second)
                continue; // inside a side that did not run
            if (!sides->second.held || !sides->second.failed)
                add(fmt::format("'{}' of the tasklet '{}' was never {}", text, tasklet.label,
                                sides->second.held ? "false" : "true"),
                    text);
        }
    }

    const Coverage& coverage_;
    std::string around_; ///< the condition of the branch that is looked through
    std::vector<NeverRan> found_;
};

} // namespace

std::vector<NeverRan> neverRan(const ir::Document& document, const Coverage& coverage) {
    Walk walk(coverage);
    walk.region(document.root->body);
    return walk.take();
}

} // namespace mw::interp

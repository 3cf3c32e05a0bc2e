// State machines and regions raised to structured statements.
#include "core/codegen/flow/control_flow.h"

#include "core/analysis/region_index.h"
#include "core/ir/index.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace mw::codegen {

namespace {

using Edges = analysis::RegionIndex::Edges;

constexpr const char* kUnstructured = "unstructured-control-flow";

void markComplements(FlowBranch& branch) {
    for (std::size_t i = 1; i < branch.arms.size(); ++i) {
        const auto& before = branch.arms[i - 1].condition;
        auto& arm = branch.arms[i];
        arm.complement = before && arm.condition && *arm.condition == "(not " + *before + ")";
    }
}

/// What is left of the blocks when those that nothing left leads to are taken away, again and
/// again; `backwards`: those that lead to nothing left.
std::set<BlockId> peeled(std::set<BlockId> left, const ir::Region& region, bool backwards) {
    std::map<BlockId, std::vector<BlockId>> next;
    std::map<BlockId, std::size_t> entries;
    for (const auto& edge : region.edges) {
        const auto& [from, to] =
            backwards ? std::pair(edge.dst, edge.src) : std::pair(edge.src, edge.dst);
        if (!left.contains(from) || !left.contains(to))
            continue;
        next[from].push_back(to);
        ++entries[to];
    }
    std::vector<BlockId> open;
    std::ranges::copy_if(left, std::back_inserter(open),
                         [&](BlockId id) { return !entries.contains(id); });
    while (!open.empty()) {
        const BlockId at = open.back();
        open.pop_back();
        left.erase(at);
        for (const BlockId to : next[at])
            if (--entries[to] == 0)
                open.push_back(to);
    }
    return left;
}

/// The blocks of all cycles, and those on the way from one cycle to another.
std::set<BlockId> blocksAtCycles(const ir::Region& region) {
    std::set<BlockId> all;
    for (const auto& block : region.blocks)
        all.insert(block->id);
    return peeled(peeled(std::move(all), region, false), region, true);
}

class Structurer {
public:
    explicit Structurer(const ir::Region& region)
        : region_(region), index_(region), atCycles_(blocksAtCycles(region)) {}

    Expected<FlowList> run() {
        if (region_.blocks.empty())
            return FlowList{};
        auto raised = from(ir::startOf(region_), {});
        if (raised || raised.error().code != kUnstructured)
            return raised;
        return machine(raised.error());
    }

private:
    /// Blocks reachable from `id` (itself only through a cycle), never passing `without`.
    std::set<BlockId> reachable(BlockId id, BlockId without) const {
        std::set<BlockId> seen;
        std::vector<BlockId> open{id};
        while (!open.empty()) {
            const BlockId at = open.back();
            open.pop_back();
            for (const auto* edge : index_.out(at)) {
                if (edge->dst != without && seen.insert(edge->dst).second)
                    open.push_back(edge->dst);
            }
        }
        return seen;
    }

    bool canLeave(BlockId id) const {
        const Edges& edges = index_.out(id);
        return std::none_of(edges.begin(), edges.end(),
                            [](const auto* e) { return ir::isAlwaysTrue(e->condition); }) &&
               edges.size() < 2;
    }

    /// The nearest block that every way from `id` to the end passes; 0 when there is none.
    BlockId join(BlockId id, BlockId stop) const {
        std::vector<BlockId> candidates;
        const auto all = reachable(id, {});
        for (const auto& block : region_.blocks) {
            const BlockId c = block->id;
            if (c == id || !all.contains(c))
                continue;
            const auto rest = reachable(id, c);
            const bool escapes = std::any_of(rest.begin(), rest.end(),
                                             [&](BlockId b) { return canLeave(b) || b == stop; });
            if (!escapes)
                candidates.push_back(c);
        }
        for (const BlockId c : candidates) {
            const auto after = reachable(c, {});
            const auto nearer = [&](BlockId o) { return o == c || after.contains(o); };
            if (std::all_of(candidates.begin(), candidates.end(), nearer))
                return c;
        }
        return {};
    }

    Unexpected irreducible(BlockId id) const {
        const ir::Block* block = index_.block(id);
        return fail(kUnstructured,
                    fmt::format("the control flow at block '{}' is neither a branch nor a loop "
                                "that can be raised",
                                block ? block->label : "?"),
                    Location{{}, {}, {id}});
    }

    Expected<void> append(FlowList& list, Expected<FlowList> more) const {
        if (!more)
            return Unexpected(std::move(more).error());
        std::move(more->begin(), more->end(), std::back_inserter(list));
        return {};
    }

    /// A loop that runs one block a turn, and then says which is next.
    Expected<FlowList> machine(const Diagnostic& why) {
        const BlockId start = ir::startOf(region_);
        FlowLoop loop;
        loop.element = start;
        loop.machine = fmt::format("__mw_block_{}", start.value);
        loop.init = fmt::format("{} = {}", loop.machine, numberOf(start));
        loop.condition = fmt::format("{} >= 0", loop.machine);
        FlowBranch which;
        which.element = start;
        for (const auto& one : region_.blocks) {
            FlowBranch::Arm arm;
            arm.condition = fmt::format("{} == {}", loop.machine, numberOf(one->id));
            MW_CHECK(block(*one, arm.body));
            if (leavesLoop(arm.body))
                return Unexpected(why);
            goOn(loop.machine, one->id, arm.body);
            which.arms.push_back(std::move(arm));
        }
        loop.body.push_back({std::move(which)});
        FlowList list;
        list.push_back({std::move(loop)});
        return list;
    }

    std::ptrdiff_t numberOf(BlockId id) const {
        return std::ranges::find(region_.blocks, id, [](const auto& b) { return b->id; }) -
               region_.blocks.begin();
    }

    void goOn(const std::string& variable, BlockId id, FlowList& list) {
        FlowBranch next;
        next.element = id;
        bool always = false;
        Edges ordered = index_.out(id);
        std::stable_partition(ordered.begin(), ordered.end(),
                              [](const auto* e) { return !ir::isAlwaysTrue(e->condition); });
        for (const auto* edge : ordered) {
            FlowBranch::Arm arm;
            if (!ir::isAlwaysTrue(edge->condition))
                arm.condition = edge->condition.text;
            always = always || !arm.condition;
            assign(*edge, arm.body);
            arm.body.push_back({FlowSet{variable, std::to_string(numberOf(edge->dst))}});
            next.arms.push_back(std::move(arm));
        }
        if (!always) {
            FlowBranch::Arm end;
            end.body.push_back({FlowSet{variable, "-1"}});
            next.arms.push_back(std::move(end));
        }
        if (next.arms.size() == 1)
            std::move(next.arms[0].body.begin(), next.arms[0].body.end(), std::back_inserter(list));
        else
            list.push_back({std::move(next)});
    }

    /// Whether a `break` or `continue` of a loop around is in it.
    static bool leavesLoop(const FlowList& list) {
        return std::ranges::any_of(list, [](const Flow& one) {
            if (const auto* jump = std::get_if<FlowJump>(&one.kind))
                return jump->jump != ir::Jump::returnProgram;
            const auto* branch = std::get_if<FlowBranch>(&one.kind);
            return branch && std::ranges::any_of(branch->arms, [](const auto& arm) {
                       return leavesLoop(arm.body);
                   });
        });
    }

    /// What runs from `id` until `stop` (not included) or the end.
    Expected<FlowList> from(BlockId id, BlockId stop) {
        FlowList list;
        if (++depth_ > 500)
            return irreducible(id);
        while (id && id != stop) {
            if (!index_.block(id))
                break;
            if (!heads_.contains(id) && atCycles_.contains(id) &&
                reachable(id, stop).contains(id)) {
                MW_TRY(id, guardLoop(id, list));
                continue;
            }
            MW_CHECK(block(*index_.block(id), list));
            MW_TRY(id, leave(id, stop, list));
        }
        --depth_;
        return list;
    }

    /// Emits the way out of a block; returns where it goes on.
    Expected<BlockId> leave(BlockId id, BlockId stop, FlowList& list) {
        const Edges& edges = index_.out(id);
        if (edges.empty())
            return BlockId{};
        if (edges.size() == 1 && ir::isAlwaysTrue(edges.front()->condition)) {
            assign(*edges.front(), list);
            return edges.front()->dst;
        }
        const BlockId meet = edges.size() == 1 ? BlockId{} : join(id, stop);
        const BlockId until = meet ? meet : stop;
        Edges ordered = edges;
        std::stable_partition(ordered.begin(), ordered.end(),
                              [](const auto* e) { return !ir::isAlwaysTrue(e->condition); });
        FlowBranch branch;
        branch.element = id;
        for (const auto* edge : ordered) {
            FlowBranch::Arm arm;
            if (!ir::isAlwaysTrue(edge->condition))
                arm.condition = edge->condition.text;
            assign(*edge, arm.body);
            MW_CHECK(append(arm.body, from(edge->dst, until)));
            branch.arms.push_back(std::move(arm));
        }
        markComplements(branch);
        list.push_back({std::move(branch)});
        return until;
    }

    /// Guard block with one edge into the body and at most one edge out.
    Expected<BlockId> guardLoop(BlockId id, FlowList& list) {
        const ir::InterstateEdge* body = nullptr;
        const ir::InterstateEdge* exit = nullptr;
        for (const auto* edge : index_.out(id)) {
            const bool back = edge->dst == id || reachable(edge->dst, {}).contains(id);
            if ((back ? body : exit) != nullptr)
                return irreducible(id);
            (back ? body : exit) = edge;
        }
        const auto* state = index_.block(id)->as<ir::State>();
        if (!body || !state || !state->nodes.empty())
            return irreducible(id);
        FlowLoop loop;
        loop.element = id;
        loop.condition = ir::isAlwaysTrue(body->condition) ? "True" : body->condition.text;
        heads_.insert(id);
        assign(*body, loop.body);
        MW_CHECK(append(loop.body, from(body->dst, id)));
        list.push_back({std::move(loop)});
        if (!exit)
            return BlockId{};
        assign(*exit, list);
        return exit->dst;
    }

    static void assign(const ir::InterstateEdge& edge, FlowList& list) {
        if (!edge.assignments.empty())
            list.push_back({FlowAssign{&edge}});
    }

    Expected<void> block(const ir::Block& block, FlowList& list) {
        if (block.as<ir::State>()) {
            list.push_back({FlowState{&block}});
            return {};
        }
        if (const auto* region = block.as<ir::ControlFlowRegion>())
            return append(list, structure(region->body));
        if (const auto* loop = block.as<ir::LoopRegion>())
            return loopRegion(block, *loop, list);
        if (const auto* conditional = block.as<ir::ConditionalBlock>())
            return conditionalBlock(block, *conditional, list);
        if (const auto* jump = block.as<ir::JumpBlock>()) {
            list.push_back({FlowJump{&block, jump->jump}});
            return {};
        }
        return fail("unknown-block",
                    fmt::format("block '{}' is of a type that cannot be executed", block.label),
                    Location{{}, {}, {block.id}});
    }

    Expected<void> loopRegion(const ir::Block& block, const ir::LoopRegion& region,
                              FlowList& list) {
        FlowLoop loop;
        loop.element = block.id;
        loop.variable = region.loopVariable;
        loop.init = region.init.text;
        loop.condition = region.condition.text;
        loop.update = region.update.text;
        loop.inverted = region.inverted;
        loop.updateBeforeCondition = region.updateBeforeCondition;
        loop.unroll = region.unroll;
        loop.unrollFactor = region.unrollFactor;
        MW_TRY(loop.body, structure(region.body));
        list.push_back({std::move(loop)});
        return {};
    }

    Expected<void> conditionalBlock(const ir::Block& block, const ir::ConditionalBlock& conditional,
                                    FlowList& list) {
        FlowBranch branch;
        branch.element = block.id;
        for (const auto& one : conditional.branches) {
            FlowBranch::Arm arm;
            if (one.condition)
                arm.condition = one.condition->text;
            if (const ir::Region* region = one.body ? one.body->region() : nullptr) {
                MW_TRY(arm.body, structure(*region));
            }
            branch.arms.push_back(std::move(arm));
        }
        markComplements(branch);
        list.push_back({std::move(branch)});
        return {};
    }

    const ir::Region& region_;
    const analysis::RegionIndex index_;
    const std::set<BlockId> atCycles_; ///< no other block is on a way back to itself
    std::set<BlockId> heads_;
    int depth_ = 0;
};

} // namespace

Expected<FlowList> structure(const ir::Region& region) {
    return Structurer(region).run();
}

bool returnsEarly(const FlowList& list) {
    return std::any_of(list.begin(), list.end(), [](const Flow& one) {
        if (const auto* jump = std::get_if<FlowJump>(&one.kind))
            return jump->jump == ir::Jump::returnProgram;
        if (const auto* loop = std::get_if<FlowLoop>(&one.kind))
            return returnsEarly(loop->body);
        const auto* branch = std::get_if<FlowBranch>(&one.kind);
        return branch && std::any_of(branch->arms.begin(), branch->arms.end(),
                                     [](const auto& arm) { return returnsEarly(arm.body); });
    });
}

} // namespace mw::codegen

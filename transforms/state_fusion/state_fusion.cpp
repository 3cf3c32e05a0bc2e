#include "core/analysis/analysis.h"
#include "core/analysis/boundaries.h"
#include "core/analysis/read_by_name.h"
#include "core/ir/predicates.h"
#include "core/symbolic/prover.h"
#include "transforms/state_fusion/uses.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/block_pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/side_effects.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

// State fusion: two states in a row become one, whose dataflow has the order that they had.
//
//     [a -> (m1) -> t]  ->  [t -> (m2) -> b]   =>   [a -> (m1) -> t -> (m2) -> b]
//
// Conditions, in this order:
//  1. The match names two states.
//  2. One edge leads from the first to the second, no other leaves the first, and no other leads to
//     the second, which is not where the region starts.
//  3. The edge asks for no condition and assigns nothing.
//  4. Where both do something, neither does more than its dataflow says, and neither is what runs
//     between two boundaries of a linked program.
//  5. No container that both use is filled with zeros: as one of several states that happens once,
//     as one of a single state whenever this begins.
//  6. Whatever both use and one of them writes is ordered by the dataflow of the fused state, or
//     they use elements of their own. Containers that may be the same memory count as one.
//  7. Neither writes what the other reads by its name, without a memlet.
//
// Effect: the first state survives, with the nodes of the second behind its own. What the second
// reads of a container becomes a read of the access node behind everything that the first does to
// it; of a container that neither writes, of the first's access node. Edges that left the second
// leave the first.

namespace mw::transforms::state_fusion {

namespace {

const BlockPattern& pattern() {
    static const BlockPattern kPattern(
        "two states", {blockRole<ir::State>("first"), blockRole<ir::State>("second")});
    return kPattern;
}

void findIn(const DocumentView& view, const Region& region, const ir::Region& blocks,
            std::vector<Match>& matches) {
    const auto stateAt = [&](BlockId id) -> const ir::Block* {
        const auto found =
            std::ranges::find(blocks.blocks, id, [](const auto& b) { return b->id; });
        return found != blocks.blocks.end() && (*found)->as<ir::State>() ? found->get() : nullptr;
    };
    for (const auto& edge : blocks.edges) {
        const ir::Block *first = stateAt(edge.src), *second = stateAt(edge.dst);
        if (first && second && first != second &&
            (region.contains(view.index(), edge.src) || region.contains(view.index(), edge.dst)))
            matches.push_back(
                pattern().match({edge.src, edge.dst}, first->label + " -> " + second->label));
    }
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    std::vector<Match> matches;
    for (const SdfgId id : view.index().sdfgs()) {
        const ir::Sdfg& sdfg = *view.index().find(id)->sdfg;
        findIn(view, region, sdfg.body, matches);
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (block.region())
                findIn(view, region, *block.region(), matches);
        });
    }
    return matches;
}

/// Condition 1: two states with what is known of them.
struct TwoStates {
    ElementId owner;
    StateView first, second;
    const ir::Region* region = nullptr;

    std::string called() const {
        return fmt::format("'{}' and '{}'", first.block->label, second.block->label);
    }
    std::vector<ElementId> elements() const { return {first.id, second.id}; }
};

std::variant<TwoStates, Refusal> statesOf(const DocumentView& view, const Match& match) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& blocks = std::get<std::vector<BlockView>>(bound);
    return TwoStates{blocks[0].owner, *view.state(blocks[0].id()), *view.state(blocks[1].id()),
                     blocks[0].region(view.index())};
}

/// Conditions 2 and 3.
MaybeRefusal checkEdge(const TwoStates& states) {
    const ir::InterstateEdge* between = nullptr;
    bool others =
        states.first.id == states.second.id || ir::startOf(*states.region) == states.second.id;
    for (const auto& edge : states.region->edges) {
        const bool leaves = edge.src == states.first.id, comes = edge.dst == states.second.id;
        others = others || leaves != comes || (leaves && between);
        if (leaves && comes)
            between = &edge;
    }
    if (others || !between)
        return refuse(
            2, "not-in-a-row",
            fmt::format("{} do not always run one right after the other.", states.called()),
            states.elements());
    if (!between->assignments.empty())
        return refuse(3, "assignments",
                      fmt::format("'{}' is assigned between {}.",
                                  between->assignments.front().first, states.called()),
                      {between->id, states.first.id, states.second.id});
    if (!ir::isAlwaysTrue(between->condition))
        return refuse(3, "conditional",
                      fmt::format("'{}' does not always follow '{}'.", states.second.block->label,
                                  states.first.block->label),
                      {between->id, states.first.id, states.second.id});
    return std::nullopt;
}

/// Condition 4.
MaybeRefusal checkEffects(const TwoStates& states) {
    if (states.first.state().nodes.empty() || states.second.state().nodes.empty())
        return std::nullopt;
    for (const StateView* state : {&states.first, &states.second})
        if (const ir::Node* stretch = analysis::stretchIn(*state->block);
            stretch && state->sdfg == state->document->document()->root)
            return refuse(4, "boundary",
                          fmt::format("{} stands for itself: what happens between {} has to stay "
                                      "between them.",
                                      quoted(*stretch), states.called()),
                          {stretch->id, states.first.id, states.second.id});
    const ir::Node* effect = effectIn(*states.first.index);
    if (!effect)
        effect = effectIn(*states.second.index);
    if (!effect)
        return std::nullopt;
    return refuseUncertain(4, "side-effects",
                           fmt::format("{} may do more than write its outputs, and {} would have "
                                       "no order for that.",
                                       quoted(*effect), states.called()),
                           {effect->id});
}

bool uses(const StateView& at, const std::string& container) {
    return std::ranges::any_of(at.state().nodes, [&](const auto& node) {
        const auto* access = node->template as<ir::AccessNode>();
        return access && access->data == container;
    });
}

/// Condition 5.
MaybeRefusal checkZeros(const TwoStates& states) {
    for (const auto& [at, other] :
         {std::pair{&states.first, &states.second}, std::pair{&states.second, &states.first}})
        for (const auto& node : at->state().nodes)
            if (const auto* access = node->as<ir::AccessNode>();
                access && access->setZero && uses(*other, access->data))
                return refuse(5, "set-zero",
                              fmt::format("{} is filled with zeros, once for both of {}.",
                                          quoted(*node), states.called()),
                              {node->id});
    return std::nullopt;
}

/// Access nodes of the second state that become one of the first.
struct Merge {
    NodeId second, first;
};

/// Names of two states in one order.
class Fused {
public:
    explicit Fused(const TwoStates& states)
        : states_(states), sdfg_(*states.first.sdfg), first_(usesOf(*states.first.index, sdfg_)),
          second_(usesOf(*states.second.index, sdfg_)) {
        findMerges();
        for (const Merge& merge : merges_)
            links_.push_back({before(merge.first), after(merge.second)});
    }

    const std::vector<Merge>& merges() const { return merges_; }
    MaybeRefusal checkOrder();

private:
    void findMerges();
    const ir::Node* lastOf(const std::string& container) const;
    std::set<NodeId> reached(const ir::StateIndex& index, NodeId from, bool forward) const;
    std::set<NodeId> before(NodeId node) const {
        return reached(*states_.first.index, node, false);
    }
    std::set<NodeId> after(NodeId node) const { return reached(*states_.second.index, node, true); }
    bool isOrdered(const Use& earlier, const Use& later) const;
    static bool areApart(const Use& a, const Use& b);
    MaybeRefusal checkContainers(const std::vector<Use>& earlier, const std::vector<Use>& later);

    const TwoStates& states_;
    const ir::Sdfg& sdfg_;
    Uses first_, second_;
    std::vector<Merge> merges_;
    /// A merged access node: what comes before it in the first state, and after it in the second.
    struct Link {
        std::set<NodeId> before, after;
    };
    std::vector<Link> links_;
};

std::set<NodeId> Fused::reached(const ir::StateIndex& index, NodeId from, bool forward) const {
    std::set<NodeId> found;
    std::vector<NodeId> open{from};
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        if (!found.insert(at).second)
            continue;
        for (const ir::Edge* edge : forward ? index.outEdges(at) : index.inEdges(at))
            open.push_back(forward ? edge->dst : edge->src);
    }
    return found;
}

/// The access node of the first state behind all that writes the container there; where nothing
/// does, the first one. Null: there is none, or several ways end apart.
const ir::Node* Fused::lastOf(const std::string& container) const {
    const ir::StateIndex& index = *states_.first.index;
    std::vector<const ir::Node*> nodes, written;
    for (const auto& node : index.state().nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access || access->data != container || index.scope(node->id))
            continue;
        nodes.push_back(node.get());
        if (!index.inEdges(node->id).empty())
            written.push_back(node.get());
    }
    if (written.empty())
        return nodes.empty() ? nullptr : nodes.front();
    for (const ir::Node* last : written)
        if (std::ranges::all_of(
                written, [&](const ir::Node* other) { return index.reaches(other->id, last->id); }))
            return last;
    return nullptr;
}

void Fused::findMerges() {
    const ir::StateIndex& index = *states_.second.index;
    for (const auto& node : index.state().nodes) {
        const auto* access = node->as<ir::AccessNode>();
        if (!access || index.scope(node->id) || !index.inEdges(node->id).empty() ||
            isView(sdfg_, *node) || !node->in.empty() || !node->out.empty())
            continue;
        const ir::Node* last = lastOf(access->data);
        if (last && last->in.empty() && last->out.empty())
            merges_.push_back({node->id, last->id});
    }
}

bool Fused::isOrdered(const Use& earlier, const Use& later) const {
    return std::ranges::any_of(links_, [&](const Link& link) {
        return link.before.contains(earlier.ends) && link.after.contains(later.begins);
    });
}

bool Fused::areApart(const Use& a, const Use& b) {
    if (!a.region || !b.region || a.region->rank() != b.region->rank())
        return false;
    return symbolic::Prover().intersects(*a.region, *b.region).disproven();
}

MaybeRefusal Fused::checkContainers(const std::vector<Use>& earlier,
                                    const std::vector<Use>& later) {
    for (const Use& one : earlier)
        for (const Use& other : later)
            if ((one.writes || other.writes) && !isOrdered(one, other) && !areApart(one, other))
                return refuse(6, "no-order",
                              fmt::format("{} is used by both of {}, and in one state nothing "
                                          "would say which comes first.",
                                          quoted(*other.access), states_.called()),
                              {one.access->id, other.access->id});
    return std::nullopt;
}

MaybeRefusal Fused::checkOrder() {
    for (const auto& [container, earlier] : first_)
        for (const auto& [other, later] : second_)
            if (maySharePlace(*states_.first.document, sdfg_, container, other))
                if (auto refusal = checkContainers(earlier, later))
                    return refusal;
    return std::nullopt;
}

/// Condition 7.
MaybeRefusal checkNames(const TwoStates& states) {
    const auto check = [&](const StateView& writer, const StateView& reader) -> MaybeRefusal {
        const auto names = analysis::readByName(*reader.sdfg, reader.state());
        if (names.empty())
            return std::nullopt;
        for (const auto& [container, uses] : usesOf(*writer.index, *writer.sdfg))
            for (const Use& use : uses)
                if (use.writes && (container.empty() || names.contains(container)))
                    return refuse(7, "read-by-name",
                                  fmt::format("{} is written in '{}', and '{}' reads such a "
                                              "container by its name: in one state nothing would "
                                              "say which comes first.",
                                              quoted(*use.access), writer.block->label,
                                              reader.block->label),
                                  {use.access->id, reader.id});
        return std::nullopt;
    };
    if (auto refusal = check(states.first, states.second))
        return refusal;
    return check(states.second, states.first);
}

struct FusionPlan {
    TwoStates states;
    std::vector<Merge> merges;
};

CheckResult check(const DocumentView& view, const Match& match, const Params& /*params*/) {
    const auto found = statesOf(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&found))
        return *refusal;
    const auto& states = std::get<TwoStates>(found);
    if (auto refusal = checkEdge(states))
        return *refusal;
    if (auto refusal = checkEffects(states))
        return *refusal;
    if (auto refusal = checkZeros(states))
        return *refusal;
    Fused fused(states);
    if (auto refusal = fused.checkOrder())
        return *refusal;
    if (auto refusal = checkNames(states))
        return *refusal;
    return Plan::of(FusionPlan{states, fused.merges()});
}

void moveDataflow(ir::Editor& editor, const TwoStates& states, const std::vector<Merge>& merges) {
    std::map<NodeId, NodeId> merged;
    for (const Merge& merge : merges)
        merged.emplace(merge.second, merge.first);
    ir::State& state = editor.state(states.first.id);
    for (const auto& node : states.second.state().nodes)
        if (!merged.contains(node->id))
            state.nodes.push_back(node);
    for (const auto& edge : states.second.state().edges) {
        state.edges.push_back(edge);
        if (const auto found = merged.find(edge->src); found != merged.end())
            editor.edge(states.first.id, edge->id).src = found->second;
    }
    for (const Merge& merge : merges)
        editor.replaced(merge.second, merge.first);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [states, merges] = plan.as<FusionPlan>();
    ir::Editor editor(view.document());
    moveDataflow(editor, states, merges);
    ir::Region& region = editor.region(states.owner);
    std::erase_if(region.edges, [gone = states.second.id](const ir::InterstateEdge& edge) {
        return edge.dst == gone;
    });
    for (auto& edge : region.edges)
        if (edge.src == states.second.id)
            edge.src = states.first.id;
    editor.removeBlock(states.owner, states.second.id);
    editor.replaced(states.second.id, states.first.id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "state-fusion",
        "Fuse states",
        "Joins two states in a row; what one wrote for the other is ordered by the dataflow alone.",
        "Maps can be fused only within one state. Where two states always run one after the other, "
        "the dataflow can say the same: what the second reads is what the first wrote.\n\n"
        "Both may use the same container only where the dataflow orders that, or where they use "
        "elements of their own. Empty states are fused with whatever is beside them.",
        Category::controlFlow,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::state_fusion

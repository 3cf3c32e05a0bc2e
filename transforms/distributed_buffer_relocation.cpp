#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/block_order.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/independent_iterations.h"
#include "transforms/toolkit/keep_order.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

// Distributed buffers: a temporary that other states define is copied to a field where they define
// it, not later.
//
//     [map -> tmp]  ->  [...]  ->  [tmp -> a]     =>     [map -> tmp -> a]  ->  [...]  ->  []
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. Something is copied from the first, a plain temporary, to the second, a plain container that
//     is no temporary, outside of maps.
//  3. The control flow runs every block to its end. What the copy says, and how the two lie in
//     memory, means the same in all states. The temporary is not filled with zeros, the container
//     not read by its name alone.
//  4. The temporary is written in other states only, in each at one access node of its own name
//     outside of maps.
//  5. From each of them the program always comes here, and to none of them before that; here it
//     comes only after one of them, each time anew.
//  6. What else uses these elements of the container does so before the temporary is defined, or
//     when they have been copied here.
//
// Effect: the copy stands in every state that defines the temporary, and not here any more.

namespace mw::transforms::distributed_buffer_relocation {

namespace {

using Edges = std::vector<const ir::Edge*>;
using symbolic::Subset;

/// Where the temporary is written.
struct Definition {
    StateView at;
    const ir::Node* access = nullptr;
};

struct Relocation {
    CopyNodes nodes;
    Edges copies;
    std::vector<Definition> definitions;

    const StateView& at() const { return nodes.at; }
    const ir::Sdfg& sdfg() const { return *nodes.at.sdfg; }
    const std::string& temporary() const { return nodes.first->as<ir::AccessNode>()->data; }
    const std::string& container() const { return nodes.second->as<ir::AccessNode>()->data; }
    std::vector<ElementId> ids() const { return {nodes.first->id, nodes.second->id}; }
};

bool isPlain(const ir::DataDescriptor* data, bool transient) {
    return data && (data->kind == ir::DataKind::array || data->isScalar()) &&
           data->transient == transient;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& nodes) {
        const auto& name = nodes.first->as<ir::AccessNode>()->data;
        return nodes.isTemporary(true) && !nodes.isTemporary(false) &&
               !isView(*nodes.at.sdfg, *nodes.second) && !nodes.at.index->scope(nodes.first->id) &&
               !isWritten(*nodes.at.index, *nodes.first) &&
               !nodes.at.document->singleUseData(nodes.at.sdfg).contains(name);
    });
}

/// Condition 2; sets the copies.
MaybeRefusal checkCopies(Relocation& r) {
    const bool kinds =
        isPlain(r.sdfg().data(r.temporary()), true) && isPlain(r.sdfg().data(r.container()), false);
    r.copies = copiesBetween(r.nodes);
    if (kinds && !r.copies.empty() && !r.at().index->scope(r.nodes.first->id))
        return std::nullopt;
    return refuse(
        2, "no-write-back",
        fmt::format("Nothing is copied from {} to {}, as from a plain temporary to a plain "
                    "container that is none, and outside of maps.",
                    quoted(*r.nodes.first), quoted(*r.nodes.second)),
        r.ids());
}

bool namesAnyOf(const std::optional<Subset>& region, const analysis::AssignedSymbols& assigned) {
    analysis::NameSet names;
    if (region)
        symbolic::collectSymbols(*region, names);
    return std::ranges::any_of(names,
                               [&](const std::string& name) { return assigned.contains(name); });
}

/// Where its elements are depends on one of the symbols.
bool namesAnyOf(const ir::DataDescriptor& data, const analysis::AssignedSymbols& assigned) {
    analysis::NameSet names;
    for (const auto* part : {&data.shape, &data.strides, &data.offset})
        for (const symbolic::Expr& e : *part)
            symbolic::collectSymbols(e, names);
    symbolic::collectSymbols(data.startOffset, names);
    return std::ranges::any_of(names,
                               [&](const std::string& name) { return assigned.contains(name); });
}

/// What the copies say, and where the elements are, means the same whenever it is looked at.
bool isConstant(const Relocation& r) {
    const auto assigned = analysis::assignedSymbols(r.sdfg());
    return !namesAnyOf(*r.sdfg().data(r.temporary()), assigned) &&
           !namesAnyOf(*r.sdfg().data(r.container()), assigned) &&
           std::ranges::none_of(r.copies, [&](const ir::Edge* copy) {
               return namesAnyOf(copy->memlet.subset, assigned) ||
                      namesAnyOf(copy->memlet.otherSubset, assigned);
           });
}

bool isFilled(const Relocation& r) {
    bool filled = false;
    ir::forEachBlock(r.sdfg().body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i) {
            const auto* access = state->nodes[i]->as<ir::AccessNode>();
            filled = filled || (access && access->setZero && access->data == r.temporary());
        }
    });
    return filled;
}

/// Condition 3.
MaybeRefusal checkProgram(const Relocation& r, const BlockOrder& order) {
    if (!order.isStructured())
        return refuse(3, "jumps", "The control flow jumps, or has blocks that are not known.",
                      r.ids());
    if (!isConstant(r))
        return refuseUncertain(3, "changing-symbol",
                               "A symbol that says what is copied, or where it is, is assigned "
                               "while the program runs.",
                               r.ids());
    if (isFilled(r))
        return refuse(3, "set-zero", fmt::format("'{}' is filled with zeros.", r.temporary()),
                      r.ids());
    if (r.at().document->readByName(r.at().sdfg).contains(r.container()))
        return refuse(3, "read-by-name",
                      fmt::format("'{}' is read by its name, without a memlet.", r.container()),
                      r.ids());
    return std::nullopt;
}

std::vector<StateView> allStates(const DocumentView& view, const ir::Sdfg& sdfg) {
    std::vector<StateView> states;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (block.as<ir::State>())
            states.push_back(*view.state(block.id));
    });
    return states;
}

/// The one node by which the state writes the temporary; none: it does not.
std::variant<const ir::Node*, Refusal> writtenNode(const DocumentView& view, const Relocation& r,
                                                   const StateView& at) {
    const ir::Node* written = nullptr;
    for (const Access& use : usesInState(view, at, r.temporary())) {
        if (use.reads)
            continue;
        if (use.node->as<ir::AccessNode>()->data != r.temporary())
            return refuse(4, "other-name",
                          fmt::format("{} may write to '{}'.", quoted(*use.node), r.temporary()),
                          {use.node->id});
        if (at.index->scope(use.node->id))
            return refuse(4, "in-map",
                          fmt::format("{} is written inside a map.", quoted(*use.node)),
                          {use.node->id});
        if (at.id == r.at().id || (written && written != use.node))
            return refuse(4, "several-writes",
                          fmt::format("{} is written at several access nodes of '{}', or where it "
                                      "is copied.",
                                      quoted(*use.node), at.block->label),
                          {use.node->id});
        written = use.node;
    }
    return written;
}

/// Condition 4; sets the definitions.
MaybeRefusal findDefinitions(const DocumentView& view, Relocation& r) {
    for (const StateView& at : allStates(view, r.sdfg())) {
        const auto written = writtenNode(view, r, at);
        if (const auto* refusal = std::get_if<Refusal>(&written))
            return *refusal;
        if (const ir::Node* node = std::get<const ir::Node*>(written))
            r.definitions.push_back({at, node});
    }
    return std::nullopt;
}

/// Condition 5.
MaybeRefusal checkWays(const Relocation& r, const BlockOrder& order) {
    const BlockId here = r.at().id;
    BlockOrder::Way defining;
    for (const Definition& definition : r.definitions)
        defining.insert(definition.at.id);
    if (order.mayBeginWithout(here, defining) || order.mayFollow(here, here, defining))
        return refuseUncertain(5, "not-defined",
                               fmt::format("It is not certain that '{}' was defined anew each time "
                                           "when it is copied.",
                                           r.temporary()),
                               r.ids());
    for (const Definition& definition : r.definitions) {
        if (!order.alwaysFollows(definition.at.id, here))
            return refuseUncertain(5, "not-copied",
                                   fmt::format("It is not certain that '{}' is copied after '{}'.",
                                               r.temporary(), definition.at.block->label),
                                   {definition.access->id});
        for (const BlockId other : defining)
            if (order.mayFollow(definition.at.id, other, {here}))
                return refuseUncertain(
                    5, "defined-again",
                    fmt::format("'{}' may be defined again after '{}', before it is copied.",
                                r.temporary(), definition.at.block->label),
                    {definition.access->id});
    }
    return std::nullopt;
}

/// Whether what uses the container sees and leaves the same with the copies at their new places.
class OtherUses {
public:
    OtherUses(const DocumentView& view, const Relocation& relocation, const BlockOrder& order)
        : view_(view), r_(relocation), order_(order),
          assigned_(analysis::assignedSymbols(r_.sdfg())) {}

    /// A use for which that is not certain; null: there is none.
    const ir::Node* find() const {
        for (const StateView& at : allStates(view_, r_.sdfg()))
            for (const Access& use : usesInState(view_, at, r_.container()))
                if (std::ranges::find(r_.copies, use.edge) == r_.copies.end() && !fits(at, use))
                    return use.node;
        return nullptr;
    }

private:
    bool fits(const StateView& at, const Access& use) const {
        return std::ranges::all_of(r_.copies, [&](const ir::Edge* copy) {
            const Access copied{copy, r_.nodes.second, false};
            return isApart(at, use, copied) ||
                   (at.id == r_.at().id
                        ? isBefore(*at.index, copied, use)
                        : std::ranges::none_of(r_.definitions, [&](const Definition& definition) {
                              return isAfter(at, use, definition);
                          }));
        });
    }

    /// Whether it may come after the definition and before what is copied here.
    bool isAfter(const StateView& at, const Access& use, const Definition& definition) const {
        if (at.id != definition.at.id)
            return order_.mayFollow(definition.at.id, at.id, {r_.at().id});
        return !at.index->reaches(endOf(*at.index, use), definition.access->id);
    }

    bool isApart(const StateView& at, const Access& use, const Access& copied) const {
        if (use.node->as<ir::AccessNode>()->data != r_.container())
            return false;
        const auto used = regionOf(*at.index, r_.sdfg(), use);
        const auto written = regionOf(*r_.at().index, r_.sdfg(), copied);
        return used && written && !namesAnyOf(used, assigned_) &&
               relationFor(*written).disjoint(*used, *written);
    }

    const DocumentView& view_;
    const Relocation& r_;
    const BlockOrder& order_;
    analysis::AssignedSymbols assigned_;
};

/// Condition 6.
MaybeRefusal checkOthers(const DocumentView& view, const Relocation& r, const BlockOrder& order) {
    if (const ir::Node* node = OtherUses(view, r, order).find())
        return refuseUncertain(6, "other-access",
                               fmt::format("{} is also used where '{}' may be defined already and "
                                           "not yet copied.",
                                           quoted(*node), r.temporary()),
                               {node->id});
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    Relocation r{std::get<CopyNodes>(bound), {}, {}};
    if (auto refusal = checkCopies(r))
        return *refusal;
    const BlockOrder order(r.sdfg());
    if (auto refusal = checkProgram(r, order))
        return *refusal;
    if (auto refusal = findDefinitions(view, r))
        return *refusal;
    if (auto refusal = checkWays(r, order))
        return *refusal;
    if (auto refusal = checkOthers(view, r, order))
        return *refusal;
    return Plan::of(std::move(r));
}

void addCopies(ir::Editor& editor, const Relocation& r, const Definition& definition) {
    ir::Node node;
    node.kind = ir::AccessNode{r.container(), false};
    const NodeId target = editor.addNode(definition.at.id, std::move(node));
    for (const ir::Edge* copy : r.copies) {
        ir::Edge added = *copy;
        added.src = definition.access->id;
        added.dst = target;
        const EdgeId id = editor.addEdge(definition.at.id, std::move(added));
        if (&definition == &r.definitions.front())
            editor.replaced(copy->id, id);
    }
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& r = plan.as<Relocation>();
    ir::Editor editor(view.document());
    for (const Definition& definition : r.definitions)
        addCopies(editor, r, definition);
    keepOrder(editor, r.at(), r.copies, r.copies);
    for (const ir::Edge* copy : r.copies)
        editor.removeEdge(r.at().id, copy->id);
    removeIsolated(editor, r.at().id, std::vector{r.nodes.first->id, r.nodes.second->id});
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "distributed-buffer-relocation",
        "Copy a result where it is computed",
        "Moves the copy of a temporary to a field into the states that define the temporary.",
        "Where a field is assigned in branches, or early in a program, its new values can wait in "
        "a temporary for a later state that does nothing but copy them. Copied where they are "
        "computed, they are no obstacle to joining states any more, and redundant-array or "
        "double-write-removal can let the map write the field itself.\n\n"
        "Nothing may look at these elements of the field in between or change them; every way "
        "through the program must come to one definition and then to the copy. "
        "write-back-buffer-elimination goes further where the field may have the new values "
        "all the time.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::distributed_buffer_relocation

// Inlining: what a nested SDFG does stands in the control flow around it, or in the map around it.
//
//     [a -> (nested: s0 -> s1) -> b -> (m) -> c]   =>   [...] -> s0 -> s1 -> [b -> (m) -> c]
//     [i] { a -> (nested: [p -> t0 -> q]) -> b }   =>   [i] { a -> t0 -> b }
//
// Conditions, in this order:
//  1. The match names a nested SDFG.
//  2. It stands at the top level of its state or is one state, may be inlined, and is known in all
//     its parts: no constants, no C++ of its own, no return, nothing that this tool does not read.
//  3. Each of its connectors is one whole container, the same before and after, and no view.
//     Inside a map it is a box of a container, known and certain, and not an input and an output at
//     once: what it gets is only read inside, what it gives is written at one place.
//  4. Containers have the same shape, strides and offsets inside as outside: in a map those of the
//     box, and code that sees several elements sees them in as many dimensions.
//  5. Every symbol that is read inside has a value. Values and symbols mean nothing else inside;
//     where code or control flow names a symbol, its value is a symbol of the same type, or a
//     number that its type holds as it is written, or that constants say. No container that gets
//     another name is read by its name, beside control flow.
//  6. The size of no temporary depends on a symbol that is assigned, and no access node inside
//  fills
//     its container with zeros. Inside a map the size is the same in each iteration.
//  7. The state comes apart around the node. Inside a map nothing else there writes what the nested
//     SDFG reads, or uses what it writes: its parts may run at other times than the whole.
//
// Effect: the state keeps what does not depend on the node. Then come the blocks of the nested
// SDFG, one by one where it ends at one block whatever it decides, else as a region; then a state
// with the rest, if there is any. Containers inside are called as outside; temporaries and assigned
// symbols keep their names unless these are taken. Inside a map the nodes of its state stand in its
// place, and its temporaries belong to one iteration.

#include "core/analysis/raw_code.h"
#include "core/analysis/region_index.h"
#include "core/ir/predicates.h"
#include "transforms/inline_nested_sdfg/in_map.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/insert_blocks.h"
#include "transforms/toolkit/mentions.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/side_effects.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::inline_nested_sdfg {

namespace {

struct Found {
    StateView at;
    const ir::Node* nested = nullptr;
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a nested SDFG",
                                         {role<ir::NestedSdfg>("nested", &Found::nested)});
    return kPattern;
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findNodes<ir::NestedSdfg, pattern>(
        view, region, [](const StateView&, const ir::Node& node) {
            return std::optional(node.as<ir::NestedSdfg>()->label);
        });
}

bool returns(const ir::Sdfg& sdfg) {
    bool found = false;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* jump = block.as<ir::JumpBlock>();
        found = found || (jump && jump->jump == ir::Jump::returnProgram);
    });
    return found;
}

bool hasOwnCode(const ir::Sdfg& sdfg) {
    const auto said = [](const auto& all) {
        return std::ranges::any_of(all, [](const auto& code) { return !code.second.text.empty(); });
    };
    bool found = said(sdfg.globalCode) || said(sdfg.initCode) || said(sdfg.exitCode);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            found = found || effectIn(ir::StateIndex(*state));
    });
    return found;
}

/// Known in all its parts, and ends where its control flow does.
bool isPlain(const ir::Sdfg& sdfg) {
    return !returns(sdfg) && !hasOwnCode(sdfg) && sdfg.constants.empty() &&
           sdfg.constantArrays.empty() && isReadable(sdfg);
}

/// Condition 2.
MaybeRefusal checkKind(const NestedAt& place) {
    const std::vector<ElementId> elements{place.node->id};
    if (place.nested().noInline)
        return refuse(2, "no-inline",
                      fmt::format("{} says that it is not to be inlined.", place.called()),
                      elements);
    const bool isHere = place.nested().sdfg && !place.inner().body.blocks.empty();
    if (!isHere || !place.keptInside<isPlain>())
        return refuse(2, "not-plain",
                      fmt::format("{} is in another file, returns early, has constants or C++ "
                                  "of its own, or holds something that is not known.",
                                  place.called()),
                      elements);
    if (place.isInMap() && !isOneState(place))
        return refuse(
            2, "inside-map",
            fmt::format("{} stands inside a map, where there is no control flow.", place.called()),
            elements);
    return std::nullopt;
}

/// Conditions 3 to 7.
MaybeRefusal checkPlace(const DocumentView& view, InlinePlan& plan) {
    const bool inMap = plan.place.isInMap();
    if (inMap)
        plan.place.inside = view.state(plan.place.inner().body.blocks.front()->id)->index;
    if (auto refusal = inMap ? checkPassed(plan.place, plan.names, plan.passed)
                             : checkContainers(plan.place, plan.names))
        return refusal;
    if (auto refusal = checkSymbols(plan.place, plan.names))
        return refusal;
    if (!inMap)
        return checkHalves(plan.place, plan.halves);
    if (auto refusal = checkInMap(plan.place, plan.passed))
        return refusal;
    return checkAround(view, plan.place, plan.passed);
}

CheckResult check(const DocumentView& view, const Match& match, const Params& /*params*/) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    InlinePlan plan{
        {found.at, found.nested, view.index().find(found.at.id)->parent, {}}, {}, {}, {}};
    if (auto refusal = checkKind(plan.place))
        return *refusal;
    if (auto refusal = checkPlace(view, plan))
        return *refusal;
    return Plan::of(std::move(plan));
}

/// One of the two conditions is the other's opposite, as they are written.
bool areOpposite(const std::string& a, const std::string& b) {
    const auto first = symbolic::parse(a, symbolic::Dialect::code);
    const auto second = symbolic::parse(b, symbolic::Dialect::code);
    const auto negated = [](const symbolic::Expr& e) {
        return symbolic::Expr::make(symbolic::Op::logicNot, {e});
    };
    return first && second && (negated(*first) == *second || negated(*second) == *first);
}

/// The block at which the region ends whatever it decides; 0: there are several, or it can end
/// where no condition holds.
BlockId endOf(const ir::Region& region) {
    const analysis::RegionIndex index(region);
    BlockId end;
    for (const auto& block : region.blocks) {
        const auto& out = index.out(block->id);
        if (out.empty() && end)
            return {};
        if (out.empty()) {
            end = block->id;
            continue;
        }
        const bool always = std::ranges::any_of(
            out, [](const auto* edge) { return ir::isAlwaysTrue(edge->condition); });
        if (!always &&
            (out.size() != 2 || !areOpposite(out[0]->condition.text, out[1]->condition.text)))
            return {};
    }
    return end;
}

/// First and last block that stand for the nested SDFG.
struct Ends {
    BlockId first, last;
};

Ends moveBlocks(ir::Editor& editor, const NestedAt& place) {
    const ir::Region body = editor.region(place.inner().id);
    ir::Region& region = editor.region(place.owner);
    const BlockId end = endOf(body);
    if (!end) {
        ir::Block block;
        block.label = freshLabel(region, place.nested().label);
        block.kind = ir::ControlFlowRegion{body, {}};
        const BlockId id = editor.addBlock(place.owner, std::move(block));
        return {id, id};
    }
    insertBlocks(editor, region, region.blocks.size(), body.blocks);
    region.edges.insert(region.edges.end(), body.edges.begin(), body.edges.end());
    return {ir::startOf(body), end};
}

void addWay(ir::Editor& editor, ElementId owner, BlockId from, BlockId to) {
    ir::InterstateEdge edge;
    edge.src = from;
    edge.dst = to;
    editor.addInterstateEdge(owner, std::move(edge));
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [place, names, halves, passed] = plan.as<InlinePlan>();
    if (place.isInMap())
        return inlineInMap(view.document(), place, names, passed);
    ir::Editor editor(view.document());
    renameInside(editor, place, names);
    const BlockId second = splitState(editor, place, halves);
    const Ends ends = moveBlocks(editor, place);
    ir::Region& region = editor.region(place.owner);
    for (auto& edge : region.edges)
        if (edge.src == place.at.id)
            edge.src = second ? second : ends.last;
    addWay(editor, place.owner, place.at.id, ends.first);
    if (second)
        addWay(editor, place.owner, ends.last, second);
    if (second)
        editor.block(second).label =
            freshLabel(editor.region(place.owner), place.at.block->label + "_after");
    const bool plain = std::ranges::all_of(editor.region(place.owner).blocks, [](const auto& b) {
        return b->template as<ir::State>() != nullptr;
    });
    if (!plain)
        editor.sdfg(place.outer().id).usingExplicitControlFlow = true;
    editor.replaced(place.node->id, ends.first);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "inline-nested-sdfg",
        "Inline a nested SDFG",
        "Puts the states of a nested SDFG into the control flow around it, or the nodes of its one "
        "state into the map around it.",
        "Nothing can be fused across the border of a nested SDFG. One that stands beside the other "
        "nodes of a state, and that gets whole containers, is the same as its states, one after "
        "another, in the place of its node. Its temporaries become temporaries outside; names that "
        "are taken there get a number.\n\n"
        "In a map there is no control flow: there a nested SDFG of one state is inlined, whose "
        "nodes "
        "then read and write the elements outside that it was given. Afterwards states, or "
        "tasklets, can be fused.",
        Category::controlFlow,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::inline_nested_sdfg

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/analysis/temporary_bytes.h"
#include "core/ir/edit.h"
#include "core/ir/predicates.h"
#include "transforms/toolkit/block_order.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/new_place.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/roots.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

// Reuse of temporaries: a temporary takes the memory of another one that nobody needs any more.
//
//     a -> map -> t -> map -> u -> map -> v -> map -> b
//                                   =>    a -> map -> t -> map -> u -> map -> t -> map -> b
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. They stand for two temporaries that are alike: plain, of one type, shape and layout, in the
//     same memory and for the same time, which is one run.
//  3. Both are used in this state alone, which runs once in a run, outside of maps, by dataflow and
//     under their own names, and are not filled with zeros.
//  4. Every use of the first is over before any use of the second begins, by the dataflow.
//
// Effect: the second container is the first one.

namespace mw::transforms::transient_reuse {

namespace {

struct Found {
    StateView at;
    const ir::Node* first = nullptr;
    const ir::Node* second = nullptr;

    std::vector<ElementId> ids() const { return {first->id, second->id}; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("access nodes of two temporaries",
                                         {role<ir::AccessNode>("kept", &Found::first),
                                          role<ir::AccessNode>("replaced", &Found::second)});
    return kPattern;
}

const std::string& nameOf(const ir::Node& node) {
    return node.as<ir::AccessNode>()->data;
}

bool sameExprs(const std::vector<symbolic::Expr>& a, const std::vector<symbolic::Expr>& b) {
    return std::ranges::equal(a, b, symbolic::equal);
}

/// Condition 2.
bool areAlike(const ir::DataDescriptor* a, const ir::DataDescriptor* b) {
    const auto isTemporary = [](const ir::DataDescriptor* data) {
        return data && data->transient && data->kind == ir::DataKind::array &&
               ir::endsWithCall(data->lifetime);
    };
    return isTemporary(a) && isTemporary(b) && a->dtype == b->dtype && a->storage == b->storage &&
           a->lifetime == b->lifetime && a->alignment == b->alignment && a->pool == b->pool &&
           sameExprs(a->shape, b->shape) && sameExprs(a->strides, b->strides) &&
           sameExprs(a->offset, b->offset) && symbolic::equal(a->totalSize, b->totalSize) &&
           symbolic::equal(a->startOffset, b->startOffset);
}

/// The arrays that one state alone uses, which runs once, outside of maps and by dataflow.
struct Homes {
    std::map<std::string, BlockId, std::less<>> state; ///< 0: several, or something else
};

Homes homesIn(const DocumentView& view, const ir::Sdfg& sdfg) {
    Homes homes;
    const BlockOrder order(sdfg);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const StateView at = *view.state(block.id);
        const bool again = order.mayFollow(block.id, block.id);
        for (const auto& node : state->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access)
                continue;
            auto& home = homes.state.emplace(access->data, block.id).first->second;
            if (again || home != block.id || at.index->scope(node->id) || access->setZero)
                home = {};
        }
    });
    for (const auto& name : view.readByName(view.sdfg(sdfg.id)).all())
        homes.state[name] = {};
    return homes;
}

bool isAtHome(const DocumentView& view, const StateView& at, const std::string& name) {
    const auto homes =
        view.kept().of<Homes>(at.sdfg, [&](const ir::Sdfg& sdfg) { return homesIn(view, sdfg); });
    const auto home = homes->state.find(name);
    return home != homes->state.end() && home->second == at.id;
}

/// The edges at the access nodes of an array of the state.
std::vector<Access> usesOf(const StateView& at, const std::string& name) {
    std::vector<Access> uses;
    for (const RootedNode* access : nodesOf(at, {name})) {
        const ir::Node* node = access->node;
        if (nameOf(*node) != name)
            continue;
        for (const ir::Edge* edge : at.index->inEdges(node->id))
            if (!edge->memlet.empty())
                uses.push_back({edge, node, false});
        for (const ir::Edge* edge : at.index->outEdges(node->id))
            if (!edge->memlet.empty())
                uses.push_back({edge, node, true});
    }
    return uses;
}

/// Condition 4.
bool isOverBefore(const StateView& at, const std::string& first, const std::string& second) {
    const auto later = usesOf(at, second);
    return std::ranges::all_of(usesOf(at, first), [&](const Access& one) {
        return std::ranges::all_of(
            later, [&](const Access& other) { return isBefore(*at.index, one, other); });
    });
}

std::string labelOf(const Found& found) {
    const auto bytes = analysis::temporaryBytes(*found.at.sdfg->data(nameOf(*found.second)));
    return fmt::format("{} in {}: {} bytes less", nameOf(*found.second), nameOf(*found.first),
                       bytes ? symbolic::print(*bytes) : "few");
}

/// For each temporary of a state the first one, in topological order, whose memory it can take.
void findIn(const DocumentView& view, const StateView& at, const Region& region,
            std::vector<Match>& matches) {
    std::vector<const ir::Node*> temporaries, touched; // the second: of the first, by the region
    std::set<std::string_view> known;
    for (const NodeId id : at.index->topological()) {
        const ir::Node* node = at.index->node(id);
        const auto* data = node->as<ir::AccessNode>() ? at.sdfg->data(nameOf(*node)) : nullptr;
        if (!areAlike(data, data) || known.contains(nameOf(*node)) ||
            !isAtHome(view, at, nameOf(*node)))
            continue;
        const bool isTouched = region.touches(at.id, {id});
        for (const ir::Node* other : isTouched ? temporaries : touched)
            if (areAlike(at.sdfg->data(nameOf(*other)), data) && at.index->reaches(other->id, id) &&
                isOverBefore(at, nameOf(*other), nameOf(*node))) {
                const Found found{at, other, node};
                matches.push_back(pattern().match(found, labelOf(found)));
                break;
            }
        known.insert(nameOf(*node));
        temporaries.push_back(node);
        if (isTouched)
            touched.push_back(node);
    }
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findInStates(view, region,
                        [](const StateView& at, const Region& in, std::vector<Match>& matches) {
                            findIn(*at.document, at, in, matches);
                        });
}

/// Condition 3 for one of them.
MaybeRefusal checkAlone(const DocumentView& view, const StateView& at, const ir::Node& node) {
    if (!isAtHome(view, at, nameOf(node)))
        return refuse(3, "used-elsewhere",
                      fmt::format("{} is also used in another state, in the next run of this one, "
                                  "inside a map, by its name or filled with zeros.",
                                  quoted(node)),
                      {node.id});
    for (const Access& use : usesInState(view, at, nameOf(node)))
        if (nameOf(*use.node) != nameOf(node))
            return refuse(3, "other-name",
                          fmt::format("{} may look at {}.", quoted(*use.node), quoted(node)),
                          {use.node->id, node.id});
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    const std::string &first = nameOf(*found.first), &second = nameOf(*found.second);
    const ir::Sdfg& sdfg = *found.at.sdfg;
    if (first == second || !areAlike(sdfg.data(first), sdfg.data(second)))
        return refuse(
            2, "not-alike",
            fmt::format("{} and {} are no two temporary arrays of one type, shape, layout "
                        "and memory.",
                        quoted(*found.first), quoted(*found.second)),
            found.ids());
    for (const ir::Node* node : {found.first, found.second})
        if (auto refusal = checkAlone(view, found.at, *node))
            return *refusal;
    if (!isOverBefore(found.at, first, second))
        return refuse(4, "still-needed",
                      fmt::format("{} may still be needed when {} is written.",
                                  quoted(*found.first), quoted(*found.second)),
                      found.ids());
    return Plan::of(found);
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& found = plan.as<Found>();
    const std::string &first = nameOf(*found.first), &second = nameOf(*found.second);
    const auto whole = analysis::wholeContainer(*found.at.sdfg->data(second));
    Placement same{whole, whole, {}};
    for (std::size_t d = 0; d < whole.rank(); ++d)
        same.dims.emplace_back(d);
    ir::Editor editor(view.document());
    for (const Access& use : usesOf(found.at, second)) {
        for (const ir::Edge* edge : treeOf(*found.at.index, use))
            retarget(editor, found.at.id, *found.at.index, *found.at.sdfg, *edge, use.reads, same,
                     first);
        editor.node(found.at.id, use.node->id).as<ir::AccessNode>()->data = first;
    }
    editor.sdfg(found.at.sdfg->id).arrays.erase(second);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "transient-reuse",
        "Reuse the memory of a temporary",
        "Lets a temporary take the memory of another one that nobody needs any more.",
        "Two temporaries of the same shape of which the first is read for the last time before the "
        "second is written can be one. Each match says how many bytes that saves. Applied "
        "everywhere, a chain of maps needs two arrays.\n\n"
        "Programs that this tool runs itself share memory between temporaries without that; it is "
        "for graphs that are compiled elsewhere. Other transformations ask for temporaries that "
        "are used once, so it comes last.",
        Category::data,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::transient_reuse

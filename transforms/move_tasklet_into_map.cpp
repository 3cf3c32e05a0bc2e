// Tasklets into maps: what a tasklet without inputs computes once for a map, each iteration of the
// map computes itself.
//
//     (s = 9.81) -> s -> [i] b[i] = a[i] * s -> b   =>   [i] s = 9.81; b[i] = a[i] * s -> b
//
// Conditions, in this order:
//  1. The match names a tasklet, an access node and a map entry.
//  2. The tasklet has one output, which is all that is written at the access node, and the access
//     node leads into the map.
//  3. The tasklet waits for nothing: it has no inputs, and nothing is ordered before it.
//  4. It does nothing but to compute its output, for certain and the same everywhere: it reads no
//     container by name, and no parameter of the map hides a name of its code.
//  5. What it writes is a temporary of one element.
//  6. Nothing else writes to that between the tasklet and the end of the map.
//  7. Tasklet and access node come before the map in the order of the nodes, so that the map, when
//     it no longer waits for them, still has its turn when it had.
//  8. Nothing in the map that reads the element depends on how it lies in memory.
//
// Effect: a copy of the tasklet in the map, with a temporary of its own, from which the map reads.
// Tasklet, access node and temporary outside go unless something else uses them.

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/local_container.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/side_effects.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::move_tasklet_into_map {

namespace {

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* tasklet = nullptr;
    const ir::Node* access = nullptr;
    const ir::Node* entry = nullptr;

    const ir::StateIndex& index() const { return *at.index; }
    const std::string& container() const { return access->as<ir::AccessNode>()->data; }
    const ir::DataDescriptor* data() const { return at.sdfg->data(container()); }
    const ir::Map& map() const { return entry->as<ir::MapEntry>()->map; }
    std::vector<ElementId> ids() const { return {tasklet->id, access->id, entry->id}; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("a tasklet, an access node and a map entry",
                                         {role<ir::Tasklet>("tasklet", &Found::tasklet),
                                          role<ir::AccessNode>("scalar", &Found::access),
                                          role<ir::MapEntry>("map", &Found::entry)});
    return kPattern;
}

/// The edges that lead from the access node through the map's entry.
std::vector<const ir::Edge*> edgesInto(const Found& found) {
    std::vector<const ir::Edge*> into;
    for (const ir::Edge* edge : found.index().outEdges(found.access->id))
        if (edge->dst == found.entry->id && ir::isPassIn(edge->dstConnector) &&
            !edge->memlet.empty())
            into.push_back(edge);
    return into;
}

void findAt(const StateView& at, const ir::Node& tasklet, const Region& region,
            std::vector<Match>& matches) {
    const ir::StateIndex& index = *at.index;
    const auto out = index.outEdges(tasklet.id);
    const ir::Node* access = out.size() == 1 ? index.node(out.front()->dst) : nullptr;
    if (!tasklet.in.empty() || !access || !access->as<ir::AccessNode>())
        return;
    std::set<NodeId> seen;
    for (const ir::Edge* edge : index.outEdges(access->id)) {
        const ir::Node* entry = index.node(edge->dst);
        const Found found{at, &tasklet, access, entry};
        if (entry && entry->as<ir::MapEntry>() &&
            region.touches(at.id, {tasklet.id, access->id, entry->id}) &&
            !edgesInto(found).empty() && seen.insert(entry->id).second)
            matches.push_back(pattern().match(
                found, fmt::format("{} -> {}", found.container(), shortLabel(found.map().label))));
    }
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findAtNodes<ir::Tasklet>(
        view, region,
        [](const StateView& at, const ir::Node& node, const Region& in,
           std::vector<Match>& matches) { findAt(at, node, in, matches); });
}

/// Condition 2.
MaybeRefusal checkChain(const Found& found) {
    const auto out = found.index().outEdges(found.tasklet->id);
    const auto in = found.index().inEdges(found.access->id);
    if (out.size() == 1 && in.size() == 1 && out.front() == in.front() && !edgesInto(found).empty())
        return std::nullopt;
    return refuse(2, "no-chain",
                  fmt::format("{} does not lead to {} alone, and through that into {}.",
                              quoted(*found.tasklet), quoted(*found.access), quoted(found.map())),
                  found.ids());
}

/// Condition 3.
MaybeRefusal checkNoInputs(const Found& found) {
    const NodeId scope = found.index().scope(found.tasklet->id);
    const auto holdsInScope = [&](const ir::Edge* edge) {
        return edge->memlet.empty() && edge->src == scope;
    };
    if (found.tasklet->in.empty() &&
        std::ranges::all_of(found.index().inEdges(found.tasklet->id), holdsInScope))
        return std::nullopt;
    return refuse(3, "has-inputs",
                  fmt::format("{} has inputs, or comes after something.", quoted(*found.tasklet)),
                  {found.tasklet->id});
}

/// A name of the tasklet's code that means something else in the map, or a container; empty: none.
std::string strangeName(const Found& found, bool container) {
    analysis::NameSet names;
    analysis::collectIdentifiers(found.tasklet->as<ir::Tasklet>()->code.text, names);
    for (const auto& [connector, type] : found.tasklet->out)
        names.erase(connector);
    const auto dynamic = ir::dynamicInputs(*found.entry);
    for (const std::string& name : names)
        if (container ? found.at.sdfg->arrays.contains(name)
                      : std::ranges::count(found.map().params, name) > 0 ||
                            std::ranges::count(dynamic, name) > 0)
            return name;
    return {};
}

/// Condition 4.
MaybeRefusal checkCode(const Found& found) {
    const ir::Memlet& memlet = found.index().outEdges(found.tasklet->id).front()->memlet;
    if (mayHaveEffect(*found.tasklet) || memlet.dynamic || !memlet.wcr.empty())
        return refuseUncertain(4, "side-effects",
                               fmt::format("{} may do something else than to write its output.",
                                           quoted(*found.tasklet)),
                               {found.tasklet->id});
    if (const std::string name = strangeName(found, true); !name.empty())
        return refuseUncertain(4, "reads-by-name",
                               fmt::format("{} reads the container '{}' by its name, which may be "
                                           "written later.",
                                           quoted(*found.tasklet), name),
                               {found.tasklet->id});
    if (const std::string name = strangeName(found, false); !name.empty())
        return refuse(4, "name-rebound",
                      fmt::format("'{}' in the code of {} is something else in {}.", name,
                                  quoted(*found.tasklet), quoted(found.map())),
                      {found.tasklet->id, found.entry->id});
    return std::nullopt;
}

/// Condition 5.
MaybeRefusal checkTemporary(const Found& found) {
    const ir::DataDescriptor* data = found.data();
    const bool plain = data && (data->isScalar() || data->kind == ir::DataKind::array);
    if (plain && data->transient && data->isSingleElement())
        return std::nullopt;
    return refuse(5, "container-kind",
                  fmt::format("{} is no temporary of one element.", quoted(*found.access)),
                  {found.access->id});
}

/// Condition 6.
MaybeRefusal checkNotWritten(const DocumentView& view, const Found& found) {
    const ir::StateIndex& index = found.index();
    const Access own{index.inEdges(found.access->id).front(), found.access, false};
    const Access read{edgesInto(found).front(), found.access, true};
    for (const Access& use : usesInState(view, found.at, found.container()))
        if (!use.reads && use.edge != own.edge && !isBefore(index, use, own) &&
            !isBefore(index, read, use))
            return refuseUncertain(6, "written-too",
                                   fmt::format("{} may be written between {} and {}.",
                                               quoted(*found.access), quoted(*found.tasklet),
                                               quoted(found.map())),
                                   {use.node->id, found.access->id});
    return std::nullopt;
}

/// Condition 7.
MaybeRefusal checkTurn(const Found& found) {
    const auto turn = [&](const ir::Node* node) { return found.index().position(node->id); };
    if (turn(found.tasklet) < turn(found.entry) && turn(found.access) < turn(found.entry))
        return std::nullopt;
    return refuseUncertain(7, "turn",
                           fmt::format("{} would have its turn earlier than now, when it waits for "
                                       "{}.",
                                       quoted(found.map()), quoted(*found.access)),
                           found.ids());
}

struct MovePlan {
    Found found;
    Part part;
    std::vector<LayoutChange> layout;
};

/// Condition 8; the plan.
std::variant<MovePlan, Refusal> planFor(const Found& found) {
    const auto whole = analysis::wholeContainer(*found.data());
    MovePlan plan{found, {whole, std::vector<bool>(whole.rank(), true), {}}, {}};
    for (const ir::Edge* into : edgesInto(found))
        for (const ir::Edge* edge : analysis::branchesBelow(found.index(), *into))
            if (const auto obstacle = planLayout(found.at, *edge, true, found.container(),
                                                 plan.part.dims(), plan.layout))
                return refuse(8, "layout",
                              fmt::format("{} looks at {} in a way that depends on how it lies in "
                                          "memory.",
                                          obstacle->what, quoted(*found.access)),
                              {obstacle->element, found.access->id});
    return plan;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    for (const auto condition : {checkChain, checkNoInputs, checkCode, checkTemporary})
        if (auto refusal = condition(found))
            return *refusal;
    if (auto refusal = checkNotWritten(view, found))
        return *refusal;
    if (auto refusal = checkTurn(found))
        return *refusal;
    auto plan = planFor(found);
    if (auto* refusal = std::get_if<Refusal>(&plan))
        return std::move(*refusal);
    return Plan::of(std::get<MovePlan>(std::move(plan)));
}

/// The tasklet in front of everything in the map, and what it writes there.
LocalContainer copyInside(ir::Editor& editor, const Found& found, const Part& part) {
    const BlockId state = found.at.id;
    const NodeId tasklet = editor.addNode(state, *found.tasklet);
    moveToFront(editor, found.at, found.entry->id);
    const LocalContainer local =
        addLocal(editor, found.at, found.entry->id, found.container(), part);
    ir::Edge hold;
    hold.src = found.entry->id;
    hold.dst = tasklet;
    editor.addEdge(state, std::move(hold));
    ir::Edge write;
    write.src = tasklet;
    write.srcConnector = found.index().outEdges(found.tasklet->id).front()->srcConnector;
    write.dst = local.node;
    write.memlet = ir::Memlet::of(local.name, part.inReplacement().place);
    editor.addEdge(state, std::move(write));
    return local;
}

void removePassage(ir::Editor& editor, const Found& found, const ir::Edge& into) {
    ir::Node& entry = editor.node(found.at.id, found.entry->id);
    entry.out.erase(*ir::partner(into.dstConnector, true));
    entry.in.erase(into.dstConnector);
    editor.removeEdge(found.at.id, into.id);
}

/// Whether anything but the map uses what the tasklet writes, or comes after it.
bool isUsedBeside(const DocumentView& view, const Found& found) {
    return found.index().outEdges(found.access->id).size() != edgesInto(found).size() ||
           !view.singleUseData(found.at.sdfg).contains(found.container());
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [found, part, layout] = plan.as<MovePlan>();
    ir::Editor editor(view.document());
    const LocalContainer local = copyInside(editor, found, part);
    for (const ir::Edge* into : edgesInto(found)) {
        for (const ir::Edge* inner : analysis::innerEdges(found.index(), *into))
            readFromLocal(editor, found.at, *inner, part, local);
        removePassage(editor, found, *into);
    }
    if (!isUsedBeside(view, found)) {
        editor.removeNode(found.at.id, found.tasklet->id);
        editor.removeNode(found.at.id, found.access->id);
        editor.sdfg(found.at.sdfg->id).arrays.erase(found.container());
    }
    applyLayout(editor, layout, **editor.sdfg(found.at.sdfg->id).arrays.find(local.name),
                "local_strides_");
    holdInScope(editor, found.at.id, found.index(), {found.entry->id});
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "move-tasklet-into-map",
        "Compute a scalar inside the map",
        "Moves a tasklet without inputs into the map that reads its result.",
        "A constant that is computed outside costs a kernel or a copy of its own on a GPU, and "
        "each "
        "iteration has to load it. Inside the map it is a value that the compiler knows.\n\n"
        "Where several maps read the result, each gets its own copy, one application after the "
        "other; the tasklet outside goes with the last.",
        Category::data,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::move_tasklet_into_map

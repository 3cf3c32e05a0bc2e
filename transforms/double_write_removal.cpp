#include "core/analysis/analysis.h"
#include "core/analysis/certain_writes.h"
#include "core/ir/connectors.h"
#include "core/ir/edit.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/copy_pattern.h"
#include "transforms/toolkit/new_place.h"
#include "transforms/toolkit/own_elements.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/state_order.h"

#include <fmt/format.h>

#include <algorithm>

// Results that are written twice: a map writes its result also to where it is copied.
//
//     map -> tmp -> b                     map -> b
//              \> c            =>            \> tmp -> c
//
// Conditions, in this order:
//  1. The match names two access nodes.
//  2. Copies lead from the first to the second and nothing else: plain, unconditional, without
//     steps, both of their regions known. What follows holds for each.
//  3. Both containers have the same type and are in the same kind of memory, and are certainly not
//  parts of one.
//  4. At the first nothing but one map writes, outside of all others; in each iteration one tasklet
//     or copy writes one known element, and no conflict is resolved.
//  5. The copy moves a box to a box of the same extents, and what the map writes of it has its
//     place in there.
//  6. Each iteration writes an element of its own that is copied, and together they certainly write
//     all that is copied.
//  7. What else touches the copied elements of either comes before the map or after the copy. The
//     map itself may read in each iteration the elements of the second that this iteration writes,
//     before it does.
//
// Effect: the map has one more output for each copy, and the copies go. A value that a tasklet
// writes passes a scalar, from which all are written. A temporary that nothing else uses goes too.

namespace mw::transforms::double_write_removal {

namespace {

using symbolic::Subset;

bool isWrittenByMap(const StateView& at, const ir::Node& access) {
    const auto in = at.index->inEdges(access.id);
    const ir::Node* writer = in.size() == 1 ? at.index->node(in.front()->src) : nullptr;
    return writer && writer->as<ir::MapExit>() && !in.front()->memlet.empty();
}

/// The first is a temporary, used at this node alone, and only copied to the second.
bool isOnlyCopied(const DocumentView& view, const CopyNodes& nodes) {
    const auto& name = nodes.first->as<ir::AccessNode>()->data;
    return nodes.isTemporary(true) &&
           copiesBetween(nodes).size() == nodes.at.index->outEdges(nodes.first->id).size() &&
           view.singleUseData(nodes.at.sdfg).contains(name);
}

/// What is copied once is what redundant-array is about.
std::vector<Match> find(const DocumentView& view, const Region& region) {
    return copiesWhere(view, region, [](const CopyNodes& nodes) {
        return isWrittenByMap(nodes.at, *nodes.first) &&
               (copiesBetween(nodes).size() > 1 || !isOnlyCopied(*nodes.at.document, nodes));
    });
}

struct Doubling {
    Copy copy;
    Placement placement; ///< of the first in the second

    NewPlace newPlace() const { return {copy.sdfg(), copy.from(), copy.to(), placement}; }
};

struct Doublings {
    CopyNodes nodes;
    std::vector<Doubling> copies; ///< at least one
    bool firstGoes = false;
    const ir::Node* entry = nullptr;
    const ir::Edge* outer = nullptr; ///< from the map to the first
    const ir::Edge* inner = nullptr; ///< what arrives there from inside
    Subset element;                  ///< of the first, in one iteration

    const ir::StateIndex& index() const { return *nodes.at.index; }
    const ir::Sdfg& sdfg() const { return *nodes.at.sdfg; }
    const ir::Map& map() const { return entry->as<ir::MapEntry>()->map; }
    const ir::Node& writer() const { return *index().node(inner->src); }
    Access write() const { return {outer, nodes.first, false}; }
};

bool isPlain(const ir::Memlet& memlet) {
    return memlet.wcr.empty() && !memlet.dynamic && !memlet.allowOutOfBounds;
}

/// Condition 2; sets the copies.
MaybeRefusal checkCopies(Doublings& d) {
    const auto edges = copiesBetween(d.nodes);
    const auto between = std::ranges::count(d.index().outEdges(d.nodes.first->id),
                                            d.nodes.second->id, &ir::Edge::dst);
    std::vector<std::variant<Copy, Refusal>> copies;
    if (edges.size() > 1 && edges.size() == static_cast<std::size_t>(between))
        for (const ir::Edge* edge : edges)
            copies.push_back(copyAlong(2, d.nodes.at, *edge));
    else
        copies.push_back(copyBetween(2, d.nodes.at, *d.nodes.first, *d.nodes.second));
    for (const auto& copy : copies) {
        if (const auto* refusal = std::get_if<Refusal>(&copy))
            return *refusal;
        d.copies.push_back({std::get<Copy>(copy), {}});
    }
    return std::nullopt;
}

MaybeRefusal notOneWriter(const Doublings& d) {
    return refuse(
        4, "not-one-writer",
        fmt::format("No single map writes {} element by element.", quoted(*d.nodes.first)),
        {d.nodes.first->id});
}

/// Condition 4; sets what it is about.
MaybeRefusal checkWriter(Doublings& d) {
    const ir::StateIndex& index = d.index();
    if (index.scope(d.nodes.first->id) || !isWrittenByMap(d.nodes.at, *d.nodes.first))
        return notOneWriter(d);
    d.outer = index.inEdges(d.nodes.first->id).front();
    d.entry = index.node(ir::entryOf(*index.node(d.outer->src)));
    const auto inner = analysis::innerEdges(index, *d.outer);
    if (!d.entry || inner.size() != 1 || !isPlain(d.outer->memlet))
        return notOneWriter(d);
    d.inner = inner.front();
    const auto element = analysis::destinationSubset(index, *d.inner);
    const bool value = d.writer().as<ir::Tasklet>() ||
                       (d.writer().as<ir::AccessNode>() && !isView(d.sdfg(), d.writer()));
    if (!value || !element || !isPlain(d.inner->memlet) ||
        !symbolic::expand(element->volume()).isInteger(1))
        return notOneWriter(d);
    d.element = *element;
    return std::nullopt;
}

/// Condition 5; sets the placement.
MaybeRefusal checkPlace(const Doublings& d, Doubling& one) {
    const auto placement = placementOf(one.copy.read, one.copy.written);
    if (!placement)
        return refuse(5, "reshapes",
                      fmt::format("The copy brings what it reads of {} into another shape.",
                                  quoted(*one.copy.first)),
                      one.copy.ids());
    one.placement = *placement;
    return checkMemlets(5, one.newPlace(), d.index(), d.write());
}

/// Condition 6.
MaybeRefusal checkElements(const Doublings& d, const Copy& copy) {
    SubsetRelation inMap(d.map(), {});
    const Verdict verdict = inMap.covers(copy.read, d.element);
    if (!verdict.holds())
        return refuse(6, verdict, "not-all-copied",
                      fmt::format("{} writes elements of {} that are not copied.", quoted(d.map()),
                                  quoted(*copy.first)),
                      copy.ids());
    if (!inMap.disjointIterations(d.element).holds())
        return refuseUncertain(6, "shared-element",
                               fmt::format("Iterations of {} may write the same element of {}.",
                                           quoted(d.map()), quoted(*copy.first)),
                               copy.ids());
    if (!relationFor(copy.read).coveredBy(analysis::certainWrites(d.sdfg(), d.index(), *d.outer),
                                          copy.read))
        return refuseUncertain(6, "not-all-written",
                               fmt::format("{} may not write all that is copied of {}.",
                                           quoted(d.map()), quoted(*copy.first)),
                               copy.ids());
    return std::nullopt;
}

/// Condition 7 for one of the containers: `own` is its edge of the copy or of the map.
MaybeRefusal checkOthers(const DocumentView& view, const Doublings& d, const Doubling& one,
                         bool ofSecond) {
    const ir::StateIndex& index = d.index();
    const Copy& copy = one.copy;
    const Access copied{copy.edge, copy.second, false};
    const Subset& ours = ofSecond ? copy.written : copy.read;
    const std::string& name = ofSecond ? copy.to() : copy.from();
    const SubsetRelation relation = relationFor(ours);
    for (const Access& use : usesInState(view, copy.at, name)) {
        const bool own = use.edge == copy.edge || use.edge == d.outer;
        if (own || (!ofSecond && use.reads))
            continue;
        const bool known = use.node->as<ir::AccessNode>()->data == name;
        const auto region = known ? regionOf(index, d.sdfg(), use) : std::nullopt;
        const bool apart = region && relation.disjoint(*region, ours);
        const bool inPlace = ofSecond && known && use.reads && use.edge->dst == d.entry->id &&
                             readsOwnElements(index, *d.entry, *use.edge, *d.outer, one.placement);
        if (!apart && !inPlace && !isBefore(index, use, d.write()) && !isBefore(index, copied, use))
            return refuseUncertain(7, "other-access",
                                   fmt::format("{} is also used neither before {} nor after the "
                                               "copy.",
                                               quoted(*use.node), quoted(d.map())),
                                   {use.node->id, d.entry->id});
    }
    return std::nullopt;
}

/// Conditions 5 to 7 for one of the copies; sets its placement.
MaybeRefusal checkCopy(const DocumentView& view, const Doublings& d, Doubling& one) {
    if (auto refusal = checkPlace(d, one))
        return refusal;
    if (auto refusal = checkElements(d, one.copy))
        return refusal;
    for (const bool ofSecond : {false, true})
        if (auto refusal = checkOthers(view, d, one, ofSecond))
            return refusal;
    return std::nullopt;
}

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = copyPattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& nodes = std::get<CopyNodes>(bound);
    Doublings d{nodes, {}, isOnlyCopied(view, nodes), nullptr, nullptr, nullptr, {}};
    if (auto refusal = checkCopies(d))
        return *refusal;
    const Copy& copy = d.copies.front().copy;
    if (auto refusal = checkAlike(3, copy))
        return *refusal;
    if (mayBeOne(copy.at, copy.from(), copy.to()))
        return refuseUncertain(3, "may-alias",
                               fmt::format("{} and {} may be the same memory.", quoted(*copy.first),
                                           quoted(*copy.second)),
                               copy.ids());
    if (auto refusal = checkWriter(d))
        return *refusal;
    for (Doubling& one : d.copies)
        if (auto refusal = checkCopy(view, d, one))
            return *refusal;
    return Plan::of(std::move(d));
}

/// What all outputs are written from: a node inside the map, and what it has of the value.
struct Source {
    NodeId node;
    Subset region;
};

/// The container that the element comes from, or a scalar put between the tasklet and the exit. The
/// first is written from it as before, unless it goes.
Source sourceOf(ir::Editor& editor, const Doublings& d) {
    const BlockId state = d.nodes.at.id;
    if (d.writer().as<ir::AccessNode>()) {
        const auto region = analysis::sourceSubset(d.index(), *d.inner);
        const auto& data = *d.sdfg().data(d.writer().as<ir::AccessNode>()->data);
        return {d.writer().id, region ? *region : analysis::wholeContainer(data)};
    }
    const Copy& copy = d.copies.front().copy;
    const std::string name = freshName(editor, d.sdfg().id, copy.from() + "_value");
    auto data = ir::DataDescriptor::scalar(copy.source().dtype.scalar, true);
    data.dtype = copy.source().dtype;
    editor.sdfg(d.sdfg().id)
        .arrays.set(name, std::make_shared<const ir::DataDescriptor>(std::move(data)));
    ir::Node node;
    node.kind = ir::AccessNode{name, false};
    const Source source{editor.addNode(state, std::move(node)),
                        Subset{{symbolic::Range::point(0)}}};
    ir::Edge value;
    value.src = d.inner->src;
    value.srcConnector = d.inner->srcConnector;
    value.dst = source.node;
    value.memlet = ir::Memlet::of(name, source.region);
    value.memlet.isDataSource = false;
    editor.addEdge(state, std::move(value));
    ir::Edge& inner = editor.edge(state, d.inner->id);
    inner.src = source.node;
    inner.srcConnector.clear();
    inner.memlet = ir::Memlet::of(copy.from(), d.element);
    inner.memlet.otherSubset = source.region;
    inner.memlet.isDataSource = false;
    return source;
}

/// One more output of the map, in place of the copy.
void addOutput(ir::Editor& editor, const Doublings& d, const Source& source, const Doubling& one) {
    const BlockId state = d.nodes.at.id;
    const NodeId exit = d.outer->src;
    const std::string passage = ir::addPassage(editor.node(state, exit), one.copy.to());
    ir::Edge inner;
    inner.src = source.node;
    inner.dst = exit;
    inner.dstConnector = ir::passIn(passage);
    inner.memlet = ir::Memlet::of(one.copy.to(), one.placement.of(d.element));
    inner.memlet.otherSubset = source.region;
    inner.memlet.isDataSource = false;
    editor.addEdge(state, std::move(inner));
    ir::Edge outer;
    outer.src = exit;
    outer.srcConnector = ir::passOut(passage);
    outer.dst = one.copy.second->id;
    outer.memlet = ir::Memlet::of(one.copy.to(), one.copy.written);
    outer.memlet.isDataSource = false;
    const EdgeId written = editor.addEdge(state, std::move(outer));
    editor.removeEdge(state, one.copy.edge->id);
    editor.replaced(one.copy.edge->id, written);
}

void removeFirst(ir::Editor& editor, const Doublings& d) {
    const BlockId state = d.nodes.at.id;
    ir::Node& exit = editor.node(state, d.outer->src);
    exit.in.erase(d.inner->dstConnector);
    exit.out.erase(d.outer->srcConnector);
    editor.removeEdge(state, d.inner->id);
    editor.removeNode(state, d.nodes.first->id);
    editor.replaced(d.nodes.first->id, d.nodes.second->id);
    editor.sdfg(d.sdfg().id).arrays.erase(d.copies.front().copy.from());
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& d = plan.as<Doublings>();
    ir::Editor editor(view.document());
    const Source source = sourceOf(editor, d);
    for (const Doubling& one : d.copies)
        addOutput(editor, d, source, one);
    if (d.firstGoes)
        removeFirst(editor, d);
    analysis::propagateScope(editor, d.nodes.at.id, d.entry->id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "double-write-removal",
        "Write results to all their places",
        "Lets a map write its result also to where it is copied.",
        "A result that is copied to a second place is written, read again and written once more. "
        "The map has the value at hand: it writes both, and the pass over memory is saved.\n\n"
        "A temporary that is copied to several containers keeps the last of its copies: "
        "redundant-array removes it then. One that is copied to several places of one container "
        "goes at once.",
        Category::data,
        {},
        copyPattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::double_write_removal

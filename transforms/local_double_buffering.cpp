// Local double buffering: a map that reads an element and writes to the same container reads it
// once, at the beginning of each iteration, before anything is written.
//
//     a -> [i] b[i] = f(a[i])       -> b        a -> [i] l = a[i]            -> b
//              a[i] = g(a[i], c[i]) -> a   =>            b[i] = f(l)         -> a
//                                                        a[i] = g(l, c[i])
//
// Conditions, in this order:
//  1. The match names an access node, a map entry and an access node.
//  2. Both access nodes are of one container, which the map reads from the first one and writes to
//     the second.
//  3. The container is a plain one, and what reads it in the map says for certain what.
//  4. All read the same single element.
//  5. One of them reads it for certain, whatever a nested SDFG may do.
//  6. In each iteration it is read before anything writes to the container: so says the dataflow,
//     or, where that leaves it open, the order of the nodes. Where a write comes first in that,
//     what reads behind it gets what was written, and would not any more.
//  7. There is something to gain: several read the element, or the dataflow leaves open whether a
//     write comes first.
//  8. Nothing that reads depends on how the container lies in memory.
//
// Effect: a temporary `local_<container>` of one element, which is the first thing that an
// iteration reads, from which all read that did, and which is read before anything is written.

#include "core/analysis/analysis.h"
#include "core/ir/connectors.h"
#include "transforms/toolkit/early_read.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/find.h"
#include "transforms/toolkit/pattern.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::local_double_buffering {

namespace {

/// Condition 1: what a match names.
struct Found {
    StateView at;
    const ir::Node* input = nullptr;
    const ir::Node* entry = nullptr;
    const ir::Node* output = nullptr;

    const ir::StateIndex& index() const { return *at.index; }
    const std::string& container() const { return input->as<ir::AccessNode>()->data; }
    std::vector<ElementId> ids() const { return {input->id, entry->id, output->id}; }
};

const Pattern<Found>& pattern() {
    static const Pattern<Found> kPattern("an access node, a map entry and an access node",
                                         {role<ir::AccessNode>("input", &Found::input),
                                          role<ir::MapEntry>("map", &Found::entry),
                                          role<ir::AccessNode>("output", &Found::output)});
    return kPattern;
}

void findAt(const StateView& at, const ir::Node& entry, const Region& region,
            std::vector<Match>& matches) {
    const ir::StateIndex& index = *at.index;
    const ir::Node* exit = index.node(ir::exitOf(entry));
    if (!exit)
        return;
    const auto written = accessEdges(index, *exit);
    for (const auto& [data, edges] : accessEdges(index, entry)) {
        const auto back = written.find(data);
        if (back == written.end())
            continue;
        const ir::Node* input = index.node(edges.front()->src);
        const ir::Node* output = index.node(back->second.front()->dst);
        if (region.touches(at.id, {input->id, entry.id, output->id}))
            matches.push_back(pattern().match(
                {at, input, &entry, output},
                fmt::format("{} in {}", data, shortLabel(entry.as<ir::MapEntry>()->map.label))));
    }
}

std::vector<Match> find(const DocumentView& view, const Region& region) {
    return findAtNodes<ir::MapEntry>(
        view, region,
        [](const StateView& at, const ir::Node& node, const Region& in,
           std::vector<Match>& matches) { findAt(at, node, in, matches); });
}

EarlyRead readsOf(const Found& found) {
    EarlyRead read{found.at, found.entry, found.input, {}, {}};
    for (const ir::Edge* outer : found.index().inEdges(found.entry->id))
        if (outer->src == found.input->id && !outer->memlet.empty())
            for (const ir::Edge* inner : analysis::innerEdges(found.index(), *outer))
                read.edges.push_back(inner);
    return read;
}

/// Condition 2.
MaybeRefusal checkAround(const Found& found, const EarlyRead& read) {
    const ir::StateIndex& index = found.index();
    const auto isReturn = [&](const ir::Edge* edge) {
        return edge->dst == found.output->id && !edge->memlet.empty();
    };
    if (read.edges.empty() || found.output->as<ir::AccessNode>()->data != found.container() ||
        std::ranges::none_of(index.outEdges(ir::exitOf(*found.entry)), isReturn))
        return refuse(2, "not-around",
                      fmt::format("{} does not read {} from there and write it back.",
                                  quoted(read.map()), quoted(*found.input)),
                      found.ids());
    return std::nullopt;
}

/// Condition 3, the second half.
MaybeRefusal checkReaders(const EarlyRead& read) {
    for (const ir::Edge* edge : read.edges) {
        const ir::Node& reader = *read.index().node(edge->dst);
        if (!isReader(read, *edge))
            return refuse(3, "reader",
                          fmt::format("What reads {} in {} is neither code nor a copy: {}.",
                                      quoted(*read.source), quoted(read.map()), quoted(reader)),
                          {reader.id, read.source->id});
        if (!saysWhatItReads(read, *edge))
            return refuseUncertain(3, "unknown-region",
                                   fmt::format("Which elements of {} {} reads is not certain.",
                                               quoted(*read.source), quoted(reader)),
                                   {reader.id, read.source->id});
    }
    return std::nullopt;
}

/// Condition 4; sets the part.
MaybeRefusal checkOneElement(EarlyRead& read) {
    SubsetRelation relation(read.map(), factsInside(read.at, read.index().scope(read.entry->id)));
    const auto first = *analysis::sourceSubset(read.index(), *read.edges.front());
    for (const ir::Edge* edge : read.edges) {
        const auto region = *analysis::sourceSubset(read.index(), *edge);
        if (!symbolic::expand(region.volume()).isInteger(1) ||
            !relation.same(first, region).holds())
            return refuse(4, "several-elements",
                          fmt::format("{} may read several elements of {} in one iteration.",
                                      quoted(read.map()), quoted(*read.source)),
                          {edge->dst, read.source->id});
    }
    read.part = {first, std::vector<bool>(first.rank(), true), {}};
    return std::nullopt;
}

/// Condition 5.
MaybeRefusal checkCertain(const EarlyRead& read) {
    if (std::ranges::any_of(read.edges,
                            [&](const ir::Edge* edge) { return readsAlways(read, *edge); }))
        return std::nullopt;
    return refuseUncertain(5, "may-not-read",
                           fmt::format("It is not certain that {} is read in every iteration of "
                                       "{}.",
                                       quoted(*read.source), quoted(read.map())),
                           read.ids());
}

/// Condition 7.
MaybeRefusal checkGain(const EarlyRead& read, const std::vector<const ir::Edge*>& writes) {
    const bool once = read.edges.size() == 1;
    const bool buffered = once && read.index().node(read.edges.front()->dst)->as<ir::AccessNode>();
    const bool ordered = std::ranges::all_of(
        writes, [&](const ir::Edge* write) { return isReadFirstByDataflow(read, *write); });
    if (!buffered && !(once && ordered))
        return std::nullopt;
    return refuse(7, "read-once",
                  fmt::format("{} reads {} once already, before it writes.", quoted(read.map()),
                              quoted(*read.source)),
                  read.ids());
}

struct BufferPlan {
    EarlyRead read;
    std::vector<const ir::Edge*> writes;
};

CheckResult check(const DocumentView& view, const Match& match, const Params&) {
    const auto bound = pattern().bind(view, match);
    if (const auto* refusal = std::get_if<Refusal>(&bound))
        return *refusal;
    const auto& found = std::get<Found>(bound);
    BufferPlan plan{readsOf(found), {}};
    if (auto refusal = checkAround(found, plan.read))
        return *refusal;
    if (auto refusal = checkPlainSource(3, plan.read))
        return *refusal;
    if (auto refusal = checkReaders(plan.read))
        return *refusal;
    if (auto refusal = checkOneElement(plan.read))
        return *refusal;
    if (auto refusal = checkCertain(plan.read))
        return *refusal;
    if (auto refusal = checkReadBeforeWritten(6, view, plan.read))
        return *refusal;
    plan.writes = writesInside(view, plan.read);
    if (auto refusal = checkGain(plan.read, plan.writes))
        return *refusal;
    if (auto refusal = checkReadLayout(8, plan.read))
        return *refusal;
    return Plan::of(std::move(plan));
}

/// Removes the connectors by which the container still came in, besides that of the buffer.
void removeOtherPassages(ir::Editor& editor, const EarlyRead& read) {
    const std::string& kept = read.edges.front()->srcConnector;
    for (const ir::Edge* edge : read.index().inEdges(read.entry->id)) {
        const auto out =
            edge->memlet.empty() ? std::nullopt : ir::partner(edge->dstConnector, true);
        if (edge->src != read.source->id || !out || *out == kept)
            continue;
        ir::Node& entry = editor.node(read.at.id, read.entry->id);
        entry.in.erase(edge->dstConnector);
        entry.out.erase(*out);
        editor.removeEdge(read.at.id, edge->id);
    }
}

Expected<ir::EditResult> apply(const DocumentView& view, const Plan& plan) {
    const auto& [read, writes] = plan.as<BufferPlan>();
    ir::Editor editor(view.document());
    readEarly(editor, read, writes);
    removeOtherPassages(editor, read);
    analysis::propagateScope(editor, read.at.id, read.entry->id);
    return editor.commit();
}

} // namespace

const Transformation& transformation() {
    static const Transformation t{
        "local-double-buffering",
        "Read before writing, once",
        "Reads an element of a container that a map also writes once, at the beginning of each "
        "iteration.",
        "A map that updates an array in place, after fusion for instance, reads the same element "
        "at "
        "several places, and generated code has to load it again after every write. With a buffer "
        "of one element each iteration loads it once, and its dataflow says that all of it happens "
        "before the first write.\n\n"
        "Apply it before loop-blocking and whatever else moves parts of the map's body.",
        Category::data,
        {},
        pattern().roleNames(),
        find,
        check,
        apply};
    return t;
}

} // namespace mw::transforms::local_double_buffering

// Whether the order of a map's iterations matters: what one iteration does to the data outside.

#include "transforms/toolkit/independent_iterations.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "transforms/framework/kept.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/side_effects.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/toolkit/users.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

/// What the map touches outside, by the access nodes at the far ends of its edges, through the
/// scopes around it.
OuterAccesses farAccesses(const ir::StateIndex& index, const ir::Sdfg& sdfg,
                          const ir::Node& entry) {
    OuterAccesses found;
    const auto add = [&](const ir::Edge* edge, bool reads) {
        if (edge->memlet.empty())
            return;
        const auto path = analysis::memletPath(index, *edge);
        const ir::Node* node = index.node(reads ? path.front()->src : path.back()->dst);
        const bool access = node && node->as<ir::AccessNode>();
        (reads ? found.read : found.written)[access ? rootData(index, sdfg, *node) : std::string()]
            .push_back({edge, node, reads});
    };
    for (const ir::Edge* edge : index.inEdges(entry.id))
        add(edge, true);
    for (const ir::Edge* edge : index.outEdges(ir::exitOf(entry)))
        add(edge, false);
    return found;
}

struct Iterations {
    Iterations(const StateView& state, const ir::Node& mapEntry)
        : at(state), index(*at.index), sdfg(*at.sdfg), entry(mapEntry),
          map(entry.as<ir::MapEntry>()->map), accesses(farAccesses(index, sdfg, entry)),
          relation(map, factsInside(at, index.scope(entry.id))) {}

    const StateView& at;
    const ir::StateIndex& index;
    const ir::Sdfg& sdfg;
    const ir::Node& entry;
    const ir::Map& map;
    OuterAccesses accesses;
    SubsetRelation relation;
};

using Regions = std::vector<symbolic::Subset>;

std::string mayMatter(const Iterations& of, const Access& access, std::string_view what) {
    return fmt::format("It is not certain that the order of the iterations of {} does not matter: "
                       "{} {}.",
                       quoted(of.map), quoted(*access.node), what);
}

/// The regions of one iteration; false when one is not known.
bool regionsOf(const Iterations& of, const Access& access, Regions& into) {
    if (isView(of.sdfg, *access.node))
        return false;
    for (const ir::Edge* inner : analysis::innerEdges(of.index, *access.edge)) {
        auto region = access.reads ? analysis::sourceSubset(of.index, *inner)
                                   : analysis::destinationSubset(of.index, *inner);
        if (!region)
            return false;
        into.push_back(std::move(*region));
    }
    return true;
}

/// `written`: gets what one iteration writes of the container.
MaybeRefusal checkWrites(int condition, Iterations& of, const std::string& container,
                         Regions& written) {
    for (const Access& write : of.accesses.written.at(container))
        if (container.empty() || !regionsOf(of, write, written))
            return refuseUncertain(
                condition, "unknown-region",
                mayMatter(of, write, "is written at elements that are not known"),
                {write.node->id, of.entry.id});
    for (const Access& write : of.accesses.written.at(container))
        for (const symbolic::Subset& region : written)
            if (!of.relation.disjointIterations(region).holds() ||
                !of.relation.same(written.front(), region).holds())
                return refuseUncertain(
                    condition, "iterations-overlap",
                    mayMatter(of, write,
                              "may be written at the same elements by several iterations"),
                    {write.node->id, of.entry.id});
    return std::nullopt;
}

/// Whether it only reads what its own iteration writes.
bool readsItsOwn(Iterations& of, const Access& read, const symbolic::Subset& written) {
    Regions regions;
    return regionsOf(of, read, regions) &&
           std::ranges::all_of(regions, [&](const symbolic::Subset& region) {
               return of.relation.covers(written, region).holds();
           });
}

MaybeRefusal checkReads(int condition, Iterations& of, const std::string& container,
                        const symbolic::Subset& written) {
    for (const auto& [other, writes] : of.accesses.written)
        if (mayBeOne(of.at, container, other))
            return refuseUncertain(
                condition, "may-alias",
                mayMatter(of, writes.front(), "may be the same memory as another"),
                {writes.front().node->id, of.entry.id});
    for (const auto& [other, reads] : of.accesses.read)
        for (const Access& read : reads) {
            if (mayBeOne(of.at, container, other))
                return refuseUncertain(
                    condition, "may-alias",
                    mayMatter(of, read, "may be the same memory as what is written"),
                    {read.node->id, of.entry.id});
            if (other != container && !other.empty())
                continue;
            if (other.empty() || !readsItsOwn(of, read, written))
                return refuseUncertain(
                    condition, "reads-other-iterations",
                    mayMatter(of, read, "may be read where other iterations write it"),
                    {read.node->id, of.entry.id});
        }
    return std::nullopt;
}

} // namespace

bool isWritten(const ir::StateIndex& index, const ir::Node& access) {
    return std::ranges::any_of(index.inEdges(access.id),
                               [](const ir::Edge* edge) { return !edge->memlet.empty(); });
}

MaybeRefusal checkDataInside(int condition, const StateView& at, const ir::Node& entry) {
    const ir::StateIndex& index = *at.index;
    const auto inside = dataInside(index, entry.id);
    if (inside.empty())
        return std::nullopt;
    const auto carries = [&](const User& user) {
        const auto* data =
            at.sdfg->data(analysis::containerOf(user.node->as<ir::AccessNode>()->data));
        return user.state != at.id || !belongsTo(index, index.scope(user.node->id), entry.id) ||
               !data || !data->transient || !isWritten(index, *user.node);
    };
    const ir::Node* carried = nullptr;
    for (const auto& [name, node] : inside)
        for (const User& user : usersOf(*at.document, at.sdfg, name))
            if (!carried && carries(user))
                carried = user.node;
    if (!carried)
        return std::nullopt;
    return refuseUncertain(condition, "carried-value",
                           fmt::format("{} inside {} may carry a value from one iteration to "
                                       "another.",
                                       quoted(*carried), quoted(entry.as<ir::MapEntry>()->map)),
                           {carried->id, entry.id});
}

namespace {

MaybeRefusal checkIterations(int condition, const StateView& at, const ir::Node& entry) {
    Iterations of(at, entry);
    if (auto refusal = checkDataInside(condition, at, entry))
        return refusal;
    for (const auto& [container, writes] : of.accesses.written) {
        Regions written;
        if (auto refusal = checkWrites(condition, of, container, written))
            return refusal;
        if (auto refusal = written.empty() ? std::nullopt
                                           : checkReads(condition, of, container, written.front()))
            return refusal;
    }
    if (const ir::Node* effect = effectInside(at, entry.id))
        return refuseUncertain(condition, "side-effects",
                               fmt::format("{} may do more than write its outputs, and the order "
                                           "of the iterations would change.",
                                           quoted(*effect)),
                               {effect->id});
    return std::nullopt;
}

} // namespace

MaybeRefusal checkIndependentIterations(int condition, const StateView& at, const ir::Node& entry) {
    MaybeRefusal refusal = remembered<struct IndependentIterations>(
        *at.document, entry.id, [&] { return checkIterations(condition, at, entry); });
    if (refusal)
        refusal->condition = condition;
    return refusal;
}

} // namespace mw::transforms

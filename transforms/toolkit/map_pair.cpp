// Two maps that are to run as one loop: scopes, schedules, parameters, bodies, order in the state.

#include "transforms/toolkit/map_pair.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/ir/connectors.h"
#include "transforms/framework/kept.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/facts.h"
#include "transforms/toolkit/roots.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/state_order.h"
#include "transforms/toolkit/users.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace mw::transforms {

namespace {

/// A container that an iteration touches has elements; others may be empty.
void assumeNotEmpty(const ir::Sdfg& sdfg, const std::string& container,
                    symbolic::Assumptions& into) {
    const auto* data = sdfg.data(analysis::containerOf(container));
    if (!data)
        return;
    for (const symbolic::Expr& extent : data->shape)
        if (!extent.isInteger())
            into.atLeast(extent, 1);
}

/// What the containers around a map say about their extents.
const std::vector<symbolic::Expr>& extentsAround(const StateView& at, const ir::Node& entry) {
    return remembered<struct ExtentsAroundMap>(*at.document, entry.id, [&] {
        symbolic::Assumptions assumptions;
        for (const auto& edges :
             {at.index->inEdges(entry.id), at.index->outEdges(ir::exitOf(entry))})
            for (const ir::Edge* edge : edges)
                assumeNotEmpty(*at.sdfg, edge->memlet.data, assumptions);
        return std::move(assumptions.facts);
    });
}

const std::map<std::string, NodeId>& dataOf(const MapPair& maps, const ir::Node& entry) {
    return remembered<struct DataOfMap>(*maps.at.document, entry.id,
                                        [&] { return dataInside(maps.index(), entry.id); });
}

/// Parameters of the second map -> of the first: equal name and range first, the rest in order to
/// the first unused one with an equal range.
std::optional<Renaming> matchParameters(const ir::Map& first, const ir::Map& second) {
    if (first.params.size() != second.params.size())
        return std::nullopt;
    const std::size_t count = first.params.size();
    std::vector<bool> used(count, false);
    std::vector<bool> matched(count, false);
    Renaming renaming;
    for (const bool byName : {true, false}) {
        for (std::size_t s = 0; s < count; ++s) {
            for (std::size_t f = 0; f < count && !matched[s]; ++f) {
                const bool fits = !used[f] &&
                                  sameRange(first.range.dims[f], second.range.dims[s]) &&
                                  (!byName || first.params[f] == second.params[s]);
                if (!fits)
                    continue;
                used[f] = matched[s] = true;
                if (first.params[f] != second.params[s])
                    renaming[second.params[s]] = first.params[f];
            }
        }
    }
    if (std::ranges::find(matched, false) != matched.end())
        return std::nullopt;
    return renaming;
}

/// A new name must mean nothing in the second body (a symbol from outside that the first map hides,
/// a connector, a local), and an old name must not be given a second meaning in there.
MaybeRefusal checkNames(int condition, const MapPair& maps, const Renaming& renaming) {
    if (renaming.empty())
        return std::nullopt;
    const NamesInside& names = namesInside(maps.at, maps.secondEntry->id);
    const auto second = quoted(maps.secondMap());
    for (const auto& [from, to] : renaming) {
        if (names.bound.contains(from))
            return refuse(condition, "parameter-rebound",
                          fmt::format("The parameter '{}' of {} would be renamed to '{}', but "
                                      "something inside gives '{}' another meaning.",
                                      from, second, to, from),
                          maps.entries());
        if (names.contains(to) && !renaming.contains(to))
            return refuse(condition, "parameter-name-taken",
                          fmt::format("The parameter '{}' of {} would be renamed to '{}', which "
                                      "means something else in its body.",
                                      from, second, to),
                          maps.entries());
    }
    return std::nullopt;
}

/// A dynamic input of one map becomes visible in the body and the ranges of the other, where its
/// name must mean nothing.
MaybeRefusal checkDynamicInputs(int condition, const ir::StateIndex& index, const ir::Node& one,
                                const ir::Node& other) {
    const auto dynamic = ir::dynamicInputs(one);
    if (dynamic.empty())
        return std::nullopt;
    NamesInside names = namesInside(index, other.id);
    const auto& map = other.as<ir::MapEntry>()->map;
    names.bound.insert(map.params.begin(), map.params.end());
    symbolic::collectSymbols(map.range, names.used);
    for (const auto& name : ir::dynamicInputs(other))
        names.bound.insert(name);
    for (const auto& name : dynamic)
        if (names.contains(name))
            return refuse(condition, "dynamic-input-clash",
                          fmt::format("The dynamic input '{}' of {} means something else in {}.",
                                      name, quoted(one.as<ir::MapEntry>()->map), quoted(map)),
                          {one.id, other.id});
    return std::nullopt;
}

/// An access node to one of `names` that is not inside one of the two maps; null: none.
const ir::Node* usedOutside(const MapPair& maps, const std::map<std::string, NodeId>& names) {
    for (const auto& [name, id] : names)
        for (const User& user : usersOf(*maps.at.document, maps.at.sdfg, name)) {
            const bool inside = user.state == maps.at.id &&
                                (belongsTo(maps.index(), user.node->id, maps.firstEntry->id) ||
                                 belongsTo(maps.index(), user.node->id, maps.secondEntry->id));
            if (!inside)
                return user.node;
        }
    return nullptr;
}

/// One of the two maps, and whether something else in the state conflicts with it.
struct Side {
    const ir::Node& entry;
    const ir::Node& exit;
    const OuterAccesses& accesses;
    const analysis::NameSet& twins;

    Side(const MapPair& maps, const ir::Node& mapEntry, const ir::Node& mapExit)
        : entry(mapEntry), exit(mapExit), accesses(outerAccesses(maps.at, mapEntry)),
          twins(twinsIn(maps.at)) {}

    void addContainers(analysis::NameSet& names) const {
        for (const auto* side : {&accesses.read, &accesses.written})
            for (const auto& [name, uses] : *side)
                names.insert(name);
    }

    /// The map uses what may be the container under another name, and one of the two writes.
    bool usesByOtherName(const StateView& at, const std::string& container, bool writes) const {
        if (!twins.contains(analysis::containerOf(container)))
            return false;
        const auto any = [&](const OuterAccesses::ByContainer& mine) {
            return std::ranges::any_of(
                mine, [&](const auto& used) { return mayBeOne(at, used.first, container); });
        };
        return any(accesses.written) || (writes && any(accesses.read));
    }

    bool concerned(const StateView& at, const std::string& container, bool writes) const {
        return accesses.concern(container, writes) || usesByOtherName(at, container, writes);
    }

    bool conflicts(const MapPair& maps, const SubsetRelation& relation, const Access& access,
                   const std::string& container) const {
        const bool writes = !access.reads;
        const NodeId user = writes ? access.edge->src : access.edge->dst;
        if (!concerned(maps.at, container, writes) || maps.index().reaches(user, entry.id) ||
            maps.index().reaches(exit.id, user))
            return false;
        if (usesByOtherName(maps.at, container, writes))
            return true;
        const auto meets = [&](const OuterAccesses::ByContainer& mine) {
            return mayMeet(maps.index(), maps.sdfg(), relation, mine, container, access);
        };
        return meets(accesses.written) || (writes && meets(accesses.read));
    }
};

} // namespace

std::variant<MapPair, Refusal> mapPair(const StateView& at, const ir::Node& first,
                                       const ir::Node& second) {
    const ir::StateIndex& index = *at.index;
    const auto entry = [&](const ir::Node& node) {
        return node.isEntry() ? &node : index.node(ir::entryOf(node));
    };
    const auto exit = [&](const ir::Node& node) {
        return node.isExit() ? &node : index.node(ir::exitOf(node));
    };
    const MapPair maps{at, entry(first), exit(first), entry(second), exit(second)};
    for (const ir::Node* end : {maps.firstEntry, maps.firstExit, maps.secondEntry, maps.secondExit})
        if (!end)
            return refuse(1, "no-such-elements", "A map of this match has lost its entry or exit.",
                          {});
    return maps;
}

symbolic::Assumptions assumptionsOf(const MapPair& maps) {
    auto assumptions = factsInside(maps.at, maps.index().scope(maps.firstEntry->id));
    for (const ir::Node* entry : {maps.firstEntry, maps.secondEntry})
        std::ranges::copy(extentsAround(maps.at, *entry), std::back_inserter(assumptions.facts));
    return assumptions;
}

MaybeRefusal checkLevel(int condition, const MapPair& maps, bool onlyInner, bool onlyToplevel) {
    const auto pair = fmt::format("{} and {}", quoted(maps.firstMap()), quoted(maps.secondMap()));
    if (onlyInner && onlyToplevel)
        return refuse(condition, "contradicting-options",
                      "only-inner-maps and only-toplevel-maps exclude each other.", {});
    const NodeId scope = maps.index().scope(maps.firstEntry->id);
    if (scope != maps.index().scope(maps.secondEntry->id))
        return refuse(condition, "different-scopes",
                      fmt::format("{} are in different scopes.", pair), maps.entries());
    if (onlyInner && !scope)
        return refuse(condition, "not-inner-maps",
                      fmt::format("{} are at top level, and only-inner-maps is set.", pair),
                      maps.entries());
    if (onlyToplevel && scope)
        return refuse(condition, "not-toplevel-maps",
                      fmt::format("{} are inside a map, and only-toplevel-maps is set.", pair),
                      maps.entries());
    return std::nullopt;
}

MaybeRefusal checkSchedules(int condition, const MapPair& maps) {
    const auto first = maps.firstMap().schedule;
    const auto second = maps.secondMap().schedule;
    if (first == second)
        return std::nullopt;
    return refuse(condition, "different-schedules",
                  fmt::format("{} and {} have different schedules: {} and {}.",
                              quoted(maps.firstMap()), quoted(maps.secondMap()), ir::name(first),
                              ir::name(second)),
                  maps.entries());
}

std::variant<Renaming, Refusal> parametersInFirst(int condition, const MapPair& maps) {
    const auto& first = maps.firstMap();
    const auto& second = maps.secondMap();
    auto renaming = matchParameters(first, second);
    if (!renaming)
        return refuse(condition, "different-ranges",
                      fmt::format("The ranges differ: {} runs over [{}], {} over [{}].",
                                  quoted(first), symbolic::print(first.range), quoted(second),
                                  symbolic::print(second.range)),
                      maps.entries());
    if (auto refusal = checkNames(condition, maps, *renaming))
        return *refusal;
    const ir::StateIndex& index = maps.index();
    if (auto refusal = checkDynamicInputs(condition, index, *maps.firstEntry, *maps.secondEntry))
        return *refusal;
    if (auto refusal = checkDynamicInputs(condition, index, *maps.secondEntry, *maps.firstEntry))
        return *refusal;
    return std::move(*renaming);
}

MaybeRefusal checkBodies(int condition, const MapPair& maps) {
    const auto& first = dataOf(maps, *maps.firstEntry);
    const auto& second = dataOf(maps, *maps.secondEntry);
    for (const auto& [data, node] : first)
        if (const auto other = second.find(data); other != second.end())
            return refuse(condition, "shared-inner-data",
                          fmt::format("Both bodies use '{}': {} and {}.", data,
                                      quoted(maps.firstMap()), quoted(maps.secondMap())),
                          {node, other->second});
    for (const auto* body : {&first, &second})
        for (const auto& [data, node] : *body)
            if (const auto* d = maps.sdfg().data(analysis::containerOf(data)); d && !d->transient)
                return refuse(
                    condition, "global-inner-data",
                    fmt::format("'{}' is used inside the body of {} but is not a "
                                "temporary.",
                                data, quoted(body == &first ? maps.firstMap() : maps.secondMap())),
                    {node});
    auto all = first;
    all.insert(second.begin(), second.end());
    if (const ir::Node* outside = all.empty() ? nullptr : usedOutside(maps, all))
        return refuse(
            condition, "inner-data-used-outside",
            fmt::format("{} is used inside a body and also outside of the maps.", quoted(*outside)),
            {outside->id});
    return std::nullopt;
}

MaybeRefusal checkUnorderedAccesses(int condition, const MapPair& maps,
                                    const SubsetRelation& relation) {
    const ir::StateIndex& index = maps.index();
    const Side first(maps, *maps.firstEntry, *maps.firstExit);
    const Side second(maps, *maps.secondEntry, *maps.secondExit);
    const std::set<NodeId> ours{first.entry.id, first.exit.id, second.entry.id, second.exit.id};
    analysis::NameSet used;
    first.addContainers(used);
    second.addContainers(used);
    std::map<std::string_view, std::array<bool, 2>> concerned; // by a reading, by a writing use
    for (const RootedNode* access : nodesOf(maps.at, used)) {
        const auto& [node, data] = *access;
        if (index.scope(node->id) != index.scope(first.entry.id))
            continue;
        const auto [known, isNew] = concerned.try_emplace(data);
        for (const bool writes : {false, true}) {
            bool& concerns = known->second.at(writes ? 1 : 0);
            if (isNew)
                concerns = first.concerned(maps.at, data, writes) ||
                           second.concerned(maps.at, data, writes);
            if (!concerns)
                continue;
            for (const ir::Edge* edge :
                 writes ? index.inEdges(node->id) : index.outEdges(node->id)) {
                const NodeId user = writes ? edge->src : edge->dst;
                const Access use{edge, node, !writes};
                if (edge->memlet.empty() || ours.contains(user) ||
                    !(first.conflicts(maps, relation, use, data) ||
                      second.conflicts(maps, relation, use, data)))
                    continue;
                return refuse(condition, "unordered-access",
                              fmt::format("'{}' is also {} by {}, which the dataflow puts neither "
                                          "before nor after the maps.",
                                          data, writes ? "written" : "read", quoted(index, user)),
                              {node->id, user});
            }
        }
    }
    return std::nullopt;
}

MaybeRefusal checkInnerOrder(int condition, const MapPair& maps) {
    const ir::StateIndex& index = maps.index();
    std::map<std::string, std::vector<const ir::Node*>> nodes;
    std::set<std::size_t> inside;
    for (const ir::Node* entry : {maps.firstEntry, maps.secondEntry})
        for (const NodeId id : nodesInside(index, entry->id))
            inside.insert(index.position(id));
    for (const std::size_t position : inside) {
        const ir::Node& node = index.nodeAt(position);
        if (const auto* access = node.as<ir::AccessNode>(); access && !isView(maps.sdfg(), node))
            nodes[access->data].push_back(&node);
    }
    for (const auto& [data, same] : nodes)
        for (std::size_t i = 1; i < same.size(); ++i)
            if (!index.reaches(same[i - 1]->id, same[i]->id) &&
                !index.reaches(same[i]->id, same[i - 1]->id))
                return refuse(condition, "order-inside",
                              fmt::format("'{}' has two access nodes inside the maps, and the "
                                          "dataflow does not say which comes first.",
                                          data),
                              {same[i - 1]->id, same[i]->id});
    return std::nullopt;
}

} // namespace mw::transforms

#pragma once

#include "core/symbolic/prover.h"
#include "transforms/framework/view.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/rename.h"

#include <variant>

// Two maps of one state that are to run as one loop: what has to hold whatever lies between them.
// Each check takes the number that its condition has in the transformation that asks.

namespace mw::transforms {

struct MapPair {
    StateView at;
    const ir::Node* firstEntry = nullptr;
    const ir::Node* firstExit = nullptr;
    const ir::Node* secondEntry = nullptr;
    const ir::Node* secondExit = nullptr;

    const ir::Sdfg& sdfg() const { return *at.sdfg; }
    const ir::State& state() const { return at.state(); }
    const ir::StateIndex& index() const { return *at.index; }
    const ir::Map& firstMap() const { return firstEntry->as<ir::MapEntry>()->map; }
    const ir::Map& secondMap() const { return secondEntry->as<ir::MapEntry>()->map; }
    std::vector<ElementId> entries() const { return {firstEntry->id, secondEntry->id}; }
};

/// The maps of two entries or exits; a refusal of condition 1 when one has lost its other end.
std::variant<MapPair, Refusal> mapPair(const StateView& at, const ir::Node& first,
                                       const ir::Node& second);

/// Facts that hold where an iteration of the two runs: parameters of the scopes around lie in their
/// ranges, and containers that the maps touch have elements.
symbolic::Assumptions assumptionsOf(const MapPair& maps);

/// Both are in one scope, at the level that the options ask for.
MaybeRefusal checkLevel(int condition, const MapPair& maps, bool onlyInner, bool onlyToplevel);
MaybeRefusal checkSchedules(int condition, const MapPair& maps);
/// The parameters of the second in terms of the first: as many, each with an equal range (by name
/// first, then in order). The renaming captures nothing: its new names mean nothing in the second
/// body, its old ones nothing else there; the dynamic inputs of one map mean nothing in the other.
std::variant<Renaming, Refusal> parametersInFirst(int condition, const MapPair& maps);
/// The bodies share no container, and use temporaries only, which nothing outside uses.
MaybeRefusal checkBodies(int condition, const MapPair& maps);
/// What touches the same data elsewhere in the state is ordered by the dataflow: maps that become
/// one move to one place in that order, and the order of nodes in the file may turn round.
MaybeRefusal checkUnorderedAccesses(int condition, const MapPair& maps,
                                    const SubsetRelation& relation);
/// Access nodes to one container of a body have their order by the dataflow in there.
MaybeRefusal checkInnerOrder(int condition, const MapPair& maps);

} // namespace mw::transforms

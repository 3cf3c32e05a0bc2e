#pragma once

#include "core/symbolic/prover.h"
#include "transforms/toolkit/pattern.h"
#include "transforms/toolkit/refusal.h"

#include <string>
#include <variant>
#include <vector>

// Transformations that are about one map: how they find it and get it from a match.

namespace mw::transforms {

struct OneMap {
    StateView at;
    const ir::Node* entry = nullptr;
    const ir::Node* exit = nullptr;

    const ir::StateIndex& index() const { return *at.index; }
    const ir::Sdfg& sdfg() const { return *at.sdfg; }
    const ir::Map& map() const { return entry->as<ir::MapEntry>()->map; }
    /// What holds around the map.
    symbolic::Assumptions around() const;
    std::set<std::string, std::less<>> symbolsOfRange(std::size_t dimension) const;
};

/// Of the one role "map".
const Pattern<OneMap>& oneMapPattern();
/// Which maps a search is after. Follows from the document.
using FitsMap = bool (*)(const StateView& at, const ir::Node& entry);
/// Every map in the region that `fits`, by its short label.
std::vector<Match> findMaps(const DocumentView& view, const Region& region, FitsMap fits);
/// The state belongs to a nested SDFG that runs inside a map.
bool insideMap(const DocumentView& view, BlockId state);
/// The range says no fractions: `K/2` is rounded when it is evaluated, so that a sum of it and
/// other terms may not be what its terms are.
MaybeRefusal checkNoFraction(int condition, const OneMap& map, std::size_t dimension);
/// A map whose exit is there and whose parameters have a range each; else a refusal of condition 1.
std::variant<OneMap, Refusal> boundMap(const DocumentView& view, const Match& match);

} // namespace mw::transforms

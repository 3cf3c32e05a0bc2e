#pragma once

#include "transforms/toolkit/one_map.h"

namespace mw::transforms {

/// A map inside another one.
struct MapNest {
    OneMap outer, inner;

    const ir::StateIndex& index() const { return outer.index(); }
    BlockId state() const { return outer.at.id; }
    std::vector<ElementId> entries() const { return {outer.entry->id, inner.entry->id}; }
};

/// The names of the two roles, "outer" and "inner".
std::vector<std::string> nestRoles();
/// Every map in the region that stands directly in the scope of another, with that one.
std::vector<Match> findNests(const DocumentView& view, const Region& region);
/// Both maps, whole; else a refusal of condition 1. They need not be nested.
std::variant<MapNest, Refusal> boundNest(const DocumentView& view, const Match& match);

} // namespace mw::transforms

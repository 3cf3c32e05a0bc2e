#pragma once

#include "core/ir/index.h"
#include "core/symbolic/subset.h"
#include "transforms/toolkit/subset_relation.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

// Which containers a map touches from outside, by which edges, and whether two uses can meet.

namespace mw::transforms {

bool isView(const ir::Sdfg& sdfg, const ir::Node& access);
/// The container that an access node stands for: what a view looks at, through views of views.
/// Empty when that is not clear.
std::string rootData(const ir::StateIndex& index, const ir::Sdfg& sdfg, const ir::Node& access);
/// Two containers that may be one and the same memory.
bool mayAlias(const ir::Sdfg& sdfg, const std::string& a, const std::string& b);

/// Edges between a map's entry or exit and the access nodes outside, by the name that these use.
using AccessEdges = std::map<std::string, std::vector<const ir::Edge*>>;
AccessEdges accessEdges(const ir::StateIndex& index, const ir::Node& scopeNode);
/// The access node of such an edge.
NodeId outerEnd(const ir::StateIndex& index, const ir::Edge& edge);
/// Those of several edges, each once.
std::vector<NodeId> outerEnds(const ir::StateIndex& index,
                              const std::vector<const ir::Edge*>& edges);

/// One use of a container by a map or by something beside it.
struct Access {
    const ir::Edge* edge = nullptr;
    const ir::Node* node = nullptr; ///< the access node
    bool reads = false;
};
/// The accesses of one map to containers outside of it, by the container that a view or a reference
/// leads to (rootData; "" where that is not known).
struct OuterAccesses {
    using ByContainer = std::map<std::string, std::vector<Access>>;
    ByContainer read, written;

    /// Whether the map uses `container` too, and one of the two uses writes.
    bool concern(const std::string& container, bool writes) const;
};
OuterAccesses outerAccesses(const ir::StateIndex& index, const ir::Sdfg& sdfg,
                            const ir::Node& entry, const ir::Node& exit);

/// The region outside of all maps that an access touches; nullopt: not known, as through a view.
std::optional<symbolic::Subset> regionOf(const ir::StateIndex& index, const ir::Sdfg& sdfg,
                                         const Access& access);
/// The access may share an element with one of those; containers that are not known may be any.
bool mayMeet(const ir::StateIndex& index, const ir::Sdfg& sdfg, const SubsetRelation& relation,
             const OuterAccesses::ByContainer& accesses, const std::string& container,
             const Access& access);

} // namespace mw::transforms

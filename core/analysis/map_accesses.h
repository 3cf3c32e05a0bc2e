#pragma once

#include "core/analysis/index_use.h"
#include "core/ir/index.h"

#include <string>
#include <vector>

// What one iteration of a map touches, as expressions: for looking at an iteration, not for proofs.

namespace mw::analysis {

/// One dimension of a container that a map touches, with the indices of one access.
struct AccessedDimension {
    symbolic::Expr low;  ///< first index, offset included: 0 is the beginning; undefined: not known
    symbolic::Expr high; ///< last one; the same for a single element
    symbolic::Expr size;
    symbolic::Expr stride; ///< of the memory, in elements
};

/// One innermost memlet, or one subscript of a tasklet, at the container that owns the memory:
/// through the nested SDFGs around it, outwards.
struct MapAccess {
    std::string container;
    ir::DataPtr data;
    std::vector<AccessedDimension> dims;
    bool write = false;
    std::string wcr = {}; ///< how what was there goes into what is written: Python's lambda
    /// All of `dims` is touched where the conditions hold; else some of it at most.
    bool whole = false;
    /// Of one iteration alone, or of the SDFG that an iteration runs: no other iteration sees it.
    bool isPrivate = false;
    /// Hold wherever the access happens.
    std::vector<symbolic::Expr> conditions;
    /// Parameters of the maps and loops inside the map around the access, outermost first.
    std::vector<std::string> inner;
    /// The edges of the memlet's path, the nodes at its innermost one, and the maps and nested
    /// SDFGs around them that stand inside the map.
    std::vector<ElementId> elements;
    std::string place; ///< "tasklet 'g'", "a memlet of 'f'"

    bool reduces() const { return !wcr.empty(); }
};

struct MapAccesses {
    NodeId map;
    std::string label;
    IndexNames names;
    /// Of the loops and maps around the map and of the map itself, outermost first: names among
    /// `names`.
    std::vector<std::string> parameters;
    std::size_t own = 0;             ///< the last so many are the map's own
    std::vector<MapAccess> accesses; ///< in the order of the program, each once
};

/// The outermost map around an element, or the element itself where it is one; 0: there is none.
NodeId outermostMap(const ir::DocumentIndex& index, ElementId element);

/// Everything that one iteration of a map touches of containers with more than one element, and of
/// single ones that other iterations see. `map`: an entry of the program.
MapAccesses mapAccesses(const ir::Sdfg& program, NodeId map);

} // namespace mw::analysis

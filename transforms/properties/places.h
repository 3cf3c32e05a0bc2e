#pragma once

#include "transforms/toolkit/one_map.h"

#include <vector>

// Where the element of a property stands.

namespace mw::transforms {

/// The node, when it exists and holds a `Kind`; else null.
template <class Kind>
const Kind* nodeAs(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    return place && place->node ? place->node->as<Kind>() : nullptr;
}

/// The entry of a map, by it or by its exit; 0 for other elements.
ElementId mapEntryOf(const ir::DocumentIndex& index, ElementId id);

/// The map of an entry; an error where it is not whole.
Expected<OneMap> mapAt(const DocumentView& view, ElementId entry);

/// The maps around an element, in nested SDFGs and around them; the innermost of a state first.
std::vector<const ir::Map*> mapsAround(const DocumentView& view, ElementId id);

/// A map of which a kernel is made, or a part of one.
bool isOnDevice(const ir::Map& map);
/// The first of these maps that is.
const ir::Map* kernelAmong(const std::vector<const ir::Map*>& maps);

} // namespace mw::transforms

#pragma once

#include "core/ir/index.h"

#include <vector>

namespace mw::app {

/// What a step of the tour points at, in whatever variant is shown.
enum class TourTarget {
    none,
    map,      ///< a small one that stands alone and reads an argument
    argument, ///< an access node that it reads
    memlet,   ///< from there to the map
};

/// The elements of one example. 0: the variant has no such thing.
struct TourExample {
    NodeId map, argument;
    EdgeId memlet;

    ElementId at(TourTarget target) const;
};

/// Of the top level maps that read an argument of several elements: the one with the fewest nodes
/// inside, the first of equals.
TourExample tourExample(const ir::DocumentIndex& index);

/// The access nodes of temporaries between kernels: transient arrays of several elements outside of
/// maps, in order of the program.
std::vector<NodeId> temporariesBetweenKernels(const ir::DocumentIndex& index);

} // namespace mw::app

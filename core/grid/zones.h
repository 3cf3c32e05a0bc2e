#pragma once

#include "core/grid/mesh.h"

#include <array>
#include <cstdint>
#include <vector>

// ICON's refinement zones: where elements of a row from the boundary begin and end, as start_idx_c,
// end_idx_c, ... of a grid file have them (mo_impl_constants.f90, mo_impl_constants_grf.f90).

namespace mw::grid {

/// Of one kind of elements, by level from `lowest`: negative ones are of nests and halos, 0 is what
/// lies inside, the others are rows from the boundary.
struct Zones {
    std::int32_t lowest = 0;
    std::vector<std::int32_t> starts, ends; ///< from 1; an empty zone ends before it starts
};
/// "cell_grf", 14 levels from -8 (min_rlcell); edges 24 from -13; vertices 13 from -7.
struct ZoneNames {
    const char* dimension;
    std::int64_t levels;
    std::int32_t lowest;
    const char *starts, *ends;
};
inline constexpr std::array<ZoneNames, 3> kZoneNames{{
    {"cell_grf", 14, -8, "start_idx_c", "end_idx_c"},
    {"edge_grf", 24, -13, "start_idx_e", "end_idx_e"},
    {"vert_grf", 13, -7, "start_idx_v", "end_idx_v"},
}};

/// Elements have to be ordered by their rows (isOrderedByRows). There is no nest and no halo: those
/// zones are empty behind the last element, and all zones inside end there.
Zones zonesOf(const Mesh& mesh, Element element);

} // namespace mw::grid

#pragma once

#include "core/grid/mesh.h"

namespace mw::grid {

/// What a numbering does to gathers of 8-byte values through a table: counted from the table by a
/// model of a GPU's memory (sectors of 32 bytes, warps of 32 threads, one element to a thread), not
/// measured.
struct Locality {
    /// Sectors that one load of a warp touches, on average: 8 where neighbours lie side by side, 32
    /// where no two lie in one sector.
    double sectorsPerLoad = 0;
    /// Bytes that a block of 256 threads brings in per element for all neighbours together, each
    /// sector once.
    double bytesPerElement = 0;
};
Locality locality(const NeighbourTable& table);

} // namespace mw::grid

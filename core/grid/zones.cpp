// Zones from the rows that elements lie in.
#include "core/grid/zones.h"

#include <algorithm>

namespace mw::grid {

Zones zonesOf(const Mesh& mesh, Element element) {
    const ZoneNames& names = kZoneNames.at(static_cast<std::size_t>(element));
    const auto& rows = mesh.rowsOf(element);
    const auto count = static_cast<std::int32_t>(mesh.count(element));
    const auto last = static_cast<std::int32_t>(names.lowest + names.levels - 1);
    /// Of elements in a row, or in none: those in the rows before it.
    const auto before = [&](std::int32_t row) {
        return static_cast<std::int32_t>(
            std::ranges::count_if(rows, [&](std::int32_t r) { return r > 0 && r < row; }));
    };
    Zones zones{names.lowest, {}, {}};
    for (std::int32_t level = names.lowest; level <= last; ++level) {
        const bool isRow = level > 0;
        zones.starts.push_back(isRow        ? before(level) + 1
                               : level == 0 ? before(last + 1) + 1
                                            : count + 1);
        zones.ends.push_back(isRow ? before(level + 1) : count);
    }
    return zones;
}

} // namespace mw::grid

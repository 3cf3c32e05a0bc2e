#pragma once

#include "core/grid/mesh.h"
#include "core/support/expected.h"

#include <optional>
#include <string_view>

namespace mw::grid {

/// How elements are numbered. Where there are rows from a boundary, elements stay in their order.
enum class Numbering : std::uint8_t {
    asMade,  ///< as in the file, or as the mesh is made
    hilbert, ///< along Hilbert's curve through the centres: neighbours lie near each other
    random,  ///< the worst case, the same on every machine
};
/// "as-made", "hilbert", "random".
std::string_view name(Numbering numbering);
std::optional<Numbering> numberingNamed(std::string_view name);

/// The same mesh with other numbers. "no-centres": a curve needs places.
Expected<Mesh> renumbered(const Mesh& mesh, Numbering numbering);
/// From the boundary inwards, as ICON's files are; as they are within a row.
Mesh inOrderOfRows(const Mesh& mesh);

} // namespace mw::grid

#pragma once

#include "core/inputs/local_access.h"
#include "core/ir/index.h"

#include <string>
#include <string_view>
#include <vector>

// What one iteration of a map touches, for whoever asks by name and reads it as text.

namespace mw::workbench {

/// A map outside of other maps, as people name it: by its label, by what it writes, or by its
/// number among them in the order of the file ("0", "1", ...). "which-map" lists what there is.
Expected<NodeId> mapNamed(const ir::DocumentIndex& index, const std::string& text);

/// "i=3,k=2": values of parameters, by their names or those of their dimensions (`Edge` of
/// `i_Edge_gtx_horizontal`); the others keep those of `start`.
Expected<inputs::Iteration> parseIteration(const inputs::LocalAccesses& map,
                                           const inputs::Iteration& start, const std::string& text);
/// A parameter by its name, or that of its dimension.
Expected<std::size_t> parameterNamed(const inputs::LocalAccesses& map, const std::string& text);

/// For terminals, and as JSON.
std::string toText(const inputs::LocalAccesses& map, const inputs::LocalView& view);
std::string toJson(const inputs::LocalAccesses& map, const inputs::LocalView& view);

} // namespace mw::workbench

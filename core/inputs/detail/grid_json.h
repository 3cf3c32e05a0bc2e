#pragma once

#include "core/inputs/grid.h"

#include <nlohmann/json.hpp>

// A grid as it stands in a scenario.

namespace mw::inputs {

/// Errors name the member. No file is looked at.
Expected<Grid> gridFromJson(const nlohmann::ordered_json& json);
nlohmann::ordered_json toJson(const Grid& grid);

} // namespace mw::inputs

#pragma once

#include "core/inputs/scenario.h"

#include <string>

namespace mw::inputs {

/// The .npy file (format 1.0, Fortran order) of an array: what readNpy reads back.
Expected<std::string> toNpy(const HostArray& array);

} // namespace mw::inputs

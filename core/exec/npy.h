#pragma once

#include "core/exec/scenario.h"

#include <string>

namespace mw::exec {

/// The .npy file (format 1.0, Fortran order) of an array: what readNpy reads back.
Expected<std::string> toNpy(const HostArray& array);

} // namespace mw::exec

#pragma once

#include "core/exec/place.h"

namespace mw::exec {

/// Where this process runs.
RunnerPlace placeHere();

} // namespace mw::exec

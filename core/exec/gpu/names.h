#pragma once

#include "core/exec/gpu/gpu_api.h"

namespace mw::exec {

/// Under which names a library has the functions that CUDA and HIP have in common.
enum class Naming : std::uint8_t { cuda, hip };

Expected<void> bind(const Library& library, Naming naming, GpuApi& api);
Expected<void> bind(const Library& library, Naming naming, RtcApi& api);

} // namespace mw::exec

#pragma once

#include "core/exec/gpu/gpu_api.h"

namespace mw::exec {

/// clang of LLVM 19 with definitions of our own in the place of HIP's headers: compiles for devices
/// that hiprtc does not know, and without ROCm. It gives assembly beside the code. Without its
/// linker the code can be listed and tells its resources; no device loads it.
GpuCompiler amdClangCompiler();

} // namespace mw::exec

#pragma once

#include "core/exec/gpu/gpu_api.h"

namespace mw::exec {

/// hiprtc, loaded at run time. It ends the process when it does not know an architecture, so that
/// only those reach it that the compiler behind it (libamd_comgr) lists.
GpuCompiler hiprtcCompiler();

} // namespace mw::exec

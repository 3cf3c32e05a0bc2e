#pragma once

#include "core/exec/runner/backend.h"

namespace mw::exec {

/// Copy bandwidth of the device's memory in GB/s, bytes read plus bytes written.
Expected<double> measureBandwidth(Backend& backend);

/// The same of its last cache: a kernel copies an array that stays there, again and again, past the
/// caches of multiprocessors. 0: how large that cache is is not known.
Expected<double> measureCacheBandwidth(Backend& backend, codegen::Target target);

/// The text of that kernel; parameters: dst, src, chunks, rounds. Chunks and rounds are a device's
/// grid.
KernelSource cacheCopySource(codegen::Target target);

} // namespace mw::exec

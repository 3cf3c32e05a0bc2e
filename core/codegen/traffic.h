#pragma once

#include "core/codegen/plan.h"

namespace mw::codegen {

/// Bytes that one launch asks of the cache behind the threads (L2), when nothing is reused between
/// different accesses of the kernel: for 32 consecutive threads an access costs the 32-byte sectors
/// that it spans, one sector where all threads share the address, and one element per thread where
/// the address comes out of a table (neighbours are numbered close together). An access that does
/// not change in a loop, or over the levels that the launch gives one thread, counts once for them;
/// of a branch the longer side counts. 0 where sizes are not known.
double modelledTraffic(const Kernel& kernel, const symbolic::Bindings& symbols);

} // namespace mw::codegen

#pragma once

#include "core/codegen/plan.h"

namespace mw::codegen {

/// Bytes that one launch asks of the cache behind the threads (L2), when nothing is reused between
/// different accesses of the kernel: for 32 consecutive threads an access costs the 32-byte sectors
/// that it spans, one sector where all threads share the address, and one element per thread where
/// the address comes out of a table (neighbours are numbered close together). An access that does
/// not change in a loop counts once for the loop; of a branch the longer side counts. 0 where sizes
/// are not known.
double modelledTraffic(const Kernel& kernel, const symbolic::Bindings& symbols);

/// Whether threads that differ in the second-innermost dimension alone read the same elements of
/// something that the innermost dimension moves along: tables, metric terms without levels.
bool sharesAcrossRows(const Kernel& kernel);

/// Block for a map that does not say one: consecutive threads along the unit stride; several rows
/// where rows share what they read; few idle threads where extents are known.
std::array<int, 3> defaultBlock(const Kernel& kernel, int warp);

} // namespace mw::codegen

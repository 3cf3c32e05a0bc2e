#pragma once

#include "core/analysis/analysis.h"

namespace mw::analysis {

/// The region of a container at the end of a copy whose memlet says only the region of the other
/// end. Versions of DaCe disagree. Here it is what its releases up to 2.0.0a6 do: the
/// whole container where that has as many elements, else as many from index 0 on.
symbolic::Subset unsaidRegion(const ir::DataDescriptor& container, const symbolic::Subset& said);

/// Whether newer versions of DaCe, which take the same indices on both ends, may mean another one.
bool isReadTwoWays(const ir::DataDescriptor& container, const symbolic::Subset& said);

} // namespace mw::analysis

#pragma once

#include "core/ir/data.h"
#include "core/symbolic/subset.h"

namespace mw::ir {

/// The region of a container at the end of a copy whose memlet says only the region of the other
/// end. Versions of DaCe disagree. In a graph that was read it is what releases up to 2.0.0a6 do:
/// the whole container where that has as many elements, else as many from index 0 on. The reader of
/// files says the region of copies that mean something else.
symbolic::Subset unsaidRegion(const DataDescriptor& container, const symbolic::Subset& said);

/// The same as releases from 2.0.0a7 on have it: the whole container unless that certainly has
/// another number of elements, then the indices of `said`, whatever the rank.
symbolic::Subset sameIndicesRegion(const DataDescriptor& container, const symbolic::Subset& said);

/// Whether the two may be different regions.
bool isReadTwoWays(const DataDescriptor& container, const symbolic::Subset& said);

} // namespace mw::ir

#pragma once

#include "transforms/framework/view.h"

namespace mw::transforms {

/// Nested SDFGs in the scope of a map, at any depth, get no more of a container than the indices
/// that they touch: where every use of a dimension is one and the same index, memlets outside and
/// shapes and memlets inside say so. What they touch, and in which order, stays. Arguments for
/// which that is not known in terms of what is around stay as they are. Ids stay.
DocumentView withNarrowArguments(const DocumentView& view, BlockId state, NodeId entry);

} // namespace mw::transforms

#pragma once

#include "core/support/id.h"
#include "transforms/framework/view.h"

#include <vector>

namespace mw::workbench {

/// Reads, for whoever notes it (core/ir/reads.h), all that the bytes moved by the kernels of these
/// elements depend on, and by those that touch the same temporaries beside them: the nodes at the
/// top of their states with what stands inside, memlets, containers, and the loops and nested SDFGs
/// around.
void noteKernelsAround(const transforms::DocumentView& view, const std::vector<ElementId>& ids);

} // namespace mw::workbench

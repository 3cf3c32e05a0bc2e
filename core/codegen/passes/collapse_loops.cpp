// The pass "collapse-loops".
#include "core/codegen/passes/passes.h"

#include <algorithm>

namespace mw::codegen {

void collapseLoops(const PlanContext&, Kernel& kernel) {
    kernel.collapse = std::max<int>(1, static_cast<int>(kernel.dims.size()) - 1);
}

} // namespace mw::codegen

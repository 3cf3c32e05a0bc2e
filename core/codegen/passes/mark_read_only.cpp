// The pass "mark-read-only".
#include "core/codegen/passes/passes.h"

namespace mw::codegen {

void markReadOnly(const PlanContext&, Kernel& kernel) {
    for (BufferParam& buffer : kernel.buffers)
        buffer.readOnly = !buffer.written;
}

} // namespace mw::codegen

#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// DaCe's Reduce: over some axes of the input, or all.
Expected<void> lowerReduce(KernelBody& body, Environment& env, const ir::StateIndex& index,
                           const ir::Node& node);

/// GT4Py's reduction over neighbours, of which a table says -1 where there are none.
Expected<void> lowerReduceWithSkipValues(KernelBody& body, Environment& env,
                                         const ir::StateIndex& index, const ir::Node& node);

} // namespace mw::codegen

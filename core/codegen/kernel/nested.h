#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// A nested SDFG inside a kernel: its connectors, its symbols, its control flow.
Expected<void> lowerNested(KernelBody& body, Environment& env, const ir::StateIndex& index,
                           const ir::Node& node);

} // namespace mw::codegen

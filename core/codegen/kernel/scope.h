#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// The dataflow of a scope, or (entry 0) of a whole state. `block`: the state; null inside of maps.
Expected<void> lowerScope(KernelBody& body, Environment& env, const ir::Block* block,
                          const ir::StateIndex& index, NodeId entry);

/// One node, with the scope that it opens.
Expected<void> lowerNode(KernelBody& body, Environment& env, const ir::StateIndex& index,
                         const ir::Node& node);

} // namespace mw::codegen

#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// The dataflow inside a map whose first `bound` parameters are bound in the environment already;
/// loops over the others around it.
Expected<void> lowerMapBody(KernelBody& body, Environment& env, const ir::Block& block,
                            const ir::StateIndex& index, NodeId entry, std::size_t bound);

/// One node at top level of a state: tasklet or library node.
Expected<void> lowerSingleNode(KernelBody& body, Environment& env, const ir::StateIndex& index,
                               NodeId node);

} // namespace mw::codegen

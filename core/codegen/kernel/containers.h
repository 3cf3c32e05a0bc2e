#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// Locals for the containers that live in this state or scope alone.
Expected<void> declareLocals(KernelBody& body, Frame& frame, BlockId state, NodeId scope);

/// Places of the views of a scope.
Expected<void> bindViews(Frame& frame, const ir::StateIndex& index, NodeId scope);

} // namespace mw::codegen

#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// Locals for the containers that live in this state or scope alone.
Expected<void> declareLocals(KernelBody& body, Environment& env, BlockId state, NodeId scope);

/// Storage of the views of a scope.
Expected<void> bindViews(Environment& env, const ir::StateIndex& index, NodeId scope);

} // namespace mw::codegen

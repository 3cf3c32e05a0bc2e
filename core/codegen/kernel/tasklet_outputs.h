#pragma once

#include "core/codegen/kernel/kernel_body.h"
#include "core/codegen/values/value_lowering.h"

namespace mw::codegen {

/// The values that go out of a node's connectors.
Expected<void> storeOutputs(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Node& node, Operands& values);

/// A value to the one element of an edge's memlet.
Expected<void> storeElement(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Edge& edge, const ValuePtr& value);

/// A statement `connector[...] = value`.
Expected<void> storeRegion(KernelBody& body, Environment& env, const ir::StateIndex& index,
                           const ir::Node& node, const tasklet::Assignment& statement,
                           const Operands& operands);

} // namespace mw::codegen

#pragma once

#include "core/codegen/kernel/kernel_body.h"
#include "core/codegen/values/value_lowering.h"

namespace mw::codegen {

/// Statements of a tasklet: Python as typed values, C++ as it stands.
Expected<void> lowerTasklet(KernelBody& body, Environment& env, const ir::StateIndex& index,
                            const ir::Node& node);

/// The value or the region that an edge brings to a connector.
Expected<Operand> operandOf(KernelBody& body, Environment& env, const ir::Edge& edge);

} // namespace mw::codegen

#pragma once

#include "core/codegen/kernel/kernel_body.h"
#include "core/codegen/values/value_lowering.h"

namespace mw::codegen {

/// Statements of a tasklet: Python as typed values, C++ as it stands.
Expected<void> lowerTasklet(KernelBody& body, Frame& frame, const ir::StateIndex& index,
                            const ir::Node& node);

/// What an edge brings to a connector.
Expected<Operand> operandOf(KernelBody& body, Frame& frame, const ir::Edge& edge);

} // namespace mw::codegen

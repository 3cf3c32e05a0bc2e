#pragma once

#include "core/codegen/flow/control_flow.h"
#include "core/codegen/kernel/kernel_body.h"
#include "core/tasklet/tasklet.h"

namespace mw::codegen {

/// The control flow of an SDFG inside a kernel as statements.
Expected<void> lowerKernelFlow(KernelBody& body, Environment& env, const FlowList& list);

/// The same where the SDFG may return early: a loop of one turn around it, which a `return` leaves.
Expected<void> lowerReturningFlow(KernelBody& body, Environment& env, const FlowList& list);

/// An expression of the control flow as a value; errors are at `element`.
Expected<ValuePtr> flowValue(KernelBody& body, Environment& env, const tasklet::Ast& expression,
                             ElementId element);

} // namespace mw::codegen

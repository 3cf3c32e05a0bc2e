#pragma once

#include "core/codegen/flow/control_flow.h"
#include "core/codegen/flow/flow_text.h"
#include "core/codegen/host/host_program.h"
#include "core/codegen/values/host_expr.h"

namespace mw::codegen {

/// A plan symbol that steps assign, for a name of the environment.
void declareSymbol(HostProgram& program, Environment& env, const std::string& name,
                   ir::ScalarType type);
/// Plan symbols for those that the control flow of the environment's SDFG assigns.
void declareSymbols(HostProgram& program, Environment& env);

/// The same for a nested SDFG, whose symbols begin with what the node maps in.
Expected<void> beginSymbols(HostProgram& program, Environment& env, const FlowList& list,
                            const ir::Node& node, Steps& steps);

/// An expression of the control flow; errors are at `element`. Elements of containers are read into
/// symbols of their own by steps before.
Expected<HostValue> hostValue(HostProgram& program, Environment& env,
                              const tasklet::Ast& expression, ElementId element, Steps& steps);

} // namespace mw::codegen

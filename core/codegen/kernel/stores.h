#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// `wcr`: a reduction's name, or empty.
Expected<void> assignElement(KernelBody& body, ContainerStorage& storage,
                             const symbolic::Expr& linear, const ValuePtr& value,
                             const std::string& wcr, bool nonatomic);

/// As assignElement, by a memlet's conflict resolution, whatever lambda it is.
Expected<void> resolveConflict(KernelBody& body, Environment& env, ContainerStorage& storage,
                               const symbolic::Expr& linear, const ValuePtr& value,
                               const std::string& lambda, bool nonatomic, ElementId element);

} // namespace mw::codegen

#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// `wcr`: a reduction's name, or empty.
Expected<void> assignElement(KernelBody& body, Place& place, const symbolic::Expr& linear,
                             const ValuePtr& value, const std::string& wcr, bool nonatomic);

/// As assignElement, by a memlet's conflict resolution, whatever lambda it is.
Expected<void> resolveConflict(KernelBody& body, Frame& frame, Place& place,
                               const symbolic::Expr& linear, const ValuePtr& value,
                               const std::string& lambda, bool nonatomic, ElementId element);

} // namespace mw::codegen

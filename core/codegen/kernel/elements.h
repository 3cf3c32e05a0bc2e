#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// Where a container of the environment lies. An error where this kernel has no storage for it.
Expected<ContainerStorage*> storageOf(Environment& env, const std::string& container,
                                      ElementId element);

/// The value of an element, by its linear index or by one index per dimension.
ValuePtr loadAt(KernelBody& body, const ContainerStorage& storage, const symbolic::Expr& linear);
ValuePtr loadElement(KernelBody& body, const ContainerStorage& storage,
                     const std::vector<symbolic::Expr>& index);

/// The bits of a value as another type of the same size.
ValuePtr seenAs(const ValuePtr& value, ir::ScalarType type);

/// The value itself if nothing can change it, else a constant local with it.
ValuePtr keep(KernelBody& body, const ValuePtr& value, const std::string& wish);

/// An integer value as an expression: itself, or a new local that holds it.
symbolic::Expr integerLocal(KernelBody& body, const ValuePtr& value, const std::string& wish);

} // namespace mw::codegen

#pragma once

#include "core/codegen/plan.h"
#include "core/codegen/print/dialect.h"

#include <string>

namespace mw::codegen {

/// A value in a kernel of the dialect's language (floating-point operations are not associative:
/// parentheses keep the tree).
std::string valueText(const Value& value, const Kernel& kernel, const Dialect& dialect);

/// The kernel's accesses to the buffer go past the caches.
bool streams(const Kernel& kernel, const BufferParam& buffer);
/// The parameter of that name; nullptr: a private array.
const BufferParam* bufferNamed(const Kernel& kernel, const std::string& name);

} // namespace mw::codegen

#pragma once

#include "core/codegen/plan.h"
#include "core/codegen/print/dialect.h"

#include <string>

namespace mw::codegen {

/// `buffer[index]`; of the index, locals of Kernel::farNames are added to the address.
std::string elementText(const Kernel& kernel, const std::string& buffer,
                        const symbolic::Expr& index);
/// A value in a kernel of the dialect's language (floating-point operations are not associative:
/// parentheses keep the tree).
std::string valueText(const Value& value, const Kernel& kernel, const Dialect& dialect);

/// The kernel's accesses to the buffer go past the caches.
bool streams(const Kernel& kernel, const BufferParam& buffer);
/// The parameter of that name; nullptr: a private array.
const BufferParam* bufferNamed(const Kernel& kernel, const std::string& name);

} // namespace mw::codegen

#pragma once

#include "core/codegen/kernel_ir.h"

namespace mw::codegen {

ValuePtr makeValue(Value::Kind kind, ir::ScalarType type);
/// The value itself where it has the type already.
ValuePtr castTo(const ValuePtr& value, ir::ScalarType type);

} // namespace mw::codegen

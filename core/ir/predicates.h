#pragma once

#include "core/ir/types.h"

namespace mw::ir {

bool isFloatingPoint(ScalarType type);
bool isUnsigned(ScalarType type); ///< bool is not

/// Memory that host code cannot read.
bool isDeviceStorage(Storage storage);

/// Of an interstate edge: no condition, or one of the ways to write "always".
bool isAlwaysTrue(const CodeBlock& condition);

} // namespace mw::ir

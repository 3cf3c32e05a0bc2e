#pragma once

#include "core/ir/types.h"

namespace mw::ir {

bool isFloatingPoint(ScalarType type);
bool isUnsigned(ScalarType type); ///< bool is not

/// A number that this program computes with: integers up to 64 bits, bool, float32 and float64.
bool isPlainNumber(ScalarType type);

/// Memory that host code cannot read.
bool isDeviceStorage(Storage storage);

/// What a container holds is lost when the call ends that it was allocated for, or before.
bool endsWithCall(Lifetime lifetime);

/// Of an interstate edge: no condition, or one of the ways to write "always".
bool isAlwaysTrue(const CodeBlock& condition);

} // namespace mw::ir

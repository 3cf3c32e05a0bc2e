#pragma once

#include "core/ir/sdfg.h"

namespace mw::test {

/// Two maps, first -> t -> second: the second reads the element of its own iteration only where S
/// is not positive. What would fuse them lacks a proof.
ir::DocumentPtr clampedRead();

} // namespace mw::test

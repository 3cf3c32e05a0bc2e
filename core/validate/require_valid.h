#pragma once

#include "core/ir/sdfg.h"
#include "core/support/expected.h"

namespace mw::validate {

/// Before compiling and running: "invalid-graph", with the sentence of the first error found.
/// Errors that leave no doubt of what the program does don't count (docs/validation.md).
Expected<void> requireValid(const ir::DocumentPtr& document);

} // namespace mw::validate

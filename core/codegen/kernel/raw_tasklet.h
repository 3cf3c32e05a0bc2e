#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// A tasklet in C++: locals and pointers for its connectors, symbols that it names, its text.
Expected<void> lowerRawTasklet(KernelBody& body, Environment& env, const ir::StateIndex& index,
                               const ir::Node& node);

} // namespace mw::codegen

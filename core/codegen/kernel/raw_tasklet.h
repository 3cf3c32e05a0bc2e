#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

Expected<void> lowerRawTasklet(KernelBody& body, Frame& frame, const ir::StateIndex& index,
                               const ir::Node& node);

} // namespace mw::codegen

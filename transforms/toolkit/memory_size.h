#pragma once

#include "core/ir/sdfg.h"

namespace mw::transforms {

/// Elements from the first to the last one of a container, by its shape and (positive) strides.
symbolic::Expr memorySize(const ir::DataDescriptor& data);

} // namespace mw::transforms

#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// An element-wise copy of a box, all loops included.
Expected<void> lowerCopy(KernelBody& body, Environment& env, const CopyEnds& ends,
                         const std::string& wcr, ElementId element);

/// The copy that an edge between containers means, through scopes too; nothing where the edge only
/// makes a view.
Expected<void> lowerCopyEdge(KernelBody& body, Environment& env, const ir::StateIndex& index,
                             const ir::Edge& edge);

} // namespace mw::codegen

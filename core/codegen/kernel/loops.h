#pragma once

#include "core/codegen/kernel/kernel_body.h"

namespace mw::codegen {

/// Loops over the sizes of a box around `inner(indices)`; sizes of 1 make no loop.
Expected<void>
boxLoops(KernelBody& body, const std::vector<symbolic::Expr>& sizes,
         const std::function<Expected<void>(const std::vector<symbolic::Expr>&)>& inner);

/// Loops over the parameters of a map from `first` on, which are bound in the environment inside.
Expected<void> mapLoops(KernelBody& body, Environment& env, const ir::Map& map, std::size_t first,
                        const std::function<Expected<void>()>& inner);

} // namespace mw::codegen

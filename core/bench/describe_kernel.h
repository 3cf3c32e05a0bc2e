#pragma once

#include "core/bench/bench.h"

#include <map>
#include <vector>

namespace mw::bench {

/// What kernels are told by and paired by: names, map, origins (see BenchInput), arrays, work.
/// Times and all that depends on sizes are left as they are.
KernelRow describeKernel(const codegen::Plan& plan, const codegen::Kernel& kernel,
                         const std::map<NodeId, std::vector<NodeId>>& origins);

} // namespace mw::bench

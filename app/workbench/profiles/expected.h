#pragma once

#include "app/workbench/profiles/read.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "core/symbolic/expr.h"

#include <array>
#include <string>
#include <vector>

// What a program launches in one call: what the kernels of a profile are matched to.

namespace mw::workbench {

/// A map that becomes a kernel.
struct ExpectedKernel {
    std::string name;                             ///< ours (codegen::Kernel)
    std::string label;                            ///< the map's, with which DaCe's names begin
    std::array<std::int64_t, 3> extents{1, 1, 1}; ///< iterations, x (the innermost) first
    std::vector<int> levels;  ///< that a thread may work through: 1, and as we choose
    std::size_t launches = 0; ///< of one call
};
struct ExpectedCall {
    std::string program;
    std::vector<ExpectedKernel> kernels;
    std::vector<std::size_t> launches; ///< kernels in our order
    /// Launch i has to come before launch j > i: they touch the same array, or what is between
    /// them says so. Others may run in any order.
    std::vector<std::vector<bool>> before;
    std::string openOrder; ///< why the launches of a call are not known; empty: they are
};

/// With the values of a scenario. What is not launched with them has no kernel here. The error is
/// that of lowering, or of a range without a value.
Expected<ExpectedCall> expectedCall(const ir::Document& document, const symbolic::Bindings& values);

/// Whether the kernel, launched with one thread per iteration (or per so many levels), has this
/// grid. DaCe and we may lay the dimensions out differently.
bool fits(const ExpectedKernel& kernel, const LaunchGrid& grid);

} // namespace mw::workbench

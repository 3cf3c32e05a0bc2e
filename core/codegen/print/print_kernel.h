#pragma once

#include "core/codegen/plan.h"
#include "core/codegen/print/dialect.h"
#include "core/support/text_writer.h"

#include <string>
#include <vector>

namespace mw::codegen {

/// A kernel of CUDA or HIP: a thread of the grid per iteration.
void printDeviceKernel(const Kernel& kernel, const Dialect& dialect, TextWriter& out,
                       Source& source);
/// A kernel of C++: loops, the outer ones shared by threads of OpenMP.
void printHostKernel(const Kernel& kernel, const Dialect& dialect, TextWriter& out, Source& source);

/// Type of loop variables and of what indices are computed with.
std::string_view indexType(const Kernel& kernel);
/// `for (...) {` over a dimension by one thread.
std::string loopHead(const LaunchDim& dim, std::string_view index);
/// Type of a buffer's parameter.
std::string pointerType(const BufferParam& buffer);

} // namespace mw::codegen

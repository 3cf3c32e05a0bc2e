#pragma once

#include <string_view>

namespace mw::exec {

/// What HIP text needs to be compiled without HIP's headers: qualifiers, places of threads and
/// blocks, barriers, atomics, and functions that the device has instructions for. (LLVM, User Guide
/// for AMDGPU Backend: implicit kernel arguments of code object V5, memory scopes.)
std::string_view clangHead();
/// Functions of AMD's device library, ocml.
std::string_view deviceFunctions();

} // namespace mw::exec

#pragma once

#include "core/codegen/codegen.h"

namespace mw::exec {

/// A compiler's refusal of generated kernels, made useful: the sentence names the first error, the
/// graph element that its line comes from and the line itself; the location has the element and
/// "line:column" of the source. Understands g++, clang, NVRTC and hiprtc; a log without any line is
/// left as it is. `state`: the text that the runner calls "state.cpp" (codegen::printState).
Diagnostic explainCompileError(Diagnostic error, const codegen::Plan& plan,
                               const codegen::Source& kernels, const codegen::Source& state = {});

} // namespace mw::exec

#pragma once

#include "core/exec/runner/backend.h"

#include <functional>
#include <memory>

namespace mw::exec {

using BackendFactory = std::function<std::unique_ptr<Backend>(codegen::Target)>;
/// The back end of a target, with what it finds on this machine.
std::unique_ptr<Backend> makeBackend(codegen::Target target);

/// Answers requests from `in` on `out` until "quit" or until `in` ends; the program's exit code.
int serve(int in, int out, const BackendFactory& factory = makeBackend);

} // namespace mw::exec

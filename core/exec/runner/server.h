#pragma once

#include "core/exec/runner/backend.h"

#include <chrono>
#include <functional>
#include <memory>

namespace mw::exec {

using BackendFactory = std::function<std::unique_ptr<Backend>(codegen::Target)>;
/// The back end of a target, with what it finds on this machine.
std::unique_ptr<Backend> makeBackend(codegen::Target target);

/// Answers requests from `in` on `out` until "quit", until `in` ends, or until nothing was asked
/// for so long (`silence`; 0: for ever); the program's exit code.
int serve(int in, int out, const BackendFactory& factory = makeBackend,
          std::chrono::milliseconds silence = {});

} // namespace mw::exec

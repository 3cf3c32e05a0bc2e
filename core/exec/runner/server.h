#pragma once

namespace mw::exec {

/// Answers requests from `in` on `out` until "quit" or until `in` ends; the program's exit code.
int serve(int in, int out);

} // namespace mw::exec

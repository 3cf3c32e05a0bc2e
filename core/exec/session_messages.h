#pragma once

#include "core/codegen/plan.h"
#include "core/exec/message.h"
#include "core/exec/session.h"

namespace mw::exec {

// Builds the requests of the runner's client, and reads the runner's answers.

SharedBytes bytesOf(const std::string& text);
/// Content of an array for "does the runner have these bytes already": eight bytes at a time, as a
/// run ships gigabytes.
std::uint64_t contentKey(const inputs::HostArray& array);

/// An error while C++ of the graph ran (`kind`: "init", "exit"): names it, in front of what
/// happened to the runner.
Unexpected whileRunning(const std::vector<codegen::GlobalCode>& code, std::string_view kind,
                        Diagnostic error);

} // namespace mw::exec

#pragma once

#include "core/exec/message.h"
#include "core/exec/session.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

// What clients of the runner have in common.

namespace mw::exec {

/// The command that starts a runner with these options.
std::vector<std::string> runnerCommand(const RunnerOptions& options);

/// The error that a reply reports.
Unexpected errorOf(const nlohmann::json& reply);

/// A request to compile a plan's kernels.
struct CompileRequest {
    nlohmann::json header;
    std::vector<SharedBytes> frames;
    codegen::Source source;
    codegen::Source state; ///< of a device's program; the kernels of the host have it with them

    static Expected<CompileRequest> of(const char* kind, const codegen::Plan& plan,
                                       codegen::Target target, const std::string& architecture);
};

} // namespace mw::exec

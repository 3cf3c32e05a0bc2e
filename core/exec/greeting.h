#pragma once

#include "core/exec/place.h"
#include "core/exec/process.h"
#include "core/exec/session.h"

#include <string>
#include <vector>

namespace mw::exec {

/// Asks what was started whether it is mw-runner of this version, and where it runs. Anything can
/// be started as a runner: what it is shows before it is asked for work. Errors: "not-a-runner",
/// "no-greeting" where it does not answer in the time that the options give it, with the likely
/// cause and what its standard error says; those of Process.
Expected<RunnerPlace> greet(Process& process, const RunnerOptions& options);

/// Why a command has not answered, as far as it and its standard error tell: a clause, with what to
/// do.
std::string likelyCause(const std::vector<std::string>& command,
                        const std::vector<std::string>& lines);

} // namespace mw::exec

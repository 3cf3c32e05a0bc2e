#pragma once

#include <memory>
#include <string>
#include <vector>

namespace mw::exec {

class IdleRunners; // idle_runners.h

/// How the runner is started. Empty command: the mw-runner beside this program (or
/// MAPWRIGHT_RUNNER).
struct RunnerOptions {
    std::vector<std::string> command{}; ///< e.g. {"ssh", "host", "mw-runner"}
    double timeoutSeconds = 600;        ///< per request; then the runner is ended
    double greetingSeconds = 10;        ///< until it answers for the first time; likewise
    std::string name{};                 ///< what errors call it; empty: its program
    bool slurm = false; ///< started by Slurm: what works beside it is a step of its job
    /// Where a session leaves its runner for the next one, which then needs not start one; null: it
    /// is ended.
    std::shared_ptr<IdleRunners> idle{};
};

} // namespace mw::exec

#pragma once

#include "core/exec/place.h"
#include "core/exec/runner_options.h"
#include "core/support/expected.h"

#include <string>
#include <string_view>
#include <vector>

// Runners that Slurm starts.

namespace mw::exec {

/// What is asked of Slurm: so many runners, each a job of one task with these options of srun.
struct SlurmRequest {
    std::vector<std::string> options;
    int count = 1;

    bool operator==(const SlurmRequest&) const = default;
};
/// Options of srun as a shell splits them ("-p gpu --gpus=1 --time=30"), and `--count=N` (runners).
/// "bad-slurm" names an option that is set here (tasks, streams, the job to join) or a word that is
/// none.
Expected<SlurmRequest> parseSlurm(std::string_view text);

/// The runners of a request. `common`: the rest of their options; its command is the mw-runner of
/// the nodes (empty: at the path of the one that would be started here).
std::vector<RunnerOptions> slurmRunners(const SlurmRequest& request, const RunnerOptions& common);

/// A runner that works beside one that is at this place, with what that one was given: for a job of
/// Slurm a step of it, else another one started alike.
RunnerOptions besideRunner(const RunnerOptions& runner, const RunnerPlace& place);

/// Minutes of silence after which runners in a cluster end.
constexpr int kSlurmSilenceMinutes = 60;
/// Seconds that they may wait in the queue, where nothing else is said.
constexpr double kSlurmWaitSeconds = 600;

} // namespace mw::exec

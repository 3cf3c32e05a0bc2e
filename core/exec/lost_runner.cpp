// What launchers write when they lose what they started.
#include "core/exec/lost_runner.h"

#include <array>
#include <string_view>

namespace mw::exec {

namespace {

struct Loss {
    std::string_view said; ///< part of a line
    std::string_view meaning;
};

/// Slurm 22 to 24: slurmstepd's (or slurmstepd-NODE's) "STEP 12.0 ON node CANCELLED AT ... DUE TO
/// TIME LIMIT", srun's own lines; OpenSSH's. The first that fits a line holds, the more special
/// ones stand first.
constexpr std::array<Loss, 15> kLosses = {{
    {"DUE TO TIME LIMIT", "Slurm ended its job at its time limit (--time)"},
    {"Job exceeded time limit", "Slurm ended its job at its time limit (--time)"},
    {"DUE TO PREEMPTION", "Slurm preempted its job"},
    {"DUE TO NODE FAILURE", "its node failed"},
    {"Node failure on", "its node failed"},
    {"DUE TO JOB REQUEUE", "Slurm put its job back into the queue"},
    {"CANCELLED AT", "its job was cancelled"},
    {"Force Terminated", "its job was cancelled"},
    {"Job has been cancelled", "its job was cancelled"},
    // All that is left of those where the step's own line was lost with it.
    {"task 0: Terminated", "its job was cancelled, or ended by Slurm"},
    {"has been revoked", "its allocation was revoked"},
    {"Connection reset by", "the connection to its machine broke"},
    {"closed by remote host", "the connection to its machine broke"},
    {"Timeout, server", "its machine does not answer any more"},
    {"Broken pipe", "the connection to its machine broke"},
}};

} // namespace

std::string lossOf(const std::vector<std::string>& lines) {
    for (const Loss& loss : kLosses)
        for (const std::string& line : lines) {
            const bool ofLauncher = line.starts_with("srun:") || line.starts_with("slurmstepd") ||
                                    line.starts_with("salloc:") || line.starts_with("ssh:") ||
                                    line.starts_with("client_loop:") ||
                                    line.starts_with("Connection ") || line.starts_with("Timeout,");
            if (ofLauncher && line.find(loss.said) != std::string::npos)
                return std::string(loss.meaning);
        }
    return {};
}

bool isLoss(const Diagnostic& error) {
    return error.code == "runner-lost" || error.code == "no-greeting";
}

} // namespace mw::exec

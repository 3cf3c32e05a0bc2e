#pragma once

#include <string>

namespace mw::exec {

/// How busy the measuring machine was with other work meanwhile, as the runner saw it.
struct MachineLoad {
    int processors = 0;          ///< that the runner may run on (affinity)
    int cores = 0;               ///< that it can keep busy: not more than its control group's quota
    int threads = 0;             ///< of OpenMP in the kernels of the CPU
    double othersBusy = -1;      ///< processors that others kept busy, on average; -1: not known
    double throttled = 0;        ///< share of the time that the control group's quota held it up
    double loadAverage = -1;     ///< of the last minute, at the end; -1: not known
    int runnable = -1;           ///< threads that wanted to run, at the end; -1: not known
    bool passiveWaiting = false; ///< threads that wait sleep, instead of taking a core

    bool known() const { return cores > 0; }
};

/// One line: "2 cores, 2 threads (waiting passively), load 0.52, 0.03 cores busy with other work".
std::string toText(const MachineLoad& load);
/// Why times of kernels on its processor say little; empty where they do not.
std::string whyLoaded(const MachineLoad& load);

} // namespace mw::exec

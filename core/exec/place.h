#pragma once

#include <string>

namespace mw::exec {

/// Where a runner runs.
struct RunnerPlace {
    std::string node;   ///< its machine, as Slurm or the machine itself calls it
    std::string job;    ///< of Slurm, "1234"; empty: it is in none
    int processors = 0; ///< that it can keep busy; 0: not known

    bool operator==(const RunnerPlace&) const = default;
};

} // namespace mw::exec

// Node, job and processors of this process.
#include "core/exec/runner/place_here.h"

#include "core/exec/host/cores.h"
#include "core/support/environment.h"

#include <array>
#include <unistd.h>

namespace mw::exec {

namespace {

std::string machineName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

} // namespace

RunnerPlace placeHere() {
    RunnerPlace place;
    place.node = environmentVariable("SLURMD_NODENAME");
    if (place.node.empty())
        place.node = machineName();
    place.job = environmentVariable("SLURM_JOB_ID");
    place.processors = availableCores();
    return place;
}

} // namespace mw::exec

#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/run_options.h"

#include <string>

namespace mw::cli {

struct SequenceOptions {
    std::string file;
    RunOptions run;
    bool json = false;
    bool interpreter = false; ///< compares with the reference executor
    std::string output;       ///< JSON file
};

/// `mw bench --sequence`: reads, verifies, times and prints; a finding where results differ.
Exit benchSequence(const SequenceOptions& options);

} // namespace mw::cli

#pragma once

namespace mw::cli {

/// Exit codes of every command; documented in `mw --help`.
enum class Exit : int {
    done = 0,
    finding = 1,   ///< a finding, a difference, or no match
    usage = 2,     ///< the command line is wrong
    badFile = 3,   ///< a file is unreadable or invalid
    missing = 4,   ///< the machine lacks something that the command needs
    runFailed = 5, ///< lowering, compiling or running failed
    untrusted = 6, ///< the graph carries C++ of its own, and nobody agreed to it
};

} // namespace mw::cli

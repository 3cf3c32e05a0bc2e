#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mw::workbench {

/// What one of several runners did.
struct RunnerReport {
    std::string node, job,
        device;             ///< device: with its place in the node, "NVIDIA H200 0000:3b:00.0"
    std::size_t rounds = 0; ///< that it measured
    std::size_t forms = 0;  ///< in them, beside what they are set against
    std::string lost;       ///< why it measures no more; empty: it does
};

/// A table for terminals: which node and device measured what.
std::string toText(const std::vector<RunnerReport>& runners);

} // namespace mw::workbench

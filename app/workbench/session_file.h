#pragma once

#include "app/workbench/program.h"
#include "core/support/expected.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::workbench {

/// What an autosaved session says before it is replayed.
struct SessionInfo {
    std::string path; ///< of the input
    std::string program;
    int variants = 0;
    std::string content; ///< contentKey() of the input; empty in sessions of the first version
};

/// The tree of variants with names, pins and times, and the input's path: enough to come back after
/// a crash. Written atomically. Beside it the input's bytes, once, so that the session can be
/// replayed when the input has changed or gone.
Expected<void> saveSession(const Program& program, const std::filesystem::path& file);
/// The error says what is wrong with the file; a missing file is an error with code "no-session".
Expected<SessionInfo> readSessionInfo(const std::filesystem::path& file);

struct RestoredSession {
    ProgramPtr program;
    std::vector<Diagnostic> lost; ///< steps that no longer fit; the rest is there
};
/// Reads the graph (the input where it is as it was, else the copy beside the session) and does
/// every step again. Also reads versions 1 and 2, which held a recipe per branch. A pure function:
/// runs as a job.
Expected<RestoredSession> restoreSession(const std::filesystem::path& file,
                                         const std::stop_token& stop);

} // namespace mw::workbench

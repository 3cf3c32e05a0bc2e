#pragma once

#include "app/gui/program.h"
#include "core/support/expected.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <vector>

namespace mw::app {

/// What an autosaved session says before it is replayed.
struct SessionInfo {
    QString path;
    QString program;
    int variants = 0;
    std::string content; ///< contentKey() of the input; empty in sessions of older versions
};

/// The tree of variants as recipes (one per leaf) with names, pins and times, and the input's path:
/// enough to come back after a crash. Written atomically. Beside it the input's bytes, once, so
/// that the session can be replayed when the input has changed or gone.
Expected<void> saveSession(const Program& program, const QString& file);
/// The error says what is wrong with the file; a missing file is an error with code "no-session".
Expected<SessionInfo> readSessionInfo(const QString& file);

struct RestoredSession {
    ProgramPtr program;
    std::vector<Diagnostic> lost; ///< steps that no longer fit; the rest is there
};
/// Reads the graph (the input where it is as it was, else the copy beside the session) and replays
/// every recipe. A pure function: runs as a job.
Expected<RestoredSession> restoreSession(const QString& file, const std::stop_token& stop);

} // namespace mw::app

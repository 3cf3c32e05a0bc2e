#pragma once

#include "core/history/history.h"
#include "core/support/expected.h"

#include <QString>

#include <memory>
#include <stop_token>

namespace mw::app {

/// What an autosaved session says before it is replayed.
struct SessionInfo {
    QString path;
    QString program;
    int variants = 0;
};

/// The tree of variants as recipes (one per leaf) with names and pins, and the file's path: enough
/// to come back after a crash. Written atomically.
Expected<void> saveSession(const history::History& history, const QString& path,
                           const QString& file);
/// The error says what is wrong with the file; a missing file is an error with code "no-session".
Expected<SessionInfo> readSessionInfo(const QString& file);

struct RestoredSession {
    std::unique_ptr<history::History> history;
    QString path;
    std::vector<Diagnostic> lost; ///< steps that no longer fit; the rest is there
};
/// Reads the graph and replays every recipe. A pure function: runs as a job.
Expected<RestoredSession> restoreSession(const QString& file, const std::stop_token& stop);

} // namespace mw::app

#pragma once

#include "app/workbench/session_store.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

// Opening an input as the user left it: with its session, where it has one.

namespace mw::workbench {

struct OpenedInput {
    ProgramPtr program;
    std::vector<Diagnostic> lost; ///< steps of its session that no longer fit
    std::optional<SessionStore::Found> session;
    std::optional<SessionStore::Found> olderSession; ///< began with another content of the file
    bool isNew = true;                               ///< false: one of those that were open already
};

/// The program of this file: one of `open` when it has this content, else with its session, else as
/// read. A session that cannot be restored is said in `lost`.
Expected<OpenedInput> openInput(const std::filesystem::path& file, const SessionStore& sessions,
                                const std::vector<ProgramPtr>& open,
                                const std::stop_token& stop = {});
/// The program of this session, whatever its input looks like now; one of `open` when it is.
Expected<OpenedInput> openSession(const std::filesystem::path& session,
                                  const SessionStore& sessions, const std::vector<ProgramPtr>& open,
                                  const std::stop_token& stop = {});

} // namespace mw::workbench

#pragma once

#include "app/workbench/project.h"
#include "app/workbench/session_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mw::workbench {

/// The sessions of all programs that were worked on, one file each: by the input's path and by its
/// content, so that a file that changed does not end the session of what it was. A value: jobs take
/// copies.
class SessionStore {
public:
    /// `legacy`: the one session file of older versions, still offered when there is no newer one.
    SessionStore(std::filesystem::path folder, std::filesystem::path legacy);

    struct Found {
        std::filesystem::path file;
        SessionInfo info;
    };

    std::filesystem::path fileOf(const std::filesystem::path& path,
                                 const std::string& content) const;
    /// What the session of a project without a file is called from now on.
    static void giveName(Project& project);
    /// Autosave: writes the session of a program that has work, and marks it as kept.
    Expected<void> keep(Program& program) const;
    /// The session of this input with this content.
    std::optional<Found> find(const std::filesystem::path& path, const std::string& content) const;
    /// The newest session of this input with another content.
    std::optional<Found> ofOlderContent(const std::filesystem::path& path,
                                        const std::string& content) const;
    std::optional<Found> newest() const;
    /// Keeps a file of this store under another name, which is returned: it would be written over.
    /// Empty where that fails.
    std::filesystem::path setAside(const std::filesystem::path& file) const;

    /// Autosave of the whole project, with programs that nothing was done to and what is shown: by
    /// its file, which is not written, else under a name of its own. Marks as kept what is in no
    /// program's session.
    Expected<void> keepProject(Project& project) const;
    /// Its session is not needed any more: everything is saved, or not wanted.
    void drop(const Project& project) const;
    /// What is left of a window that ended before this project was saved, set aside for
    /// readProject(); nullopt: nothing.
    std::optional<std::filesystem::path> takeCopy(const std::filesystem::path& project) const;
    struct FoundProject {
        std::filesystem::path session;
        ProjectSessionInfo info;
    };
    /// The session that was written last, that of this project left out.
    std::optional<FoundProject> newestProject(const Project& here) const;
    /// Inputs of all sessions: reads every one of them.
    std::vector<std::string> inputs() const;
    /// Those that are this file, by whatever path.
    std::vector<std::string> inputsAt(const std::filesystem::path& file) const;

private:
    static std::vector<std::string> pathsOf(const std::vector<Found>& sessions);
    /// Those whose name begins so; newest first.
    std::vector<Found> all(const std::string& prefix) const;
    std::filesystem::path copyOf(const std::filesystem::path& project) const;
    /// Empty: it has none.
    std::filesystem::path sessionOf(const Project& project) const;
    /// Of projects without a file only those that somebody may come back to.
    void prune() const;

    std::filesystem::path folder_, legacy_;
};

} // namespace mw::workbench

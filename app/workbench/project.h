#pragma once

#include "app/workbench/program.h"
#include "app/workbench/run_setup.h"
#include "app/workbench/shown.h"
#include "core/support/expected.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace mw::workbench {

/// A program of a file that has no copy of the input, as older versions wrote it, while the input
/// is not there as it was: it stays in the file, and comes back with the input.
struct AbsentProgram {
    std::string path;
    std::string json;
};

/// What somebody works on: programs with their variants and measurements, where inputs come from,
/// and how things are run.
struct Project {
    std::vector<ProgramPtr> programs;
    std::vector<AbsentProgram> absent;
    InputChoice inputs; ///< of programs that have none of their own
    RunSettings settings;
    Shown shown;                ///< as it was last written
    std::filesystem::path file; ///< .mapwright that it is kept in; empty: none yet
    /// The file as it was read, or the project as it was last saved, without what other processes
    /// had added to the file: says what was done since. nullptr: there was none yet, or, where
    /// there is a key, nobody knows.
    std::shared_ptr<const std::string> fileText;
    std::string fileKey;       ///< contentKey() of that text; empty: there was none yet
    std::string seenKey;       ///< contentKey() of the file when the user was last told of it
    std::string session;       ///< what its autosaved session is called while it has no file
    bool kept = true;          ///< as Program::kept, of what is no program's
    bool saved = true;         ///< as Program::saved
    std::uint64_t changes = 0; ///< as Program::changes

    /// The first program of this input; nullptr when there is none.
    ProgramPtr find(const std::filesystem::path& input) const;
    /// The program of this input as the file is now, read where it is not here yet: a file that has
    /// changed is a further program. One that cannot be read is as the project has it. `dace`: the
    /// DaCe that it is for; nullopt: as the project has it, else what the file states. Errors:
    /// other-dace where the project has work on it for another one.
    Expected<ProgramPtr> open(const std::filesystem::path& input,
                              const std::optional<ir::DaceVersion>& dace = {});
    /// Has the program from now on, where it does not already.
    void add(const ProgramPtr& program);
    /// Lets go of the program; the one that stood after it (before it, when it was the last).
    ProgramPtr close(const ProgramPtr& program);
    /// How its runs are set up from now on; false: as they were.
    bool setRun(InputChoice choice, RunSettings how);
    /// The same, with inputs for this program alone.
    bool setRun(Program& program, InputChoice choice, RunSettings how);

    /// The inputs as a program of it takes them, whichever its variant: without values that are set
    /// for other programs alone.
    InputChoice inputsFor(const ir::Sdfg& program) const;
    /// The program's own inputs, else those.
    InputChoice inputsFor(const Program& program) const;

    /// As it is now, for a job: programs of its own, which share documents with these.
    Project copy() const;
    bool isKept() const;
    /// The file has everything that was done; never, where there is no file.
    bool isSaved() const;
    /// What is never written: the files of its programs and those that their inputs come from.
    std::vector<std::string> inputPaths() const;
    /// Something was done to it.
    void changed() {
        kept = saved = false;
        ++changes;
    }
    /// Goes on in the file that a copy of it was saved to meanwhile. `copied`: the programs that
    /// the copy has copies of. Saved is what nothing was done to since.
    void takeSaved(const Project& copy, const std::vector<ProgramPtr>& copied);
};

struct OpenedProject {
    Project project;
    std::vector<Diagnostic> lost; ///< steps that cannot be done again; they stay in the file
    /// Inputs that are not what the project has of them, each with its file: "input-changed",
    /// "input-missing". Their programs are as they were (a warning) or absent (an error).
    std::vector<Diagnostic> inputs;
};
/// The file form, `.mapwright`: JSON with a version, the inputs by path (relative to the file where
/// they lie below it) and with a copy of their bytes, variants as records, measurements, inputs and
/// settings. It opens without the inputs. The error is one sentence: "no-project" (there is no such
/// file), "damaged-file", "newer-file".
Expected<OpenedProject> readProject(const std::filesystem::path& file,
                                    const std::stop_token& stop = {});
/// Atomically. Everything that was read is written again, whether it still fits or not. Where the
/// file is the one that the project is kept in, and another process has changed it since, that is
/// kept, too (mergeProjects()): "project-conflict" where it cannot be.
Expected<void> writeProject(const Project& project, const std::filesystem::path& file);
/// The autosaved form: as writeProject(), with where the project is kept and what that misses.
Expected<void> writeProjectSession(const Project& project, const std::filesystem::path& session);
/// The project of such a session, with what its file misses. Where the file has everything and is
/// another one by now, it is what the file says.
Expected<OpenedProject> readProjectSession(const std::filesystem::path& session,
                                           const std::stop_token& stop = {});
/// What a session says before it is read whole.
struct ProjectSessionInfo {
    std::filesystem::path file;        ///< of its project; empty: it has none
    bool saved = false;                ///< the file has everything
    std::vector<std::string> programs; ///< their inputs
    int variants = 0;                  ///< of all programs
};
Expected<ProjectSessionInfo> readProjectSessionInfo(const std::filesystem::path& session);
/// writeProject() to the file that the project is kept in from now on. What other processes had
/// added there and nobody was told of is news still. "input-file" where it is an input of its
/// programs.
Expected<void> saveProject(Project& project, const std::filesystem::path& file);

/// What another process made of the file of the project that nobody was told of (seenKey).
struct FileNews {
    std::string key;       ///< contentKey() of the file now
    std::size_t added = 0; ///< variants more than in Project::fileText; 0 where there is none
};
/// nullopt: nothing, or the file is not there, or not whole.
std::optional<FileNews> newsOfFile(const Project& project);

} // namespace mw::workbench

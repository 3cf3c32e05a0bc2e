#pragma once

#include "app/workbench/program.h"
#include "app/workbench/run_setup.h"
#include "core/support/expected.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace mw::workbench {

/// What somebody works on: programs with their variants and measurements, where inputs come from,
/// and how things are run.
struct Project {
    std::vector<ProgramPtr> programs;
    InputChoice inputs;
    RunSettings settings;
    std::filesystem::path file; ///< .mapwright that it is kept in; empty: none yet
    bool kept = true;           ///< as Program::kept, of what is no program's
    bool saved = true;          ///< as Program::saved

    /// The program of this input; nullptr when there is none.
    ProgramPtr find(const std::filesystem::path& input) const;
    /// The program of this input, read where it is not here yet.
    Expected<ProgramPtr> open(const std::filesystem::path& input);
    /// Has the program from now on, where it does not already.
    void add(const ProgramPtr& program);
    /// Lets go of the program; the one that stood after it (before it, when it was the last).
    ProgramPtr close(const ProgramPtr& program);
    /// How its runs are set up from now on; false: as they were.
    bool setRun(InputChoice choice, RunSettings how);

    bool isKept() const;
    /// The file has everything that was done; never, where there is no file.
    bool isSaved() const;
    /// What is never written: the files of its programs and those that their inputs come from.
    std::vector<std::string> inputPaths() const;
    /// Something was done to it.
    void changed() { kept = saved = false; }
};

struct OpenedProject {
    Project project;
    std::vector<Diagnostic>
        lost; ///< steps that do not fit inputs that changed; they stay in the file
};
/// The file form, `.mapwright`: JSON with a version, the inputs by path (relative to the file where
/// they lie below it) and content, variants as records, measurements, inputs and settings. The
/// error is one sentence: "no-project" (there is no such file), "damaged-file", "newer-file", or
/// why an input cannot be read.
Expected<OpenedProject> readProject(const std::filesystem::path& file,
                                    const std::stop_token& stop = {});
/// Atomically. Everything that was read is written again, whether it still fits or not.
Expected<void> writeProject(const Project& project, const std::filesystem::path& file);
/// writeProject() to the file that the project is kept in from now on. "input-file" where that is
/// an input of its programs.
Expected<void> saveProject(Project& project, const std::filesystem::path& file);

} // namespace mw::workbench
